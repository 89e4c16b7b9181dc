/** What a workout or a line of a list has before and behind a better recording, by what it says alone. */
import { expect, test } from 'vitest'
import { fit, fitTime, session } from './fit.ts'
import { appleOf, gpx, importing, northwards, sums, type Files } from './support.ts'

const morning = Date.UTC(2026, 5, 10, 8)
const time = (minute: number) => new Date(morning + minute * 60_000).toISOString().replace('.000', '')
const appleTime = (minute: number) => time(minute).replace('T', ' ').replace('Z', ' +0000')
/** Meters and steps of a minute in motion. */
const [pace, count] = [84, 110]

/** From and until minutes; `still`: minutes without motion in it, `paused` where it says so. */
type Walk = { from: number; to: number; still?: [number, number]; paused?: boolean }

const movedIn = ({ from, to, still: [a, b] = [0, 0] }: Walk): number =>
  to - from - Math.max(0, Math.min(to, b) - Math.max(from, a))
const timed = (walk: Walk): number => (walk.paused ? movedIn(walk) : walk.to - walk.from)

const watch = (walk: Walk): Files => ({
  'watch.fit': fit(
    session({
      start: fitTime(time(walk.from)),
      seconds: (walk.to - walk.from) * 60,
      timer: timed(walk) * 60,
      meters: movedIn(walk) * pace,
      cycles: (movedIn(walk) * count) / 2,
    }),
  ),
})
const workout = (walk: Walk): Files => {
  const [from, to] = walk.still ?? [0, 0]
  const events = walk.paused
    ? `<WorkoutEvent type="HKWorkoutEventTypePause" date="${appleTime(from)}"/><WorkoutEvent type="HKWorkoutEventTypeResume" date="${appleTime(to)}"/>`
    : ''
  const distance = `totalDistance="${(movedIn(walk) * pace) / 1000}" totalDistanceUnit="km"`
  return {
    'export.xml': appleOf(
      '2026-06-19 10:00:00 +0000',
      `<Workout workoutActivityType="HKWorkoutActivityTypeWalking" sourceName="Watch" duration="${timed(walk)}" durationUnit="min" ${distance} startDate="${appleTime(walk.from)}" endDate="${appleTime(walk.to)}">${events}<WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="${movedIn(walk) * count}" unit="count"/></Workout>`,
    ),
  }
}
const list = (walk: Walk): Files => ({
  'list.csv': `start,end,type,distance (m),duration (s),steps,source\n${time(walk.from)},${time(walk.to)},walk,${movedIn(walk) * pace},${timed(walk) * 60},${movedIn(walk) * count},app\n`,
})

const stop: [number, number] = [20, 35]
const late: Walk = { from: 4, to: 40 }
const cases: [string, Walk, Walk, number][] = [
  ['is started four minutes late', late, { from: 0, to: 40 }, 40],
  ['is stopped four minutes early', { from: 0, to: 36 }, { from: 0, to: 40 }, 40],
  ['is started late, and goes on longer', late, { from: 0, to: 33 }, 40],
  ['is a short part of it', { from: 10, to: 22 }, { from: 0, to: 40 }, 40],
  [
    'is left running in a stop, and stopped before the end',
    { from: 0, to: 40, still: stop },
    { from: 0, to: 60, still: stop, paused: true },
    45,
  ],
  [
    'has the pause in which it is left running, and is stopped before the end',
    { from: 0, to: 40, still: stop, paused: true },
    { from: 0, to: 60, still: stop },
    45,
  ],
]
const kinds = { 'a workout': workout, 'a line of a list': list }

test.each(
  cases.flatMap(([name, ...rest]) => Object.keys(kinds).map((kind) => [name, kind, ...rest] as const)),
)('what a watch that %s lost is of %s', async (_, kind, taken, copy, minutes) => {
  const files = { ...watch(taken), ...kinds[kind as keyof typeof kinds](copy) }
  for (const { distance, steps } of await sums(files)) {
    expect(distance * 1000).toBeCloseTo(minutes * pace, -2)
    expect(steps).toBeGreaterThanOrEqual(minutes * count - 20)
    expect(steps).toBeLessThanOrEqual(minutes * count + 20)
  }
})

test.each([8, 20, 60])('a copy that is left running for %d minutes at home has no more', async (minutes) => {
  const home: Walk = { from: 0, to: 40 + minutes, still: [40, 40 + minutes] }
  for (const copy of [workout(home), list(home)]) {
    const { rows } = await importing({ ...watch({ from: 0, to: 40 }), ...copy }, '--tz UTC --per activity')
    expect(rows).toMatchObject([{ distance: 3.36, duration: 2400, steps: 4400 }])
  }
})

