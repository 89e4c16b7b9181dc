/** Watches that are read every few minutes: what they count behind a silence was moved right before, once. */
import { expect, test } from 'vitest'
import { readingsOf, sinceReadBefore, needsOf } from '../../src/activity/collect/read-often.ts'
import { counted, fileId, fit, fitTime, session } from './fit.ts'
import { importing, type Files } from './support.ts'

const on = (time: string): string => `2026-01-05T${time}Z`
type Reads = readonly (readonly [time: string, steps: number, meters: number, seconds?: number])[]
const watch = (reads: Reads, { serial = 9, type = 6 } = {}): Buffer =>
  counted(
    reads.map(([time, ...values]) => [on(time), ...values]),
    { serial, type },
  )
const phone = (...lines: readonly (readonly [from: string, until: string, steps: number])[]): string =>
  `start,end,steps,distance (m),source\n${lines
    .map(([from, until, steps]) => `${on(from)},${on(until)},${steps},${steps * 0.74},iPhone\n`)
    .join('')}`

async function dayOf(files: Files) {
  const { rows } = await importing(files, '--tz UTC')
  expect(rows).toHaveLength(1)
  return rows[0]!
}

test('a walk of thirteen minutes that is read at its end and a minute later is not of its last minutes', async () => {
  const walk = watch([
    ['07:30:00', 1000, 700, 600],
    ['07:31:00', 1100, 770, 660],
    ['07:43:00', 2176, 1523, 1300],
    ['09:30:00', 3560, 2546, 2130],
    ['09:31:00', 3580, 2560, 2142],
  ])
  const beside = phone(
    ['09:15:00', '09:20:00', 300],
    ['09:20:00', '09:25:00', 540],
    ['09:25:00', '09:30:00', 544],
    ['09:30:00', '09:35:00', 20],
  )
  expect(await dayOf({ 'watch.fit': walk, 'phone.csv': beside })).toMatchObject({
    steps: 3580,
    distance: 2.562,
    duration: 2142,
  })
})

test('the first walk of a watch that lay for hours, while a phone counted far more, is its own', async () => {
  const reads: [string, number][] = [
    ['06:39:00', 153],
    ['06:42:00', 183],
    ['08:33:00', 272],
    ['10:30:00', 500],
    ['10:43:00', 1760],
    ['10:45:00', 1833],
    ['12:15:00', 1838],
    ['12:16:00', 1900],
    ['13:38:00', 2055],
    ['18:45:00', 2740],
    ['18:47:00', 2925],
    ['18:56:00', 2969],
    ['19:32:00', 3071],
    ['21:28:00', 3126],
  ]
  const beside = phone(
    ['15:54:00', '15:58:40', 446],
    ['15:58:40', '16:03:20', 446],
    ['16:03:20', '16:08:00', 446],
    ['16:11:00', '16:14:00', 314],
    ['16:14:00', '16:17:00', 314],
  )
  const files = {
    'watch.fit': watch(reads.map(([at, steps]) => [at, steps, steps * 0.7])),
    'phone.csv': beside,
  }
  expect(await dayOf(files)).toMatchObject({ steps: 3126 + 1966 })
})

test('counters that are first read behind a recorded run have it once, with the walk beside it', async () => {
  const walked = watch([
    ['07:15:00', 100, 70, 60],
    ['07:30:00', 100, 70, 60],
  ])
  const ran = watch(
    [
      ['07:15:00', 5000, 5400, 1800],
      ['07:30:00', 5000, 5400, 1800],
    ],
    { type: 1 },
  )
  const recorded = fit([
    ...fileId(9),
    ...session({ start: fitTime(on('06:30:00')), sport: 1, seconds: 1800, meters: 5400, cycles: 2500 }),
  ])
  expect(await dayOf({ 'walk.fit': walked, 'run.fit': ran, 'a.fit': recorded })).toMatchObject({
    steps: 5100,
    distance: 5.47,
    duration: 1860,
  })
})

test('a watch that is put on late for a run that it records, behind a walk of a phone, has the run once', async () => {
  const times = ['18:45:00', '19:00:00', '19:15:00']
  const walked = watch(times.map((time) => [time, 100, 70]))
  const ran = watch(
    times.map((time) => [time, 5400, 5400]),
    { type: 1 },
  )
  const recorded = fit([
    ...fileId(9),
    ...session({ start: fitTime(on('18:00:00')), sport: 1, seconds: 1800, meters: 5400, cycles: 2700 }),
  ])
  const beside = phone(['12:00:00', '12:15:00', 1500])
  const files = { 'walk.fit': walked, 'run.fit': ran, 'a.fit': recorded, 'phone.csv': beside }
  expect(await dayOf(files)).toMatchObject({ steps: 7000, distance: 6.58 })
})

