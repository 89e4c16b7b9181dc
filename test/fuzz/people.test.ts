/** Days of people: whatever watches, a phone and recordings say of them, a day has what was moved. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing } from '../activity/support.ts'
import { changers, filesOf, truthOf, wearers, type Person } from './people.ts'
import { cases } from './sound.ts'

const first = '2026-01-05'
const flags = '--tz UTC'

/** `part` of the truth, and what a run of so many `minutes` has: a device may have more or less than it. */
async function expectTrue(
  person: Person,
  { part, minutes }: { part: number; minutes: number },
): Promise<void> {
  const truth = truthOf(person)
  const { rows } = await importing(filesOf(person), flags)
  const row = rows.find(({ date }) => date === first)
  const { steps = 0, distance = 0, duration = 0 } = row ?? {}
  const isNear = (value: number, right: number, each: number, most = right) => {
    expect(value).toBeGreaterThanOrEqual(right * (1 - part) - each * minutes)
    expect(value).toBeLessThanOrEqual(most * (1 + part) + each * minutes)
  }
  isNear(steps, truth.steps, 165)
  isNear(distance * 1000, truth.meters, 165)
  isNear(duration, truth.seconds, 60, truth.mostSeconds)
}

test('a day with one watch', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(wearers, (person) => expectTrue(person, { part: 0.03, minutes: 5 })),
    { numRuns: cases(60) },
  )
})

test('a day with a watch that is taken off, and one that is put on', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(changers, (person) => expectTrue(person, { part: 0.03, minutes: 20 })),
    { numRuns: cases(60) },
  )
})

test('a day stays as it is when the next one comes', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(wearers, changers), fc.oneof(wearers, changers), async (person, next) => {
      const files = filesOf(person)
      const [before, after] = [
        await importing(files, flags),
        await importing({ ...files, ...filesOf(next, 1) }, flags),
      ]
      expect(after.rows.filter(({ date }) => date === first)).toEqual(
        before.rows.filter(({ date }) => date === first),
      )
    }),
    { numRuns: cases(40) },
  )
})
