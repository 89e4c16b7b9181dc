/** Which answers of a kept prover are taken, with one that is told what to do. */
import { expect, test } from 'vitest'
import { proveRows } from '../../src/bulk/prove/prove-rows.ts'
import type { Task } from '../../src/bulk/send/prefetch.ts'
import { moveError } from '../../src/errors.ts'
import type { Prover } from '../../src/runtime/prover.ts'
import { createAcceptance } from '../../src/runtime/acceptance.ts'

/** What the prover does for a motion: its answer, a line too many after it, no answer at all, or what is no proof. */
type Behavior = (steps: number) => 'answer' | 'extra' | 'nothing' | 'garbage'

const failure = (message: string) => moveError('CLI_PROVER', { message })
const taskOf = (steps: number): Task =>
  ({ row: { line: steps, body: { steps } }, at: steps }) as unknown as Task

/** A prover that answers one motion in a millisecond. */
function proverThat(behaves: Behavior, asked: number[]): Prover {
  const acceptance = createAcceptance()
  let extra = false
  const now = () => asked.length
  return {
    prove: async ({ steps }) => {
      asked.push(Number(steps))
      const does = behaves(Number(steps))
      if (does === 'nothing') {
        acceptance.failed()
        throw failure('It did not answer.')
      }
      acceptance.answered(now() - 1, now(), 100)
      extra ||= does === 'extra'
      return Buffer.from(does === 'garbage' ? '\u0001' : `proof-${Number(steps)}`)
    },
    isDue: () => acceptance.isDue(now()),
    accept: async () => {
      if (!extra) return acceptance.accepted()
      extra = false
      acceptance.failed()
      throw failure('It printed more.')
    },
    suspect: () => {},
    end: async () => {},
  }
}

/** Rows 1 to `count` through one prover. */
async function proved(count: number, behaves: Behavior) {
  const asked: number[] = []
  const rows = Array.from({ length: count }, (_, n) => taskOf(n + 1))
  const sent: Task[] = []
  const failed: number[] = []
  await proveRows(proverThat(behaves, asked), {
    take: async () => rows.shift(),
    push: (task) => void sent.push(task),
    failed: async (task) => void failed.push(task.at),
    hasRoom: () => true,
    untilRoom: async () => {},
    over: () => false,
  })
  const wrong = sent.filter(({ row, at }) => row.body.proof !== `proof-${at}`)
  return { sent: sent.map(({ at }) => at).toSorted((a, b) => a - b), failed, wrong, asked }
}
const others = (count: number, without: readonly number[]) =>
  Array.from({ length: count }, (_, n) => n + 1).filter((n) => !without.includes(n))

test.each(['extra', 'nothing', 'garbage'] as const)(
  'an answer followed by %s costs its row alone, wherever it comes',
  async (kind) => {
    for (const bad of [[1], [2], [99], [100], [3, 4], [40, 41, 90]]) {
      const { sent, failed, wrong } = await proved(100, (steps) => (bad.includes(steps) ? kind : 'answer'))
      expect([sent, failed, wrong]).toEqual([others(100, bad), bad, []])
    }
  },
)

test('a prover that never keeps to its question costs all rows, and is asked about each once', async () => {
  const { sent, failed, asked } = await proved(20, () => 'extra')
  expect([sent, failed, asked]).toEqual([[], others(20, []), others(20, [])])
})

test('rows are asked about again for a line too many alone, and few times', async () => {
  expect((await proved(500, () => 'answer')).asked).toEqual(others(500, []))
  const { asked } = await proved(500, (steps) => (steps % 50 === 0 ? 'extra' : 'answer'))
  expect(asked.length).toBeLessThan(1500)
})

test('no answer leaves that is not accepted: a run that ends in between sends none of them', async () => {
  const sent: Task[] = []
  const asked: number[] = []
  let next = 0
  await proveRows(
    proverThat(() => 'answer', asked),
    {
      take: async () => taskOf((next += 1)),
      push: (task) => void sent.push(task),
      failed: async () => {},
      hasRoom: () => true,
      untilRoom: async () => {},
      over: () => asked.length >= 5,
    },
  )
  // One was accepted, then two; the fourth and the fifth were not.
  expect([asked.length, sent.map(({ at }) => at)]).toEqual([5, [1, 2, 3]])
})