test('a watch that is first read behind a recorded swim was worn before it', async () => {
  const walked = watch([
    ['07:20:00', 156, 99, 90],
    ['07:29:40', 156, 99, 90],
  ])
  const recorded = fit([
    ...fileId(9),
    ...session({ start: fitTime(on('06:50:00')), sport: 5, seconds: 1440, meters: 1000, cycles: 0 }),
  ])
  const beside = phone(['06:40:00', '06:41:30', 156])
  const { steps, duration } = await dayOf({ 'walk.fit': walked, 'a.fit': recorded, 'phone.csv': beside })
  expect([steps, duration]).toEqual([156, 1530])
})

test('the time of a day stays as it is when another watch is worn on the next one', async () => {
  const files = {
    'watch.fit': watch([['22:24:42', 157, 99, 108]]),
    'phone.csv': phone(['22:22:49', '22:23:53', 103], ['22:23:53', '22:24:37', 71]),
  }
  const reads: [string, number, number, number][] = [
    ['2026-01-06T21:14:28Z', 30, 19, 19],
    ['2026-01-06T21:35:40Z', 86, 55, 55],
  ]
  const alone = await dayOf(files)
  const { rows } = await importing(
    { ...files, 'next.fit': counted(reads, { serial: 11, type: 6 }) },
    '--tz UTC',
  )
  expect(alone).toMatchObject({ duration: 108 })
  expect(rows[0]).toEqual(alone)
})

test('a run that the watch recorded has its meters once, wherever in a quarter of an hour it began', async () => {
  const walked = watch([
    ['15:45:00', 400, 280],
    ['15:46:00', 493, 345],
  ])
  const ran = watch(
    [
      ['19:30:00', 2200, 2432],
      ['19:45:00', 4675, 5168],
      ['19:48:00', 5060, 5593],
    ],
    { type: 1 },
  )
  const recorded = fit([
    ...fileId(9),
    ...session({ start: fitTime(on('19:16:40')), sport: 1, seconds: 1840, meters: 5593, cycles: 2530 }),
  ])
  expect(await dayOf({ 'walked.fit': walked, 'ran.fit': ran, 'run.fit': recorded })).toMatchObject({
    steps: 5553,
    distance: 5.938,
  })
})

test('a swim that is read every few minutes says nothing of walks that are read after hours', async () => {
  const walked = watch([
    ['10:23:30', 39, 30],
    ['11:04:10', 233, 180],
    ['11:45:40', 702, 540],
  ])
  const swum = watch(
    [
      ['21:18:00', 0, 100],
      ['21:21:00', 0, 200],
      ['21:24:00', 0, 300],
      ['21:27:00', 0, 400],
    ],
    { type: 5 },
  )
  const beside = phone(['10:54:00', '10:56:00', 194], ['11:32:00', '11:37:00', 469])
  expect(await dayOf({ 'walked.fit': walked, 'swum.fit': swum, 'phone.csv': beside })).toMatchObject({
    steps: 702,
  })
})

test('the second of two watches in turn has its first reading in all measures, where its time alone tells', async () => {
  const first = watch([
    ['08:00:00', 900, 500, 600],
    ['08:15:00', 1900, 1000, 1200],
    ['12:45:00', 2363, 1300, 1500],
  ])
  const second = watch(
    [
      ['14:15:00', 1627, 1150, 881],
      ['14:30:00', 3289, 2312, 1781],
      ['14:45:00', 4951, 3475, 2681],
      ['15:00:00', 6613, 4637, 3581],
    ],
    { serial: 11 },
  )
  expect(await dayOf({ 'first.fit': first, 'second.fit': second })).toMatchObject({
    steps: 2363 + 6613,
    distance: 5.937,
    duration: 1500 + 3581,
  })
})

test('the time of a rise of hours is of the steps that its own readings do not explain', async () => {
  const counts = watch([
    ['10:00:00', 0, 0, 0],
    ['10:10:00', 965, 715, 597],
    ['10:30:00', 1239, 878, 759],
  ])
  const copy =
    'start,end,steps,source\n' +
    [
      ['10:00:00', '10:15:00', 965],
      ['10:15:00', '10:30:00', 274],
    ]
      .map(([from, until, steps]) => `${on(String(from))},${on(String(until))},${steps},Connect\n`)
      .join('')
  const { rows } = await importing({ 'watch.fit': counts, 'copy.csv': copy }, '--tz UTC --source Connect')
  expect(rows).toMatchObject([{ steps: 1239, duration: 759 }])
})

