/** Recordings of which each began or ended while another went on: every minute counts once, per day and per activity. */
import { expect, test } from 'vitest'
import { appleOf, gpx, northwards, sums, type Files } from './support.ts'

const minutes = 60_000
const morning = Date.UTC(2026, 5, 10, 8)
const time = (minute: number) => new Date(morning + minute * minutes).toISOString().replace('.000', '')
const appleTime = (minute: number) => time(minute).replace('T', ' ').replace('Z', ' +0000')
/** Meters and steps of a minute. */
const [pace, count] = [84, 110]

type Walk = { from: number; to: number; pauses?: readonly [number, number][] }

const moving = ({ from, to, pauses = [] }: Walk) => pauses.reduce((sum, [a, b]) => sum - (b - a), to - from)
const parts = ({ from, to, pauses = [] }: Walk): [number, number][] => {
  const ends = [from, ...pauses.flat(), to]
  return Array.from({ length: ends.length / 2 }, (_, at) => [ends[at * 2]!, ends[at * 2 + 1]!])
}

/** Tracks tell pauses by their pieces, workouts by events; a list says none. */
const track = (walk: Walk): string => {
  let way = 0
  return gpx(
    parts(walk).map(([from, to]) => {
      const piece = northwards(time(from), (to - from) * 60, pace / 60, 48 + (way * pace) / 111_200)
      way += to - from
      return piece
    }),
  )
}
const workout = (walk: Walk): string =>
  appleOf(
    '2026-06-19 10:00:00 +0000',
    `<Workout workoutActivityType="HKWorkoutActivityTypeWalking" sourceName="Watch" duration="${moving(walk)}" durationUnit="min" totalDistance="${(moving(walk) * pace) / 1000}" totalDistanceUnit="km" startDate="${appleTime(walk.from)}" endDate="${appleTime(walk.to)}">${(
      walk.pauses ?? []
    )
      .map(
        ([from, to]) =>
          `<WorkoutEvent type="HKWorkoutEventTypePause" date="${appleTime(from)}"/><WorkoutEvent type="HKWorkoutEventTypeResume" date="${appleTime(to)}"/>`,
      )
      .join(
        '',
      )}<WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="${moving(walk) * count}" unit="count"/></Workout>`,
  )
const list = (walk: Walk, source = 'app'): string =>
  `start,end,type,distance (m),duration (s),source\n${time(walk.from)},${time(walk.to)},walk,${moving(walk) * pace},${moving(walk) * 60},${source}\n`

/** Truth within two percent: what lies at the edge of a pause is divided in proportion. */
async function expectMinutes(files: Files, walked: number, withSteps = 0) {
  for (const { distance, duration, steps } of await sums(files)) {
    expect(distance / ((walked * pace) / 1000)).toBeCloseTo(1, 1.7)
    expect(duration / (walked * 60)).toBeCloseTo(1, 1.7)
    if (withSteps > 0) expect(steps / (withSteps * count)).toBeCloseTo(1, 1.7)
  }
}

const lunch: [number, number][] = [[60, 120]]

test.each([
  ['before it', { from: 0, to: 126 }, { from: 20, to: 150 }],
  ['behind it', { from: 0, to: 150 }, { from: 20, to: 180 }],
  ['from the same minute on', { from: 0, to: 100 }, { from: 0, to: 150 }],
])('a recording that went on through the pause of another, and began or ended %s', async (_, one, other) => {
  const walked = Math.max(one.to, other.to) - 60
  await expectMinutes(
    {
      'a.gpx': track({ ...one, pauses: lunch.filter(() => one.to > 120) }),
      'b.xml': workout({ ...other, pauses: lunch }),
    },
    walked,
  )
  const told = { ...other, pauses: lunch }
  const untold = { ...one, pauses: lunch.filter(() => one.to > 120) }
  await expectMinutes({ 'a.csv': list(untold), 'b.xml': workout(told) }, walked)
})

test.each([
  ['three', [0, 77], [17, 105], [38, 140]],
  ['four', [0, 60], [25, 90], [50, 120], [80, 160]],
] as [string, ...[number, number][]][])(
  '%s tracks of which each goes on in the next',
  async (_, ...walks) => {
    const files = Object.fromEntries(walks.map(([from, to], at) => [`${at}.gpx`, track({ from, to })]))
    await expectMinutes(files, Math.max(...walks.flat()))
  },
)

test.each([
  ['of fourteen minutes', [[60, 74]]],
  ['at ten traffic lights', Array.from({ length: 10 }, (_, at) => [25 + at * 8, 26 + at * 8])],
] as [string, [number, number][]][])('two recordings that both tell their pauses %s', async (_, pauses) => {
  const [one, other] = [
    { from: 0, to: 126, pauses },
    { from: 20, to: 150, pauses },
  ]
  const walked = 150 - pauses.reduce((sum, [a, b]) => sum + b - a, 0)
  await expectMinutes({ 'a.gpx': track(one), 'b.xml': workout(other) }, walked)
  await expectMinutes({ 'a.xml': workout(one), 'b.gpx': track(other) }, walked)
})

test('two files of one source that paused at other times are never counted for more than was walked', async () => {
  const one = track({ from: 0, to: 90, pauses: [[50, 60]] })
  const other = track({ from: 25, to: 120, pauses: [[70, 82]] })
  for (const { distance } of await sums({ 'a.gpx': one, 'b.gpx': other })) {
    expect(distance).toBeLessThanOrEqual(0.12 * pace)
    expect(distance).toBeGreaterThan(0.095 * pace)
  }
})

test('steps that only a longer copy knows count beside those of the recording before it', async () => {
  const files = {
    'a.xml': workout({ from: 0, to: 50 }),
    'b.csv': `start,end,type,steps,source\n${time(33)},${time(120)},walk,${87 * count},app\n`,
    'c.gpx': track({ from: 48, to: 120 }),
  }
  await expectMinutes(files, 120, 120)
})

test('two parts of an activity that overlap count as far as they go', async () => {
  const files = {
    'a.xml': workout({ from: 0, to: 130 }).replace(/ totalDistance="[^"]*" totalDistanceUnit="km"/, ''),
    'b.gpx': track({ from: 30, to: 97 }),
    'c.csv': list({ from: 63, to: 113 }),
  }
  const [day] = await sums(files)
  expect(day!.distance / (0.083 * pace)).toBeCloseTo(1, 1.7)
})
