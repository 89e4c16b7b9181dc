/** Activities in turn, some recorded, some of a list, some neither, beside a phone: a day has each once. */
import fc from 'fast-check'
import { test } from 'vitest'
import { expectAll, line, listed, phone, recorded, takeout, type Moved } from '../activity/moved.ts'
import { cases } from './sound.ts'

const activity = fc.record({
  way: fc.constantFrom('walk', 'walk', 'run', 'ride'),
  rest: fc.constantFrom(0, 1, 2, 3, 5, 8, 11, 14, 25, 70),
  minutes: fc.integer({ min: 10, max: 45 }),
  by: fc.constantFrom('watch', 'list', 'list', 'nobody'),
})

const outings = fc.record({
  // As long as another one a ride may be its copy, which no phone that counts steps tells.
  activities: fc.uniqueArray(activity, {
    minLength: 2,
    maxLength: 3,
    selector: ({ minutes }) => minutes >> 2,
  }),
  first: fc.nat(14),
  lasts: fc.boolean(),
  hasTakeout: fc.boolean(),
})

test('activities beside each other count once', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(outings, async ({ activities, first, lasts, hasTakeout }) => {
      let at = first
      const all = activities.map(({ way, rest, minutes, by }) => {
        const from = at + rest
        at = from + minutes
        return { moved: [way, from, at] satisfies Moved, by }
      })
      const of = (...who: string[]) => all.filter(({ by }) => who.includes(by)).map(({ moved }) => moved)
      const files = Object.assign({}, ...of('watch').map(recorded))
      const lines = of('list').map((each) => line(each, { lasts }))
      const counted = all.map(({ moved }) => moved)
      await expectAll(
        {
          ...files,
          ...(lines.length > 0 && listed(lines, { lasts })),
          ...(hasTakeout ? takeout : phone)(counted),
        },
        // A phone that counts steps alone knows nothing of a ride.
        all
          .filter(({ moved: [way], by }) => hasTakeout || way !== 'ride' || by !== 'nobody')
          .map(({ moved }) => moved),
        0.06,
      )
    }),
    { numRuns: cases(100) },
  )
})
