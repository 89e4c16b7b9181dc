/** Days of 23 and 25 hours: what was moved on them is theirs, and counts once. */
import { expect, test } from 'vitest'
import { zoneOf } from '../../src/activity/zone.ts'
import { definition, fit, fitTime, u32 } from './fit.ts'
import { apple, gpx, importing, northwards, steps } from './support.ts'

const now = () => new Date('2026-12-01T00:00:00Z')
const berlin = '--tz Europe/Berlin'

test.each([
  ['in spring', '2026-03-29', '+0100', '+0200', 23],
  ['in autumn', '2026-10-25', '+0200', '+0100', 25],
])('the night when clocks change %s is one day of its own length', async (_, date, before, after, hours) => {
  const early = Date.parse(`${date}T00:00:00${before}`)
  const late = Date.parse(`${date}T23:59:00${after}`)
  expect(Math.ceil((late - early) / 3_600_000)).toBe(hours)
  const file = apple(
    steps(100, `${date} 00:00:00 ${before}`, `${date} 00:01:00 ${before}`),
    steps(200, `${date} 23:58:00 ${after}`, `${date} 23:59:00 ${after}`),
  )
  expect((await importing({ 'a.xml': file }, '', { now })).rows).toMatchObject([{ date, steps: 300 }])
  // The same in UTC, which the zone of the settings puts on its day.
  const utc = gpx([
    northwards(new Date(early).toISOString(), 60, 1),
    northwards(new Date(late - 60_000).toISOString(), 60, 1),
  ])
  const { rows } = await importing({ 'a.gpx': utc }, '--tz Europe/Berlin', { now })
  expect(rows).toMatchObject([{ date }])
})

/** A day of a watch that counts from midnight, of walking; `local` is what its clock showed at the first time. */
function monitored(counts: readonly (readonly [time: string, count: number])[], local?: string): Buffer {
  const stated = local === undefined ? [] : [1, ...u32(fitTime(counts[0]![0])), ...u32(fitTime(local))]
  return fit([
    ...definition(1, 103, [
      [253, 4, 0x86],
      [0, 4, 0x86],
    ]),
    ...stated,
    ...definition(0, 55, [
      [253, 4, 0x86],
      [3, 4, 0x86],
      [5, 1, 0],
    ]),
    ...counts.flatMap(([time, count]) => [0, ...u32(fitTime(time)), ...u32(count), 6]),
  ])
}

test.each([
  ['in spring', '2026-03-29', '2026-03-28T23:30:00Z', '2026-03-29T21:30:00Z', '2026-03-29T00:30:00Z'],
  ['in autumn', '2026-10-25', '2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z', '2026-10-25T00:30:00Z'],
])(
  'a counter that goes on when clocks change %s counts once, on its day',
  async (_, date, first, last, wall) => {
    const counts = [
      [first, 100],
      [last, 9000],
    ] as const
    const expected = [{ date, steps: 9000 }]
    expect((await importing({ 'a.fit': monitored(counts) }, berlin, { now })).rows).toMatchObject(expected)
    expect((await importing({ 'a.fit': monitored([counts[1]]) }, berlin, { now })).rows).toMatchObject(
      expected,
    )
    // One offset for the file, from before the change.
    expect((await importing({ 'a.fit': monitored(counts, wall) }, berlin, { now })).rows).toMatchObject(
      expected,
    )
    // Files of the morning and the evening, read where neither offset is the zone's.
    const evening = monitored([counts[1]], last.replace('21:30', '23:30').replace('22:30', '23:30'))
    const files = { 'morning.fit': monitored([counts[0]], wall), 'evening.fit': evening }
    expect((await importing(files, '--tz Asia/Tokyo', { now })).rows).toMatchObject(expected)
  },
)

