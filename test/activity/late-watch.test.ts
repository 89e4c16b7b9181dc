/** A watch that is put on late, or read late: its counter's first rise spans hours, in which a phone counted too. */
import { expect, test } from 'vitest'
import { sinceWorn } from '../../src/activity/collect/since-worn.ts'
import { leftOf } from '../../src/activity/merge/watches/late.ts'
import { counted } from './fit.ts'
import { gpx, importing, northwards, type Files } from './support.ts'

/** Minutes of the day; of a walk 100 steps a minute, and 0.7 m a step. `carried`: the phone counts `carried` of each step. */
type Walk = { at: number; minutes: number; carried?: number }
type Span = readonly [from: number, until: number]
/** `away`: the watch is taken off meanwhile. */
type World = { walks: readonly Walk[]; worn?: Span; away?: Span }

const hour = 60
const day = 24 * hour
const time = (minute: number): string =>
  minute === day
    ? '2026-01-06T00:00:00Z'
    : `2026-01-05T${String(Math.floor(minute / hour)).padStart(2, '0')}:${String(minute % hour).padStart(2, '0')}:00Z`

const isIn = ([from, until]: Span, minute: number) => minute >= from && minute < until
const isWorn = ({ worn = [0, day], away = [0, 0] }: World, minute: number) =>
  isIn(worn, minute) && !isIn(away, minute)

/** Steps between two minutes, with what a device counts of each. */
function stepsOf(
  { walks }: World,
  from: number,
  until: number,
  part: (walk: Walk, minute: number) => number,
): number {
  let steps = 0
  for (let minute = from; minute < until; minute++)
    for (const walk of walks)
      if (minute >= walk.at && minute < walk.at + walk.minutes) steps += 100 * part(walk, minute)
  return Math.round(steps)
}

/** What was moved by all that devices saw. */
const trueSteps = (world: World) =>
  stepsOf(world, 0, day, ({ carried = 1 }, minute) => (isWorn(world, minute) ? 1 : Math.min(1, carried)))

type Reading = readonly [name: string, every: number, onlyChanges: boolean, zero: boolean]

const watches: readonly Reading[] = [
  ['each minute that counts', 1, true, true],
  ['each minute that counts, without a 0 at midnight', 1, true, false],
  ['each quarter that counts', 15, true, false],
  ['each hour that counts', hour, true, true],
  ['each hour', hour, false, false],
  ['in the evening', 20 * hour, true, false],
]

function watchOf(world: World, [, every, onlyChanges, zero]: Reading, serial = 9): Files {
  const readings: [string, number, number][] = zero ? [[time(0), 0, 0]] : []
  let [steps, written] = [0, 0]
  for (let minute = 1; minute <= day; minute++) {
    steps += stepsOf(world, minute - 1, minute, (_, at) => Number(isWorn(world, at)))
    const isRead = (minute % every === 0 && isWorn(world, minute - 1)) || minute === day
    if (!isRead || (steps === written && (onlyChanges || minute === day))) continue
    readings.push([time(minute), steps, steps * 0.7])
    written = steps
  }
  return { [`watch ${serial}.fit`]: counted(readings, { serial }) }
}

function phoneOf(world: World, every: number, source = 'iPhone'): Files {
  const lines = Array.from({ length: day / every }, (_, at) => {
    const [from, until] = [at * every, (at + 1) * every]
    const steps = stepsOf(world, from, until, ({ carried = 1 }) => carried)
    return steps > 0 ? `${time(from)},${time(until)},${steps},${steps * 0.7},${source}\n` : ''
  })
  return { [`${source}.csv`]: `start,end,steps,distance (m),source\n${lines.join('')}` }
}

async function summed(files: Files, flags = ''): Promise<{ steps: number; distance: number }> {
  const { rows } = await importing(files, `--tz UTC ${flags}`)
  const { steps = 0, distance = 0 } = rows[0] ?? {}
  return { steps, distance: distance * 1000 }
}

const walks = [9 * hour, 12 * hour, 14 * hour, 16 * hour, 18 * hour].map((at) => ({ at, minutes: 15 }))
const carried = (...parts: number[]) => walks.map((walk, at) => ({ ...walk, carried: parts[at]! }))

