/** Activities of lists right before and behind recorded ones, beside phones that counted both. */
import { expect, test } from 'vitest'
import { clock, expectAll, line, listed, phone, recorded, takeout, type Moved } from './moved.ts'
import { importing } from './support.ts'

test.each([
  ['walks', 'walk', 0, 36],
  ['walks, the listed one right behind', 'walk', 0, 30],
  ['walks, the listed one before', 'walk', 36, 0],
  ['rides', 'ride', 0, 36],
] as const)('%s there and back are two where a phone counted both', async (_, way, first, second) => {
  const [there, back]: Moved[] = [
    [way, first, first + 30],
    [way, second, second + 30],
  ]
  await expectAll({ ...recorded(there!), ...listed([line(back!)]), ...takeout([there!, back!]) }, [
    there!,
    back!,
  ])
})

test('what was typed in when it was over is the recorded one, which a phone counted once', async () => {
  const walk: Moved = ['walk', 0, 30]
  for (const counted of [takeout([walk]), phone([walk])]) {
    const files = { ...recorded(walk), ...listed([line(walk, { over: true })]), ...counted }
    await expectAll(files, [walk])
  }
})

test('of two listed walks behind a recorded one of the same length both count', async () => {
  const walks: Moved[] = [
    ['walk', 0, 10],
    ['walk', 10, 20],
    ['walk', 22, 32],
  ]
  const files = { ...recorded(walks[0]!), ...listed([line(walks[1]!), line(walks[2]!)]), ...phone(walks) }
  await expectAll(files, walks)
})

test('a ride that is a little longer than the recorded one before it is another one', async () => {
  const rides: Moved[] = [
    ['ride', 0, 30],
    ['ride', 36, 67],
  ]
  await expectAll({ ...recorded(rides[0]!), ...listed([line(rides[1]!)]) }, rides)
})

test.each<[string, Moved, Moved, { recorded?: boolean; lasts?: boolean }]>([
  ['a recorded walk', ['walk', 5, 38], ['walk', 41, 80], { recorded: true }],
  ['a recorded ride', ['ride', 5, 38], ['walk', 41, 80], { recorded: true }],
  ['a listed ride without a duration', ['ride', 3, 33], ['walk', 34, 54], { lasts: false }],
  ['a listed ride', ['ride', 3, 33], ['walk', 34, 54], {}],
])('%s that ends in the quarter hour in which a listed walk begins', async (_, first, walk, how) => {
  const { recorded: isRecorded = false, lasts = true } = how
  const lines = isRecorded ? [line(walk, { lasts })] : [line(first, { lasts }), line(walk, { lasts })]
  const files = { ...(isRecorded && recorded(first)), ...listed(lines, { lasts }), ...takeout([first, walk]) }
  await expectAll(files, [first, walk])
})

test('an unlisted walk that ends in the quarter hour in which a listed one begins', async () => {
  const walks: Moved[] = [
    ['walk', 9, 37],
    ['walk', 40, 57],
  ]
  await expectAll({ ...listed([line(walks[1]!)]), ...takeout(walks) }, walks)
})

test.each([true, false])(
  'an unlisted ride that begins in the quarter hour in which a listed walk ends (duration: %s)',
  async (lasts) => {
    const moved: Moved[] = [
      ['walk', 3, 48],
      ['ride', 50, 80],
    ]
    await expectAll({ ...listed([line(moved[0]!, { lasts })], { lasts }), ...takeout(moved) }, moved)
  },
)

test.each<[string, Moved[], number, boolean]>([
  [
    'behind a recorded walk',
    [
      ['walk', 4, 21],
      ['walk', 32, 52],
      ['walk', 52, 84],
    ],
    1,
    true,
  ],
  [
    'before a listed ride',
    [
      ['walk', 3, 25],
      ['ride', 36, 73],
    ],
    -1,
    false,
  ],
])('a walk that was typed in when it was over, %s', async (_, moved, at, isLast) => {
  const lines = moved.filter((_, one) => one > at && (!isLast || one === moved.length - 1))
  const list = lines.map((each) => line(each, { lasts: false, over: true })).join('')
  const files = { ...listed([list], { lasts: false }), ...takeout(moved) }
  await expectAll(at < 0 ? files : { ...files, ...recorded(moved[at]!) }, moved)
})

test('a listed ride that nobody counted is over when one walks again', async () => {
  const moved: Moved[] = [
    ['ride', 10, 40],
    ['walk', 45, 60],
  ]
  await expectAll(
    { ...listed([line(moved[0]!, { lasts: false })], { lasts: false }), ...phone(moved) },
    moved,
  )
})

test('a listed ride is over before a recorded one where it would be at its pace', async () => {
  const rides: Moved[] = [
    ['ride', 1, 34],
    ['ride', 36, 52],
  ]
  await expectAll(
    { ...listed([line(rides[0]!, { lasts: false })], { lasts: false }), ...recorded(rides[1]!) },
    rides,
  )
})