test.each([
  ['six minutes', 6, 17_000],
  ['a quarter of an hour', 15, 20_000],
])('a copy that goes on in a bus for %s has no more', async (_, minutes, meters) => {
  const bus = `start,end,type,distance (m),duration (s),source\n${time(0)},${time(40 + minutes)},walk,${meters},${(40 + minutes) * 60},app\n`
  const { rows } = await importing(
    { ...watch({ from: 0, to: 40 }), 'list.csv': bus },
    '--tz UTC --per activity',
  )
  expect(rows).toMatchObject([{ distance: 3.36, duration: 2400 }])
})

/** A list's lines: from, to, type, meters, seconds in motion, steps. */
const lines = (...all: [number, number, string, number, number, number][]): Files => ({
  'list.csv': [
    'start,end,type,distance (m),duration (s),steps,source',
    ...all.map(([from, to, ...rest]) => [time(from), time(to), ...rest, 'app'].join()),
    '',
  ].join('\n'),
})
const recordedRun = (from: number, to: number, { sport = 1, speed = 180, cadence = 166 } = {}): Files => ({
  'run.fit': fit(
    session({
      start: fitTime(time(from)),
      sport,
      seconds: (to - from) * 60,
      meters: (to - from) * speed,
      cycles: ((to - from) * cadence) / 2,
    }),
  ),
})

test.each([
  ['before', 0, 42, 12],
  ['behind', 12, 57, 12],
])(
  'who walks %s a run that a watch recorded has all steps and all of the time of the walk',
  async (_, from, to, begins) => {
    const [walked, ran] = [to - from - 30, 30]
    const whole = lines([
      from,
      to,
      'run',
      walked * 81 + ran * 180,
      (to - from) * 60,
      walked * 110 + ran * 166,
    ])
    for (const { distance, duration, steps } of await sums({
      ...recordedRun(begins, begins + 30),
      ...whole,
    })) {
      expect(distance * 1000).toBeCloseTo(walked * 81 + ran * 180, -1)
      expect(duration).toBe((to - from) * 60)
      expect(Math.abs(steps - walked * 110 - ran * 166)).toBeLessThanOrEqual(2)
    }
  },
)

test('the ride home from a cafe in which a watch was stopped late is no drive', async () => {
  const ridden = recordedRun(0, 43, { sport: 2, speed: 7200 / 43, cadence: 0 })
  for (const { distance } of await sums({ ...ridden, ...lines([0, 65, 'ride', 14_400, 2400, 0]) }))
    expect(distance).toBeCloseTo(14.4, 2)
})

test.each([
  ['run', 1, 180],
  ['ride', 2, 360],
] as const)(
  'the drive home of the better recording of a %s that its copy has not is left out',
  async (type, sport, speed) => {
    const driven = recordedRun(0, 51, { sport, speed: (40 * speed + 8400) / 51, cadence: 0 })
    for (const { distance, duration } of await sums({
      ...driven,
      ...lines([0, 40, type, 40 * speed, 2400, 0]),
    })) {
      expect(distance * 1000).toBeCloseTo(40 * speed, -1)
      expect(duration).toBe(2400)
    }
  },
)

const open = (at: number, meters: number, steps: number): Files => ({
  'open.csv': `start,type,distance (m),steps,source\n${time(at)},run,${meters},${steps},app\n`,
})

test.each([
  ['with it', 0, 25],
  ['before it', 0, 12],
  ['a quarter of an hour before it', -17, 8],
])(
  'a line without an end that begins %s has all that it says beside a recording of a part',
  async (_, at, length) => {
    const files = { ...recordedRun(0, length), ...open(at, 7200, 6640) }
    for (const { distance, steps } of await sums(files)) {
      expect(distance).toBeCloseTo(7.2, 2)
      expect(Math.abs(steps - 6640)).toBeLessThanOrEqual(2)
    }
  },
)

test('a line without an end that begins in a track of a walk and a run has no more than the run', async () => {
  const walk = northwards(time(0), 1200, 1.35)
  const run = northwards(time(20), 2100, 3, 48 + (1200 * 1.35) / 111_200)
  const files = { 'all.gpx': gpx([[...walk, ...run]], { type: 'running' }), ...open(20, 6110, 5810) }
  for (const { distance } of await sums(files)) expect(distance).toBeCloseTo(7.92, 1)
})

test('of copies that go on in turn no more are said than were read', async () => {
  const all = [0, 20, 40, 60].map((at): [number, number, string, number, number, number] => [
    at,
    at + 45,
    'walk',
    45 * pace,
    2700,
    45 * count,
  ])
  const { stderr } = await importing(lines(...all), '--tz UTC')
  expect(Number(/(\d+) cop/.exec(stderr)?.[1])).toBeLessThanOrEqual(3)
})