const worlds: Record<string, World> = {
  'a watch put on at 16:00, a phone all day': { walks, worn: [16 * hour, day] },
  'a watch put on at 14:00 for the third walk': { walks, worn: [14 * hour, day] },
  'a watch put on at 15:00, the phone at home from then on': {
    walks: carried(1, 1, 1, 0, 0),
    worn: [15 * hour, day],
  },
  'a watch taken off at noon': { walks, worn: [0, 12 * hour] },
  'both all day': { walks },
  'a phone that stays at home beside a watch': { walks: carried(0, 0, 0, 0, 0) },
  'a phone that is carried now and then': { walks: carried(1, 0, 1, 0, 0.5) },
  'a phone that counts too little': { walks: carried(0.8, 0.8, 0.8, 0.8, 0.8) },
}
/** A walk is lost where the watch is put on in the time of one sample; what a watch alone has counted, among the phone's. */
const least: Record<string, number> = {
  'a watch put on at 16:00, a phone all day': 0.79,
  'a watch put on at 14:00 for the third walk': 0.79,
  'a watch put on at 15:00, the phone at home from then on': 0.59,
}

test.each(
  Object.keys(worlds).flatMap((name) =>
    watches.flatMap((reading) => [10, 15, hour].map((every) => [name, reading[0], every, reading] as const)),
  ),
)('%s, read %s, the phone each %i minutes: each step counts once', async (name, _, every, reading) => {
  const world = worlds[name]!
  const { steps, distance } = await summed({ ...watchOf(world, reading), ...phoneOf(world, every) })
  const all = trueSteps(world)
  expect(steps / all).toBeGreaterThanOrEqual(least[name] ?? 0.99)
  expect(steps / all).toBeLessThan(1.01)
  expect(distance / all / 0.7).toBeCloseTo(steps / all, 1)
})

const apart = watches.flatMap((one) => watches.map((other) => [one[0], other[0], one, other] as const))

test.each(apart)('two watches read %s and %s, and a phone, are one day', async (_, __, one, other) => {
  const late = { walks, worn: [14 * hour, day] } as const
  for (const second of [{ walks }, late]) {
    const both = { ...watchOf({ walks }, one), ...watchOf(second, other, 10) }
    const { steps } = await summed({ ...both, ...phoneOf({ walks }, 15) })
    expect(steps).toBeLessThanOrEqual(7500)
    expect(steps).toBeGreaterThanOrEqual(second === late ? 6000 : 7500)
    expect((await summed(both)).steps).toBeLessThanOrEqual(7500)
  }
})

/** Two watches are worn in turn; what is left open is when each was put on. */
test.each(
  [1, 5, 10, 15].flatMap((every) =>
    [true, false].flatMap((onlyChanges) => [9, 11].map((serial) => [every, onlyChanges, serial] as const)),
  ),
)(
  'two watches in turn, read each %i minutes (only where it changed: %s), have what both counted: %i',
  async (every, onlyChanges, serial) => {
    const reading: Reading = ['often', every, onlyChanges, false]
    const mornings = [7, 9, 11].map((at) => ({ at: at * hour, minutes: 25 }))
    const evenings = [15.5, 18].map((at) => ({ at: at * hour, minutes: 25 }))
    const all = { walks: [...mornings, ...evenings] }
    const first = watchOf({ ...all, worn: [0, 15 * hour] }, reading, serial)
    const second = watchOf({ ...all, worn: [15 * hour, day] }, reading, 10)
    expect(await summed({ ...first, ...second })).toEqual({ steps: 12_500, distance: 8750 })
    const third = watchOf({ ...all, worn: [16.5 * hour, day] }, reading, 10)
    expect(await summed({ ...first, ...third })).toEqual({ steps: 10_000, distance: 7000 })
  },
)

const quarters = (...samples: [at: number, steps: number][]): Files => ({
  'phone.csv': `start,end,steps,distance (m)\n${samples
    .map(([at, steps]) => `${time(at)},${time(at + 15)},${steps},${steps * 0.7}\n`)
    .join('')}`,
})
type Reads = readonly (readonly [at: number, steps: number])[]
const walkingAndRunning = (walking: Reads, running: Reads): Files => {
  const readings = (reads: Reads) =>
    reads.map(([at, steps]): [string, number, number] => [time(at), steps, steps * 0.7])
  return {
    'walking.fit': counted(readings(walking), { serial: 9 }),
    'running.fit': counted(readings(running), { serial: 9, type: 1 }),
  }
}
const evening = [1000, 1000, 1000, 1000].map((steps, at): [number, number] => [19 * hour + at * 15, steps])

test.each([
  ['hours that lie within those of running', [6 * hour, 0]],
  ['hours that begin with those of running', [0, 0]],
] as const)('a rise of walking in %s: each step of the phone is of one of both', async (_, zero) => {
  const watch = walkingAndRunning([zero, [8 * hour, 4000]], [[20 * hour, 4000]])
  const morning: [number, number][] = [7.25, 7.5, 7.75].map((at, each) => [
    at * hour,
    each === 2 ? 1200 : 1400,
  ])
  for (const phone of [quarters(...morning, ...evening), quarters(...morning), quarters(...evening), {}])
    expect(await summed({ ...watch, ...phone })).toEqual({ steps: 8000, distance: 5600 })
})

