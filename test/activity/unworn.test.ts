/** Activities that were done without the watch, which counted a little in the same quarters of an hour. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 13, minute)).toISOString()

/** Samples of a source, as [minute after 13:00, minutes, steps, meters]. */
const counted = (source: string, samples: readonly (readonly [number, number, number, number])[]): string =>
  [
    'start,end,steps,distance (m),source',
    ...samples.map((each) => {
      const [at, minutes, steps, meters] = each
      return `${time(at)},${time(at + minutes)},${steps},${meters},${source}`
    }),
    '',
  ].join('\n')

const quarters = [
  [0, 15, 1400, 1000],
  [15, 15, 200, 140],
  [30, 15, 467, 330],
  [45, 15, 78, 55],
  [60, 15, 1000, 700],
] as const

const run = 'start,end,type,duration (s),steps,distance (m),source\n'
const listed = (steps: number, meters: number): string =>
  `${run}${time(30)},${time(60)},run,1780,${steps},${meters},Diary\n`

async function dayOf(files: Record<string, string>) {
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toHaveLength(1)
  return rows[0]!
}

test('a run without the watch counts beside the little that it counted in its quarters', async () => {
  const files = { 'watch.csv': counted('Garmin', quarters), 'run.csv': listed(4620, 5000) }
  expect(await dayOf(files)).toMatchObject({ steps: 2600 + 4620, distance: 1.84 + 5, duration: 1560 + 1780 })
  const { rows } = await importing(files, '--tz UTC --per activity')
  expect(rows).toMatchObject([{ steps: 4620, distance: 5 }])
})

test('a watch that writes zeros on its charger keeps no run out', async () => {
  const zeros = [...Array(60).keys()].map((minute) => [minute, 1, minute < 20 ? 100 : 0, 0] as const)
  const files = { 'watch.csv': counted('Fitbit', zeros), 'run.csv': listed(4620, 5000) }
  expect(await dayOf(files)).toMatchObject({ steps: 2000 + 4620 })
})

test('where the watch counted half of it or more, it was worn', async () => {
  const files = { 'watch.csv': counted('Garmin', quarters), 'run.csv': listed(1050, 700) }
  expect(await dayOf(files)).toMatchObject({ steps: 2600 + 545, distance: 1.84 + 0.385 })
})

test('a phone that went along adds nothing to the run', async () => {
  const phone = counted('iPhone', [
    [0, 30, 1600, 1140],
    [30, 30, 4620, 5000],
    [60, 15, 1000, 700],
  ])
  const files = {
    'watch.csv': counted('Garmin', quarters),
    'run.csv': listed(4620, 5000),
    'phone.csv': phone,
  }
  // A minute of the phone's clock may be before the run.
  const { steps = 0, distance = 0 } = await dayOf(files)
  expect(steps).toBeLessThanOrEqual(2600 + 4620)
  expect(steps).toBeGreaterThanOrEqual(2600 + 4620 - 192)
  expect(distance).toBeLessThanOrEqual(1.84 + 5)
})

test('two recordings of the run are one', async () => {
  const other = listed(4610, 4990).replaceAll('Diary', 'App')
  const files = { 'watch.csv': counted('Garmin', quarters), 'run.csv': listed(4620, 5000), 'app.csv': other }
  expect((await dayOf(files)).steps).toBeLessThanOrEqual(2600 + 4620)
  expect((await dayOf(files)).steps).toBeGreaterThanOrEqual(2600 + 4610)
})

test('what does not say how long it took may have been at another time, which the watch counted', async () => {
  const files = {
    'watch.csv': counted('Garmin', quarters),
    'diary.csv': `start,type,steps,source\n${time(30)},run,4620,Diary\n`,
  }
  expect(await dayOf(files)).toMatchObject({ steps: 2600 + 545 })
})