test("a ride that is first read after hours leaves a phone's walk its meters", async () => {
  const walked = watch([
    ['18:00:00', 0, 0, 0],
    ['18:30:00', 1050, 735, 600],
    ['19:00:00', 1060, 742, 606],
  ])
  const ridden = watch(
    [
      ['19:30:00', 0, 2100, 420],
      ['20:00:00', 0, 9000, 1800],
    ],
    { type: 2 },
  )
  const beside = phone(
    ['10:30:00', '10:45:00', 1650],
    ['10:45:00', '11:00:00', 1650],
    ['11:00:00', '11:15:00', 1650],
    ['11:15:00', '11:30:00', 1650],
  )
  const files = { 'walked.fit': walked, 'ridden.fit': ridden, 'phone.csv': beside }
  expect(await dayOf(files)).toMatchObject({ steps: 7660, distance: 14.626 })
})

test('a watch that is read by the hour at rest says nothing of when in the hour one walked', async () => {
  const walked = watch([
    ['08:00:00', 100, 70, 60],
    ['09:25:00', 220, 154, 132],
    ['09:31:00', 850, 595, 492],
    ['12:02:00', 900, 630, 522],
    ['12:09:00', 1600, 1120, 942],
    ['15:00:00', 1800, 1260, 1062],
  ])
  const beside = phone(
    ['07:08:00', '07:10:00', 100],
    ['08:40:00', '08:42:00', 60],
    ['09:25:00', '09:31:00', 630],
    ['14:06:00', '14:08:00', 120],
  )
  expect(await dayOf({ 'walked.fit': walked, 'phone.csv': beside })).toMatchObject({ steps: 1800 })
})

test('a phone that counts a tenth more than the watch does so at the ends of walks too', async () => {
  const time = (minute: number): string =>
    `${17 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00`
  const minutes = Array.from(
    { length: 60 },
    (_, at) => [time(34 + at), (at + 1) * 100, (at + 1) * 80] as const,
  )
  const beside = phone(
    [time(30), time(45), 1320],
    ...[45, 60, 75].map((at) => [time(at), time(at + 15), 1650] as const),
    [time(90), time(105), 330],
  )
  const files = { 'watch.fit': watch([['17:30:00', 0, 0], ...minutes]), 'phone.csv': beside }
  expect(await dayOf(files)).toMatchObject({ steps: 6000, distance: 4.8 })
})

const entries = (...all: (readonly [start: number, value: number])[]) =>
  all.map(([start, value]) => ({ start, length: 0, value, offset: 0 }))
const dayOfEntry = ({ start }: { start: number }) => Math.floor(start / 86_400)
const often = (...reads: (readonly [start: number, value: number])[]) =>
  readingsOf([{ sorted: () => entries(...reads).values() }], dayOfEntry)

test('how often a watch is read is of each day alone', () => {
  const quarter = (at: number) => [at * 900, at] as const
  const { often: days } = often(
    ...[0, 1, 2, 3].map(quarter),
    [86_400, 1],
    [86_400 + 7200, 2],
    [2 * 86_400, 2],
    [2 * 86_400 + 600, 2],
    [2 * 86_400 + 1200, 3],
  )
  expect([...days]).toEqual([
    [0, { first: 0, every: 900, isRegular: true, isSure: true, isByHour: false, silence: 900 }],
    [2, { first: 2 * 86_400, every: 600, isRegular: true, isSure: false, isByHour: false, silence: 3600 }],
  ])
})

test.each([
  ['since the usual time before', 200, 2 * 3600, 7200 - 600],
  ['as long as it takes at a usual pace', 1200, 2 * 3600, 7200 - 750],
  ['not of what takes longer than a quarter of an hour', 3000, 2 * 3600, 0],
  ['not behind a short time', 200, 900, 0],
])('a rise is %s', (_, value, length, start) => {
  const read = often([0, 0], [600, 1], [1200, 2], [1800, 3])
  const rise = { start: 0, length, value, offset: 0 }
  const needs = needsOf([{ rises: [rise], most: 3.2, usually: 1.6, others: [] }])
  const [only] = sinceReadBefore([rise], read, { own: [0], needs, dayOf: dayOfEntry, isOfDay: true })
  expect(only).toEqual({ ...rise, start, length: length - start })
})