const change = Date.parse('2026-10-25T01:00:00Z')
const onTheWall = (at: number, offset = at < change ? 120 : 60): string =>
  new Date(at + offset * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Lines of the day of 25 hours without a zone: where an hour of summer ends, the clock
 * shows two or, on other devices, three.
 */
function linesOf(minutes: number, source: string, endsAt: 'two' | 'three'): string[] {
  const step = minutes * 60_000
  const starts = Array.from({ length: (25 * 60) / minutes }, (_, at) => change - 3 * 3_600_000 + at * step)
  return starts.map((at) => {
    const end = endsAt === 'two' ? onTheWall(at + step) : onTheWall(at + step, at < change ? 120 : 60)
    return `${onTheWall(at)},${end},100,${source}`
  })
}

test.each([
  [60, 'two'],
  [60, 'three'],
  [15, 'two'],
  [15, 'three'],
] as const)(
  'an hour that comes twice has its lines twice, in pieces of %i minutes, the first one ending at %s',
  async (minutes, endsAt) => {
    const [watch, phone] = ['Watch', 'Phone'].map((source) => linesOf(minutes, source, endsAt))
    const both = watch!.flatMap((line, at) => [line, phone![at]!])
    for (const lines of [watch!, watch!.toReversed(), both, both.toReversed(), [...watch!, ...watch!]]) {
      const { rows } = await importing(
        { 'day.csv': ['start,end,steps,source', ...lines].join('\n') },
        berlin,
        { now },
      )
      expect(rows).toMatchObject([{ date: '2026-10-25', steps: (25 * 60 * 100) / minutes }])
    }
  },
)

test('the time in motion of a day is no longer than the day, also of 23 or 25 hours', async () => {
  const days = [
    '2025-03-30,100,23',
    '2025-03-31,100,24',
    '2025-10-26,100,25',
    '2025-04-06,100,24.01',
    '2026-03-29,100,23.01',
    '2024-10-27,100,25.01',
  ]
  const files = { 'days.csv': ['date,steps,duration (h)', ...days, ''].join('\n') }
  const { rows, stderr } = await importing(files, berlin, { now })
  expect(rows.map(({ date, steps: count, duration }) => [date, count, duration])).toEqual([
    ['2024-10-27', 100, undefined],
    ['2025-03-30', 100, 23 * 3600],
    ['2025-03-31', 100, 24 * 3600],
    ['2025-04-06', 100, undefined],
    ['2025-10-26', 100, 25 * 3600],
    ['2026-03-29', 100, undefined],
  ])
  expect(stderr).toContain('Left out: 3 impossible values')
})

test('activities that go on over midnight do not make a day longer than it is', async () => {
  const hikes = [
    '2025-11-03T00:00:00Z,2025-11-03T15:00:00Z,hike,15',
    '2025-11-03T20:00:00Z,2025-11-04T08:00:00Z,hike,12',
    '2025-11-04T09:00:00Z,2025-11-04T10:00:00Z,hike,1',
  ]
  const files = { 'hikes.csv': ['start,end,type,duration (h)', ...hikes, ''].join('\n') }
  const { rows } = await importing(files, '--tz UTC', { now })
  expect(rows.map(({ duration }) => duration)).toEqual([24 * 3600, 3600])
  const explained = await importing(files, '--tz UTC --explain', { now })
  expect(explained.rows[0]).toMatchObject({
    field: 'duration',
    taken: 24 * 3600,
    left_out: 3 * 3600,
    reason: 'more time than the day has',
  })
})

test.each([
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 60, 120],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 120, 60],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 660, 630],
  ['Asia/Pyongyang', '2018-05-04T15:00:00Z', 510, 540],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', -600, 840],
])('the offset of %s changes at %s, to the minute', (name, time, before, after) => {
  const [zone, at] = [zoneOf(name), Date.parse(time)]
  for (const hours of [12, 6, 1, 1 / 60]) {
    expect(zone(at - hours * 3_600_000), `${hours} hours before`).toBe(before)
    expect(zone(at + (hours - 1 / 60) * 3_600_000), `${hours} hours after`).toBe(after)
  }
})