test.each([0.9, 0.95, 0.98])('a phone that counts %d of it does not lengthen a listed walk', async (part) => {
  const walk: Moved = ['walk', 11, 56]
  for (const counted of [takeout, phone])
    for (const gap of [5, 12, 40]) {
      const behind: Moved = ['walk', 56 + gap, 66 + gap]
      const files = { ...listed([line(walk)]), ...counted([walk, behind], part) }
      // The list says no steps, and the phone alone knows what is behind.
      const less = 1.02 - part
      await expectAll({ ...files, ...recorded(behind) }, [walk, behind], 0.02, less)
      await expectAll(files, [walk, behind], 0.02 + ((1 - part) * 10) / 55, less)
    }
})

test.each<[string, Moved, Moved]>([
  ['a walk, and another one within minutes', ['walk', 8, 38], ['walk', 43, 53]],
  ['a walk, and a long one behind a quarter of an hour', ['walk', 8, 38], ['walk', 54, 99]],
  ['a walk, and a run behind it', ['walk', 12, 42], ['run', 59, 89]],
  ['a ride', ['ride', 16, 46], ['walk', 60, 70]],
])(
  '%s: typed in when it was over, with its duration or without, it is the recorded one',
  async (_, first, next) => {
    for (const lasts of [true, false])
      for (const isRecorded of [true, false])
        for (const counted of [takeout, phone]) {
          const list = listed([line(first, { lasts, over: true })], { lasts })
          const files = { ...recorded(first), ...(isRecorded && recorded(next)), ...list }
          await expectAll({ ...files, ...counted([first, next]) }, [first, next])
          if (isRecorded) await expectAll(files, [first, next])
        }
  },
)

test.each<[string, Moved, Moved]>([
  ['behind a quarter of an hour', ['walk', 8, 38], ['walk', 55, 85]],
  ['within ten minutes', ['walk', 8, 38], ['walk', 48, 58]],
  ['behind a run', ['run', 8, 38], ['walk', 43, 53]],
])('a walk of a list %s of what was typed in when it was over', async (_, first, next) => {
  for (const lasts of [true, false])
    for (const counted of [takeout, phone]) {
      const list = listed([line(first, { lasts, over: true }), line(next, { lasts })], { lasts })
      await expectAll({ ...list, ...counted([first, next]) }, [first, next])
    }
})

test('two recorded walks that were both typed in when they were over are two', async () => {
  const walks: Moved[] = [
    ['walk', 13, 43],
    ['walk', 68, 98],
  ]
  const lines = walks.map((each) => line(each, { over: true }))
  const files = { ...recorded(walks[0]!), ...recorded(walks[1]!), ...listed(lines) }
  await expectAll({ ...files, ...takeout(walks) }, walks)
})

test.each(['walk', 'run'] as const)(
  'of two %ss that were typed in when they were over each counts once',
  async (way) => {
    const moved: Moved[] = [
      [way, 7, 27],
      [way, 47, 67],
    ]
    const list = listed(moved.map((each) => line(each, { over: true })))
    await expectAll({ ...list, ...takeout(moved) }, moved)
    await expectAll({ ...list, ...recorded(moved[0]!), ...takeout(moved) }, moved)
  },
)

test.each([true, false])(
  'one walk of two lists, of which one was written when it was over: %s',
  async (lasts) => {
    const walk: Moved = ['walk', 8, 38]
    const [first, second] = [listed([line(walk, { lasts })], { lasts }), listed([line(walk, { over: true })])]
    const files = { 'a.csv': first['list.csv']!, 'b.csv': second['list.csv']! }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows.map(({ distance }) => distance)).toEqual([2.4])
  },
)

test('a ride whose start was rounded up has what is left beside a listed walk', async () => {
  const moved: Moved[] = [
    ['walk', 19, 49],
    ['ride', 57, 72],
  ]
  const ride = line(moved[1]!).replace(clock(57), clock(60))
  await expectAll({ ...listed([line(moved[0]!), ride]), ...takeout(moved) }, moved)
})

test('a listed walk with a pause within the quarters of Takeout has all of them', async () => {
  const parts: Moved[] = [
    ['walk', 8, 23],
    ['walk', 33, 48],
  ]
  const list = listed([line(['walk', 7, 37])])
  await expectAll({ ...list, ...takeout(parts) }, parts)
})

test('an unlisted walk before a listed run leaves the run its time', async () => {
  const moved: Moved[] = [
    ['walk', 13, 26],
    ['run', 46, 71],
  ]
  await expectAll({ ...listed([line(moved[1]!)]), ...takeout(moved) }, moved)
})

test.each([true, false])(
  'a ride that was typed in when it was over leaves a run its meters: recorded %s',
  async (isRecorded) => {
    const moved: Moved[] = [
      ['ride', 0, 43],
      ['run', 65, 85],
    ]
    const ride = line(moved[0]!, { over: true })
    const files = isRecorded ? { ...listed([ride]), ...recorded(moved[1]!) } : listed([ride, line(moved[1]!)])
    await expectAll({ ...files, ...phone(moved) }, moved)
  },
)
