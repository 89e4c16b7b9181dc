/** Words that files have for columns, units, sports and devices: each means what it says. */
import { expect, test } from 'vitest'
import { appleOf, gpx, importing, northwards, type Row } from './support.ts'

const now = () => new Date('2026-12-01T12:00:00Z')
const table = (...lines: string[]) => ({ 'a.csv': `${lines.join('\n')}\n` })
const day = (nth: number) => `2026-01-${String(nth + 1).padStart(2, '0')}`
const valuesOf = (rows: Row[]) => rows.map(({ steps, distance, duration }) => steps ?? distance ?? duration)

/** What a table has of one measure where each line names another unit. */
async function inUnits(measure: string, values: readonly (readonly [number, string])[]) {
  const lines = values.map(([value, unit], at) => `${day(at)},${value},${unit}`)
  const { rows } = await importing(table(`date,${measure},unit`, ...lines), '--tz UTC', { now })
  return valuesOf(rows)
}

test('every word for a unit of distance', async () => {
  const words = [
    [1000, ['m', 'meter', 'meters', 'metre', 'metres', 'M']],
    [1, ['km', 'kms', 'kilometer', 'kilometers', 'kilometre', 'kilometres', 'KM']],
    [0.621371, ['mi', 'mile', 'miles']],
    [1093.613, ['yd', 'yds', 'yard', 'yards']],
    [3280.84, ['ft', 'foot', 'feet']],
  ] as const
  const values = words.flatMap(([value, names]) => names.map((name) => [value, name] as const))
  expect(await inUnits('distance', values)).toEqual(values.map(() => 1))
})

test('every word for a unit of duration', async () => {
  const words = [
    [1800, ['s', 'sec', 'secs', 'second', 'seconds']],
    [30, ['min', 'mins', 'minute', 'minutes']],
    [0.5, ['h', 'hr', 'hrs', 'hour', 'hours']],
    [1_800_000, ['ms', 'millisecond', 'milliseconds']],
  ] as const
  const values = words.flatMap(([value, names]) => names.map((name) => [value, name] as const))
  expect(await inUnits('duration', values)).toEqual(values.map(() => 1800))
})

test.each([
  ['date', ['date', 'day', 'calendar date', 'calendardate', 'Date']],
  [
    'steps',
    ['steps', 'step count', 'step_count', 'stepcount', 'total steps', 'total_steps', 'Steps (count)'],
  ],
])('a table of days whose column of %s is called otherwise', async (column, names) => {
  for (const name of names) {
    const header = 'date,steps'.replace(column, name)
    expect((await importing(table(header, '2026-01-02,500'), '', { now })).rows, name).toMatchObject([
      { date: '2026-01-02', steps: 500 },
    ])
  }
})

test.each([
  [
    'start',
    ['start', 'begin', 'starttime', 'startdate', 'start time', 'start_date', 'begin_time', 'timestamp'],
  ],
  ['type', ['type', 'sport', 'activity', 'activity type', 'activity_type', 'activitytype']],
  ['source', ['source', 'device', 'device name', 'device_name', 'app']],
])('a table of activities whose column of %s is called otherwise', async (column, names) => {
  const line = '2026-01-02T10:00:00Z,2026-01-02T10:20:00Z,run,Ann,2000'
  for (const name of names) {
    const header = 'start,end,type,source,steps'.replace(column, name)
    const { rows } = await importing(table(header, line), '--tz UTC --per activity', { now })
    expect(rows, name).toEqual([
      { id: 'activity-20260102T1000Z', date: '2026-01-02', steps: 2000, source: 'Ann' },
    ])
  }
})

test('a table of stretches whose column of ends is called otherwise', async () => {
  for (const name of ['end', 'stop', 'endtime', 'enddate', 'end time', 'end_date', 'stop_time']) {
    const files = table(`start,${name},steps`, '2026-01-02T10:00:00Z,2026-01-02T10:20:00Z,2000')
    expect((await importing(files, '--tz UTC', { now })).rows, name).toMatchObject([
      { steps: 2000, duration: 1200 },
    ])
  }
})

const sports = {
  walk: ['Walking', 'power walk', 'walk', '10'],
  run: ['Running', 'trail_run', 'jogging', 'treadmill-running', '9'],
  hike: ['Hiking', 'trekking', '4'],
  ride: ['Cycling', 'Biking', 'e_bike_ride', 'Ride', 'gravel_ride', '1'],
  swim: ['lap_swimming', 'Swim', 'open water swimming', '16'],
  other: ['golf', 'yoga', '2', '19', '11'],
}

test.each(Object.keys(sports) as (keyof typeof sports)[])('what files call a %s', async (type) => {
  const names = Object.values(sports).flat()
  const lines = names.map((name, at) => `${day(at)}T10:00:00Z,${day(at)}T10:20:00Z,${name},2`)
  const files = table('start,end,type,distance (km)', ...lines)
  const { rows } = await importing(files, `--tz UTC --per activity --type ${type}`, { now })
  expect(rows.map(({ date }) => names[Number(date.slice(-2)) - 1])).toEqual(sports[type])
})

