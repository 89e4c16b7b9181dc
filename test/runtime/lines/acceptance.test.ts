/** When the answers of a kept program are accepted. */
import { expect, test } from 'vitest'
import { createAcceptance, mostAccepted } from '../../../src/runtime/lines/acceptance.ts'

/** So many answers, one after the other, each in so many milliseconds, until they are to be accepted: how many. */
function answersUntilDue(acceptance: ReturnType<typeof createAcceptance>, takesMs: number, from = 0): number {
  for (let count = 1; ; count++) {
    const asked = from + (count - 1) * takesMs
    acceptance.answered(asked, asked + takesMs, 100)
    if (acceptance.isDue(asked + takesMs)) return count
  }
}

test('the first answer is accepted alone, then twice as many each time, 256 at most', () => {
  const acceptance = createAcceptance()
  const counts = Array.from({ length: 10 }, () => {
    const count = answersUntilDue(acceptance, 1)
    acceptance.accepted()
    return count
  })
  expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, mostAccepted])
})

test('after a line too many one answer is accepted alone again', () => {
  const acceptance = createAcceptance()
  for (const _ of [1, 2, 3]) {
    answersUntilDue(acceptance, 1)
    acceptance.accepted()
  }
  answersUntilDue(acceptance, 1)
  acceptance.failed()
  expect({ isWaiting: acceptance.isWaiting(), answersUntilDue: answersUntilDue(acceptance, 1) }).toEqual({
    isWaiting: false,
    answersUntilDue: 1,
  })
})

test.each([
  { takesMs: 5, silence: 10, together: 240 },
  { takesMs: 50, silence: 100, together: 240 },
  { takesMs: 200, silence: 250, together: 150 },
  { takesMs: 40_000, silence: 250, together: 1 },
])(
  'answers of $takesMs ms: a silence of $silence ms after $together of them',
  ({ takesMs, silence, together }) => {
    const acceptance = createAcceptance()
    let count = 0
    for (let round = 0; round < 10; round++) {
      count = answersUntilDue(acceptance, takesMs)
      acceptance.accepted()
    }
    expect({ quiet: acceptance.quiet(), count }).toEqual({ quiet: silence, count: together })
  },
)

test('the time of a start is no time of an answer: of a program that is new two answers are accepted first', () => {
  const acceptance = createAcceptance()
  acceptance.started()
  acceptance.answered(0, 100, 100)
  const one = { isDue: acceptance.isDue(100), quiet: acceptance.quiet() }
  acceptance.answered(100, 120, 100)
  const two = { isDue: acceptance.isDue(120), quiet: acceptance.quiet() }
  expect({ one, two }).toEqual({ one: { isDue: false, quiet: 200 }, two: { isDue: true, quiet: 40 } })
  acceptance.started()
  acceptance.failed()
  acceptance.answered(0, 100, 100)
  expect({ isDue: acceptance.isDue(100), quiet: acceptance.quiet() }).toEqual({ isDue: true, quiet: 40 })
})

test('large answers are accepted sooner', () => {
  const acceptance = createAcceptance()
  for (const _ of [1, 2, 3, 4]) {
    answersUntilDue(acceptance, 1)
    acceptance.accepted()
  }
  acceptance.answered(0, 1, 300 * 1024)
  expect(acceptance.isDue(1)).toBe(true)
})
