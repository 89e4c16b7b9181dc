/** Which answers of a kept program are accepted, with one that is told what to do. */
import { expect, test } from 'vitest'
import { createAcceptance } from '../../../src/runtime/lines/acceptance.ts'
import { answerLines, type LineReply } from '../../../src/runtime/lines/accepted-lines.ts'
import { NoAnswer, type LineProgram } from '../../../src/runtime/lines/line-program.ts'

/** What the program does for a line: its answer, with a line too many after it, or no answer at all. */
type Behavior = (line: number) => 'answer' | 'extra' | 'nothing'

/** A program that answers one line in a millisecond. */
function programThat(behaves: Behavior, asked: number[]): LineProgram {
  const acceptance = createAcceptance()
  let extra = false
  const now = () => asked.length
  return {
    ask: async (line) => {
      asked.push(Number(line))
      const does = behaves(Number(line))
      if (does === 'nothing') {
        acceptance.failed()
        throw new NoAnswer('did not answer')
      }
      acceptance.answered(now() - 1, now(), 100)
      extra ||= does === 'extra'
      return Buffer.from(`answer ${line}`)
    },
    isDue: () => acceptance.isDue(now()),
    accept: async () => {
      if (!extra) return acceptance.accepted()
      extra = false
      acceptance.failed()
      throw new NoAnswer('printed more')
    },
    suspect: () => {},
    end: async () => {},
  }
}

/** Lines 1 to `count` through one program; `lasting` says when the questions end before. */
async function answered(count: number, behaves: Behavior, lasting = (_: number[]) => true) {
  const asked: number[] = []
  const replies: LineReply[] = []
  let next = 0
  await answerLines(programThat(behaves, asked), {
    take: async () => (next < count && lasting(asked) ? { id: (next += 1), line: String(next) } : undefined),
    left: () => (lasting(asked) ? count - next : 0),
    reply: (some) => void replies.push(...some),
  })
  const good = replies.flatMap((reply) => ('answer' in reply ? [reply] : []))
  return {
    good: good.map(({ id }) => id).toSorted((a, b) => a - b),
    wrong: good.filter(({ id, answer }) => Buffer.from(answer).toString() !== `answer ${id}`),
    failed: replies.flatMap((reply) => ('why' in reply ? [reply.id] : [])),
    asked,
  }
}
const others = (count: number, without: readonly number[] = []) =>
  Array.from({ length: count }, (_, n) => n + 1).filter((n) => !without.includes(n))

test.each(['extra', 'nothing'] as const)(
  'a line whose answer is followed by %s is the only one without, wherever it comes',
  async (kind) => {
    for (const bad of [[1], [2], [99], [100], [3, 4], [40, 41, 90]]) {
      const { good, failed, wrong } = await answered(100, (line) => (bad.includes(line) ? kind : 'answer'))
      expect({ good, failed, wrong }).toEqual({ good: others(100, bad), failed: bad, wrong: [] })
    }
  },
)

test('of a program that never keeps to its question no answer is accepted, and each line is asked once', async () => {
  const { good, failed, asked } = await answered(20, () => 'extra')
  expect({ good, failed, asked }).toEqual({ good: [], failed: others(20), asked: others(20) })
})

test('lines are asked again for a line too many alone, and few times', async () => {
  expect((await answered(500, () => 'answer')).asked).toEqual(others(500))
  const { asked } = await answered(500, (line) => (line % 50 === 0 ? 'extra' : 'answer'))
  expect(asked.length).toBeLessThan(1500)
})

test('answers are accepted as soon as no question is left, however few they are', async () => {
  const { good, asked } = await answered(
    100,
    () => 'answer',
    (list) => list.length < 5,
  )
  expect({ good, asked: asked.length }).toEqual({ good: others(5), asked: 5 })
})