test('walking and running that are read in the evening add up, with the time of both', async () => {
  const watch = walkingAndRunning([[20 * hour, 6000]], [[20 * hour, 4000]])
  const phone = quarters(...[9, 11, 13, 15, 17].map((at): [number, number] => [at * hour, 1400]))
  const { rows } = await importing({ ...watch, ...phone }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 10_000, distance: 7, duration: 6000 }])
})

test.each([
  [
    'worn at night',
    [
      [15, 0],
      [30, 20],
    ],
  ],
  ['put on in the morning', []],
] as [string, Reads][])(
  "running that is first written at noon is not of a phone's walk before the watch was put on: %s",
  async (_, night) => {
    const walked: Reads = [
      [9 * hour, 0],
      [9.25 * hour, 500],
      [11 * hour, 1500],
    ].map(([at, steps]) => [at!, steps! + (night.at(-1)?.[1] ?? 0)])
    const watch = walkingAndRunning([...night, ...walked], [[12.25 * hour, 2400]])
    const phone = quarters([8 * hour, 1500], [8.25 * hour, 1200])
    const { steps } = await summed({ ...watch, ...phone })
    expect(steps).toBe(1500 + 2400 + 2700 + (night.at(-1)?.[1] ?? 0))
  },
)

test('what a watch ran since it was put on goes into that time, or it was before', () => {
  const rise = { start: 0, length: 12 * 3600, value: 2400, offset: undefined }
  const readAt = (...hours: number[]) =>
    hours.map((at) => ({ start: at * 3600, length: 0, value: 1, offset: undefined })).values()
  const sinceOf = (...hours: number[]) => [...sinceWorn([rise], readAt(...hours), 3.2)][0]!.start / 3600
  expect(sinceOf()).toBe(0)
  expect(sinceOf(0.5, 1, 1.5)).toBe(0)
  expect(sinceOf(0.5, 9, 9.5, 11)).toBe(11)
  expect(sinceOf(0.5, 9, 9.5, 11.9)).toBe(9)
  expect(sinceOf(0.5, 9, 10, 11, 12)).toBe(9)
})

test.each([
  ['in the quarter before its hours', 6 * hour - 15, 1500, 3500],
  ['a minute within its hours: no more than one can walk in that', 6 * hour - 14, 1500, 3500 - 60 * 3.2],
  ['in the quarter after them', 8 * hour, 1500, 3500],
])('what a phone counts %s is not of the rise', async (_, at, steps, sum) => {
  const watch = walkingAndRunning(
    [
      [6 * hour, 0],
      [8 * hour, 2000],
    ],
    [],
  )
  expect((await summed({ ...watch, ...quarters([at, steps]) })).steps).toBe(sum)
})

test("a phone's last hour of a day is not of the rise that begins at midnight", async () => {
  const phone = 'start,end,steps\n2026-01-04T23:00:00Z,2026-01-05T00:00:00Z,1400\n'
  const watch = walkingAndRunning(
    [
      [8 * hour, 1500],
      [9 * hour, 2500],
    ],
    [],
  )
  const { rows } = await importing({ ...watch, 'phone.csv': phone }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1400 }, { steps: 2500 }])
})

test('what was counted in few hours is taken off before what was counted in many', () => {
  const rise = (from: number, until: number, value: number) => ({
    start: from * 3600,
    length: (until - from) * 3600,
    value,
  })
  const rises = [rise(0, 20, 5000), rise(10, 23, 8000)]
  const samples = [rise(1, 23, 8000), rise(7, 9, 1000), rise(12, 12.5, 4000)]
  expect(leftOf(rises, samples, 3.2)).toEqual([0, 0])
})

const within = (from: number, until: number, value: number) => ({
  start: from * 60,
  length: (until - from) * 60,
  value,
})

test.each([
  ['an hour', [within(0, 60, 2000), within(5, 25, 2000)], [within(0, 25, 2000), within(25, 50, 2000)]],
  [
    'a sample behind more than an hour',
    [within(0, 75, 6000), within(65, 90, 2000)],
    [within(0, 60, 4000), within(60, 75, 2000), within(75, 90, 2000)],
  ],
])('what %s has beyond a walk is not held against the rises of that walk', (_, samples, rises) => {
  expect(leftOf(rises, samples, 3.2)).toEqual(rises.map(() => 0))
})

