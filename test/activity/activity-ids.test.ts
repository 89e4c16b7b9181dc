/** An activity is called the same in every import that holds it, and no two of one import are. */
import { expect, test } from 'vitest'
import { activityIds } from '../../src/activity/merge/activity-ids.ts'
import { mergeActivities } from '../../src/activity/merge/recordings/activities.ts'
import { sports, type Activity } from '../../src/activity/sample.ts'
import { activityId, startIn } from '../../src/contract/activity-id.ts'
import { chance } from '../support/random.ts'
import { gpx, importing, northwards } from './support.ts'

const first = Date.UTC(2026, 4, 1, 6, 30)

const recorded = (start: number, more: Partial<Activity> = {}): Activity => ({
  source: { name: 'Watch', kind: 'watch' },
  sport: 'walk',
  start,
  end: start + 1_800_000,
  offset: 0,
  rank: 0,
  ...more,
})

const idsOf = (...activities: Activity[]): string[] =>
  [...activityIds(mergeActivities(activities, () => 0)).values()].toSorted()

test('an id names the minute of the earliest start, whichever file, source or type was taken', async () => {
  const phone = gpx([northwards('2026-05-01T06:30:00Z', 1800, 1.3)])
  const watch = 'start,duration,type,steps,source\n2026-05-01T06:30:20Z,1780,run,2000,Garmin\n'
  const id = 'activity-20260501T0630Z'
  const files = { 'phone.gpx': phone, 'watch.csv': watch }
  expect((await importing({ 'phone.gpx': phone }, '--per activity')).rows).toMatchObject([{ id }])
  for (const flags of ['', '--source hand', '--source garmin'])
    expect((await importing(files, `--per activity ${flags}`)).rows).toMatchObject([{ id }])
  const late = { 'late.csv': watch.replace('06:30:20', '06:31:00') }
  expect((await importing(late, '--per activity')).rows).toMatchObject([{ id: 'activity-20260501T0631Z' }])
  expect((await importing({ ...files, ...late }, '--per activity')).rows).toMatchObject([{ id }])
})

test('two activities that one recording goes on through are named by their own starts', () => {
  const whole = recorded(first, { rank: 1, end: first + 7_200_000 })
  const walk = recorded(first + 30_000, { end: first + 600_000 })
  const other = recorded(first + 3_600_000, { end: first + 5_400_000 })
  expect(idsOf(walk, other, whole)).toEqual(['activity-20260501T0630Z', 'activity-20260501T0730Z'])
})

test('of two that start in one minute the worse file has its rest, whichever came first', async () => {
  const long = 'start,duration,type,distance (m),source\n2026-05-01T06:30:00Z,9000,walk,9000,app\n'
  const short = { 'b.gpx': gpx([northwards('2026-05-01T06:30:10Z', 6000, 1)]) }
  const own = { id: 'activity-20260501T0630Z', distance: 6 }
  expect((await importing(short, '--per activity')).rows).toMatchObject([own])
  for (const files of [
    { 'a.csv': long, ...short },
    { ...short, 'c.csv': long },
  ])
    expect((await importing(files, '--per activity')).rows).toMatchObject([
      own,
      { id: 'activity-20260501T0810Z', distance: expect.closeTo(3, 1) as number },
    ])
})

test('the second activity of a minute keeps its id while its end moves, and where another one begins', () => {
  const line = (start: number, more: Partial<Activity>) =>
    recorded(start, { isOpen: true, list: {}, ...more })
  const walk = line(first, { steps: 3000 })
  const longer = line(first + 20_000, { rank: 1, end: first + 5_400_000, steps: 9000 })
  const run = recorded(first + 5_430_000, { sport: 'run', end: first + 7_200_000 })
  const both = ['activity-20260501T0630Z', 'activity-20260501T0630Z-2']
  expect(idsOf(walk, longer)).toEqual(both)
  expect(idsOf(walk, { ...longer, end: longer.end + 4_000_000, steps: 12_000 })).toEqual(both)
  expect(idsOf(walk, longer, run)).toEqual([...both, 'activity-20260501T0800Z'])
})

test('no two activities of one import have one id, wherever they start', () => {
  const { random, again } = chance()
  const below = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 2000; round++) {
    const minutes = 2 + below(round % 2 === 0 ? 8 : 90)
    const activities = Array.from({ length: 2 + below(12) }, () => {
      const start = first + below(minutes * 60_000)
      const end = start + below(minutes * 60_000)
      return recorded(start, { end, rank: below(3), sport: sports[below(sports.length)]! })
    })
    const ids = idsOf(...activities)
    expect(new Set(ids).size, again).toBe(ids.length)
  }
})

test('the minute that an id names is read back, and nothing else is one', () => {
  for (const minute of [0, 29_000_000, 30_000_001])
    for (const nth of [1, 2, 10, 20_000]) expect(startIn(activityId(minute, nth))).toEqual({ minute, nth })
  for (const id of [
    'activity-20260501T063000Z',
    'activity-20260231T0630Z',
    'activity-20260501T2400Z',
    'activity-20260501T0660Z',
    'walk-20260501T0630Z',
    'activity-20260501T0630Z ',
    'day-2026-05-01',
    '',
  ])
    expect(startIn(id), id).toBeUndefined()
})

test('a row says when its activity was, with all of its copies; a day does not', async () => {
  const files = {
    'phone.gpx': gpx([northwards('2026-05-01T06:29:30Z', 1800, 1.3)]),
    'watch.csv':
      'start,duration,type,steps,source\n2026-05-01T06:30:20Z,1780,walk,2000,Garmin\n2026-05-01T09:00:00+02:00,60,walk,90,Garmin\n',
  }
  expect((await importing(files, '--per activity')).intervals).toEqual([
    '2026-05-01T06:29:30Z/2026-05-01T07:00:00Z',
    '2026-05-01T07:00:00Z/2026-05-01T07:01:00Z',
  ])
  expect((await importing(files)).intervals).toEqual([undefined])
})