const devices = {
  watch: [
    'Apple Watch',
    'Connect',
    'Garmin',
    'Fitbit Charge',
    'Polar Flow',
    'Suunto 9',
    'COROS',
    'Amazfit',
    'Zepp Life',
    'Withings',
    'WHOOP',
    'Oura',
  ],
  phone: ["Ann's iPhone", 'my phone', 'Smartphone', 'Google Fit'],
  other: ['Strava', 'Connected', 'Saxophone', 'Pacer'],
}

test.each<[keyof typeof devices, string, boolean]>([
  ['watch', 'iPhone', true],
  ['phone', 'Some App', true],
  ['phone', 'Other Watch', false],
  ['other', 'iPhone', false],
])('what is called as a %s is, and before a day of %s: %s', async (kind, beside, isFirst) => {
  const lines = devices[kind].flatMap((name, at) => {
    const pair = [`${day(at)},10,${beside}`, `${day(at)},700,${name}`]
    // Of two of one kind the first line would count.
    return isFirst ? pair : pair.toReversed()
  })
  const { rows } = await importing(table('date,steps,source', ...lines), '', { now })
  expect(rows.map(({ source }) => source)).toEqual(devices[kind].map((name) => (isFirst ? name : beside)))
})

test("every month and both halves of a day in Strava's list", async () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
  const header = 'Activity ID,Activity Date,Activity Type,Elapsed Time,Distance'
  const dates = [
    ...months.map((month, at) => [`${month} ${at + 10}, 2026, 6:05:00 AM`, `${month} ${at + 10}`, '0605']),
    ['Jan 4, 2026, 12:30:00 AM', 'Jan 4', '0030'],
    ['Jan 4, 2026, 12:30:00 PM', 'Jan 4', '1230'],
    ['Jan 4, 2026, 11:59:59 PM', 'Jan 4', '2359'],
    ['January 5, 2026, 1:00:00 PM', 'Jan 5', '1300'],
  ]
  const lines = dates.map(([text], at) => `${at},"${text}",Run,600,2.5`)
  const { rows } = await importing(
    { 'activities.csv': `${header}\n${lines.join('\n')}\n` },
    '--tz UTC --per activity',
    { now },
  )
  const ids = dates.map(([, date, clock]) => {
    const [month = '', nth = ''] = date!.split(' ')
    return `activity-2026${String(months.indexOf(month) + 1).padStart(2, '0')}${nth.padStart(2, '0')}T${clock}Z`
  })
  expect(rows.map(({ id }) => id)).toEqual(ids.toSorted())
  for (const row of rows) expect(row).toMatchObject({ distance: 2.5, duration: 600, source: 'Strava' })
})

const times = (nth: number) => `startDate="${day(nth)} 10:00:00 +0100" endDate="${day(nth)} 10:40:00 +0100"`
const health = (...records: string[]) => ({ 'export.xml': appleOf('2026-02-01 10:00:00 +0100', ...records) })

test('every unit of a distance, and every kind of it, in Apple Health', async () => {
  const units = [
    [5000, 'm'],
    [5, 'km'],
    [3.106856, 'mi'],
    [5468.066, 'yd'],
    [16_404.2, 'ft'],
    [500_000, 'cm'],
  ] as const
  for (const kind of ['WalkingRunning', 'Cycling', 'Swimming']) {
    const records = units.map(
      ([value, unit], at) =>
        `<Record type="HKQuantityTypeIdentifierDistance${kind}" sourceName="a" unit="${unit}" ${times(at)} value="${value}"/>`,
    )
    const { rows } = await importing(health(...records), '', { now })
    expect(rows.map(({ distance }) => distance)).toEqual(units.map(() => 5))
  }
})

test('every unit of a duration, and the usual ones, in workouts of Apple Health', async () => {
  const durations = [
    'duration="1800" durationUnit="s"',
    'duration="30" durationUnit="min"',
    'duration="0.5" durationUnit="hr"',
    'duration="30"',
  ]
  const workouts = durations.map(
    (duration, at) =>
      `<Workout workoutActivityType="HKWorkoutActivityTypeHiking" ${duration} totalDistance="2" sourceName="a" ${times(at)}></Workout>`,
  )
  const { rows } = await importing(health(...workouts), '', { now })
  expect(rows.map(({ duration, distance }) => [duration, distance])).toEqual(durations.map(() => [1800, 2]))
})

test.each([
  ['Walking', 'walk'],
  ['Running', 'run'],
  ['Hiking', 'hike'],
  ['Cycling', 'ride'],
  ['Swimming', 'swim'],
  ['Yoga', 'other'],
])("Apple's workout %s is a %s", async (name, type) => {
  const workout = `<Workout workoutActivityType="HKWorkoutActivityType${name}" duration="30" sourceName="a" ${times(0)}></Workout>`
  const { rows } = await importing(health(workout), `--per activity --type ${type}`, { now })
  expect(rows).toMatchObject([{ duration: 1800 }])
})

test('a stride makes no steps of a ride or a swim', async () => {
  for (const type of ['cycling', 'swimming']) {
    const file = { 'a.gpx': gpx([northwards('2026-01-02T18:00:00Z', 600, 1.1)], { type }) }
    const [row] = (await importing(file, '--tz UTC --stride 0.75m', { now })).rows
    expect(row).toMatchObject({ distance: 0.66, source: 'hand' })
    expect(row).not.toHaveProperty('steps')
  }
})