test.each([
  [20, 9 * hour + 18, 20, 20],
  [25, 9 * hour + 7, 20, 20],
  [25, 9 * hour + 18, 20, 20],
])(
  'a watch read each %i minutes, a phone of an hour: the walk right behind a recorded one counts once',
  async (every, at, recorded, behind) => {
    const all = { walks: [{ at, minutes: recorded + behind }] }
    const watch = watchOf(all, ['often', every, true, true])
    const list = `start,end,type,steps\n${time(at)},${time(at + recorded)},walk,${recorded * 100}\n`
    const steps = (recorded + behind) * 100
    expect(await summed({ ...watch, ...phoneOf(all, hour), 'list.csv': list })).toEqual({
      steps,
      distance: (steps * 7) / 10,
    })
  },
)

test('a walk of a list takes its even share of hours of a phone, as far as that is there', async () => {
  const all = {
    walks: [
      { at: 8 * hour + 8, minutes: 20 },
      { at: 8 * hour + 32, minutes: 48 },
    ],
  }
  const watch = watchOf(all, ['often', 30, true, true])
  const list = `start,end,type,steps\n${time(8 * hour + 33)},${time(9 * hour + 16)},walk,4300\n`
  expect((await summed({ ...watch, ...phoneOf(all, hour), 'list.csv': list })).steps).toBe(6800)
})

test('three sources with the same 7,500 steps give 7,500, however late they are read', async () => {
  const all = { walks }
  for (const reading of watches)
    expect(
      await summed({ ...watchOf(all, reading), ...phoneOf(all, 15), ...phoneOf(all, hour, 'app') }),
    ).toEqual({ steps: 7500, distance: 5250 })
})

test('an activity in the hours of a late rise counts once, and so does the time of both', async () => {
  const list = `start,end,type,steps,distance (m)\n${time(9 * hour)},${time(9 * hour + 15)},walk,1500,1050\n`
  const watch = watchOf({ walks }, watches.at(-1)!)
  const { rows } = await importing({ ...watch, 'list.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 7500, distance: 5.25 }])
  expect(rows[0]!.duration).toBe((await importing(watch, '--tz UTC')).rows[0]!.duration)
})

test('a phone has its time at midday where a recording has what the watch ran in those hours', async () => {
  const walking = counted([
    [time(0), 0, 0, 0],
    [time(9 * hour + 15), 1500, 1050, 900],
  ])
  const running = counted(
    [
      [time(17 * hour + 15), 1600, 1600, 600],
      [time(17 * hour + 30), 4000, 4000, 1500],
    ],
    { type: 1 },
  )
  const phone = phoneOf({ walks: walks.slice(0, 2) }, 15)
  const list = `start,end,type,duration (s),steps,distance (m)\n${time(17 * hour + 5)},${time(17 * hour + 30)},run,1500,4000,4000\n`
  const files = { 'walking.fit': walking, 'running.fit': running, 'list.csv': list, ...phone }
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 7000, distance: 6.1, duration: 3300 }])
})

test('steps by a stride are not taken for those of a late rise', async () => {
  const track = gpx([northwards(time(9 * hour), 900, 1.2)])
  const watch = watchOf({ walks, worn: [14 * hour, day] }, watches.at(-1)!)
  const { rows } = await importing({ ...watch, 'walk.gpx': track }, '--tz UTC --stride 0.75m')
  expect(rows).toMatchObject([{ steps: 4500 }])
})

test('--explain says what a late rise has beside the phone', async () => {
  const files = {
    ...watchOf({ walks, worn: [16 * hour, day] }, watches[0]!),
    ...phoneOf({ walks }, 15),
  }
  const { rows } = await importing(files, '--tz UTC --explain')
  const reason = 'counted by another source at the same time'
  expect(rows.slice(0, 2)).toMatchObject([
    { source: 'Garmin', taken: 3000, left_out: 0, reason: null },
    { source: 'iPhone', taken: 4500, left_out: 3000, reason },
  ])
})

test.each(
  watches.slice(0, 4).flatMap((reading) => [1, 10, 60].map((every) => [reading[0], every, reading] as const)),
)(
  'a watch that is taken off for hours and put on again, read %s, leaves the hours between to a phone of each %d minutes',
  async (_, every, reading) => {
    const world = {
      walks: [
        { at: 8 * hour, minutes: 30 },
        { at: 11 * hour, minutes: 40 },
        { at: 14 * hour + 10, minutes: 20 },
        { at: 18 * hour, minutes: 30 },
      ],
      away: [10 * hour, 14 * hour + 10] as const,
    }
    const files = { ...watchOf(world, reading), ...phoneOf(world, every) }
    const { rows } = await importing(files, '--tz UTC')
    // Of its first reading some may be lost among those of the phone.
    for (const share of [
      rows[0]!.steps! / trueSteps(world),
      rows[0]!.distance! / trueSteps(world) / 0.0007,
    ]) {
      expect(share).toBeGreaterThan(0.97)
      expect(share).toBeLessThan(1.001)
    }
  },
)
