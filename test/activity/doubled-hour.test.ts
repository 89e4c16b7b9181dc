/** The hour that comes twice in autumn, in tables that write what a clock on the wall showed: each line counts, once. */
import { expect, test } from 'vitest'
import { gpx, importing, northwards } from './support.ts'

const now = () => new Date('2026-12-01T00:00:00Z')

/** On the wall of a zone: `at` in milliseconds. */
const wallTime = (at: number, timeZone: string): string => new Date(at).toLocaleString('sv-SE', { timeZone })

const zones: [zone: string, hour: string][] = [
  ['Europe/Berlin', '2026-10-25T00:00:00Z'],
  ['America/New_York', '2026-11-01T05:00:00Z'],
  ['Atlantic/Azores', '2026-10-25T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:30:00Z'],
]

test.each(
  zones.flatMap(([zone, hour]) =>
    (zone.startsWith('Australia') ? [5, 10, 20, 25] : [5, 15, 20, 30, 40, 45, 60]).map(
      (minutes) => [zone, hour, minutes] as const,
    ),
  ),
)(
  'lines on the wall of %s count each once when its hour comes twice (%s, lines of %d minutes)',
  async (zone, hour, minutes) => {
    const length = minutes * 60_000
    const begin = Date.parse(hour) - 2 * length
    const lines = Array.from({ length: Math.ceil(150 / minutes) + 4 }, (_, at) => begin + at * length)
    const total = lines.reduce((sum, _, at) => sum + 101 + at, 0)
    const texts = lines.map((at, nth) => {
      const [start, end] = [at, at + length].map((each) => wallTime(each, zone))
      return {
        span: `${start},${end},${101 + nth}`,
        instant: `${start},${101 + nth}`,
        lasting: `${start},${minutes * 60},${101 + nth}`,
      }
    })
    for (const newestFirst of [false, true]) {
      const ordered = newestFirst ? texts.toReversed() : texts
      const files = {
        'spans.csv': ['start,end,steps', ...ordered.map(({ span }) => span), ''].join('\n'),
        'instants.csv': ['timestamp,steps', ...ordered.map(({ instant }) => instant), ''].join('\n'),
        'lengths.csv': [`start,duration (s),steps`, ...ordered.map(({ lasting }) => lasting), ''].join('\n'),
      }
      for (const [name, content] of Object.entries(files)) {
        const { rows } = await importing({ [name]: content }, `--tz ${zone}`, { now })
        const sum = rows.reduce((all, { steps: each }) => all + Number(each), 0)
        expect({ name, newestFirst, sum }).toEqual({ name, newestFirst, sum: total })
      }
    }
  },
)

/** Numbers from 0 to 1 that are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1103515245 + 12345) % 2147483648
    yield state / 2147483648
  }
}

test.each(zones.filter(([zone]) => !zone.startsWith('Australia')))(
  'lines of any length up to an hour count each once on the wall of %s',
  async (zone, hour) => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = numbers(seed)
      const starts = [Date.parse(hour) - 3_600_000]
      while (starts.at(-1)! < Date.parse(hour) + 3 * 3_600_000)
        starts.push(starts.at(-1)! + (10 + Math.floor(random.next().value! * 50)) * 60_000)
      const lines = starts.slice(0, -1).map((at, nth) => {
        const [start, end] = [at, starts[nth + 1]!].map((each) => wallTime(each, zone))
        const lasting = (starts[nth + 1]! - at) / 1000
        return { spans: `${start},${end},${101 + nth}`, lengths: `${start},${lasting},${101 + nth}` }
      })
      const total = lines.reduce((sum, _, at) => sum + 101 + at, 0)
      for (const [name, head] of [
        ['spans', 'start,end,steps'],
        ['lengths', 'start,duration (s),steps'],
      ] as const) {
        const content = [head, ...lines.map((line) => line[name]), ''].join('\n')
        const { rows } = await importing({ 'a.csv': content }, `--tz ${zone}`, { now })
        const sum = rows.reduce((all, { steps: each }) => all + Number(each), 0)
        expect({ seed, name, sum }).toEqual({ seed, name, sum: total })
      }
    }
  },
)

const berlin = (flags = '') => ['--tz Europe/Berlin', flags].filter(Boolean).join(' ')

test.each([
  ['first', '00:30:00', '2026-10-25T00:30:00Z/2026-10-25T01:30:00Z'],
  ['second', '01:30:20', '2026-10-25T01:30:00Z/2026-10-25T02:30:20Z'],
])(
  'another recording tells that an activity of a list was in the %s of the two hours',
  async (_, time, interval) => {
    const track = gpx([northwards(`2026-10-25T${time}Z`, 3600, 1.4)])
    const list =
      'start,end,type,steps,distance (km),duration (s)\n2026-10-25 02:30,2026-10-25 03:30,walk,6000,5.04,3600\n'
    const garmin =
      'Activity Type,Date,Favorite,Title,Distance,Time,Steps\nWalking,2026-10-25 02:30:00,false,W,5.04,01:00:00,"6,000"\n'
    const lists = time.startsWith('00') ? [garmin] : [list, garmin]
    for (const content of lists) {
      const files = { 'a.csv': content, 'walk.gpx': track }
      const { rows, intervals } = await importing(files, berlin('--per activity'), { now })
      expect(rows).toMatchObject([{ steps: 6000, duration: 3600 }])
      expect(intervals).toEqual([interval])
      expect((await importing(files, berlin(), { now })).rows).toMatchObject([
        { steps: 6000, duration: 3600 },
      ])
    }
  },
)

test('a list says how long a walk was, and so in which of the two hours it began or ended', async () => {
  const walk = async (line: string) => {
    const list = `start,end,type,steps,duration (s)\n${line}\n`
    return (await importing({ 'a.csv': list }, berlin('--per activity'), { now })).intervals
  }
  expect(await walk('2026-10-25 01:45,2026-10-25 02:45,walk,12000,7200')).toEqual([
    '2026-10-24T23:45:00Z/2026-10-25T01:45:00Z',
  ])
  expect(await walk('2026-10-25 01:45,2026-10-25 02:45,walk,6000,3600')).toEqual([
    '2026-10-24T23:45:00Z/2026-10-25T00:45:00Z',
  ])
  expect(await walk('2026-10-25 02:30,2026-10-25 03:30,walk,6000,3600')).toEqual([
    '2026-10-25T01:30:00Z/2026-10-25T02:30:00Z',
  ])
  expect(await walk('2026-10-25 02:30,2026-10-25 03:30,walk,12000,7200')).toEqual([
    '2026-10-25T00:30:00Z/2026-10-25T02:30:00Z',
  ])
})

test.each(['2026-10-25 02:05,0:22:00,walk,2000,1.68', '2026-10-25 02:06,0:18:00,walk,2000,1.86'])(
  'a recording that is a little longer or shorter is of the walk of a list: %s',
  async (line) => {
    const files = {
      'a.csv': `start,duration,type,steps,distance (km)\n${line}\n`,
      'walk.gpx': gpx([northwards('2026-10-25T01:05:00Z', 1200, 1.4)]),
    }
    const { rows } = await importing(files, berlin('--per activity'), { now })
    expect(rows).toMatchObject([{ steps: 2000, distance: 1.68 }])
  },
)

test.each([
  [
    'two walks an hour apart, of which one was recorded',
    ['02:05,20:00,walk,2000,1.68', '02:05,40:00,walk,4000,3.36'],
    2400,
    1.4,
    6000,
  ],
  [
    'two walks an hour apart, as long as each other',
    ['02:05,40:00,walk,2000,3.36', '02:05,40:00,walk,4000,3.36'],
    2400,
    1.4,
    6000,
  ],
  ['a ride, and an hour later a walk', ['02:05,30:00,ride,0,9.5'], 1800, 1.4, undefined],
  ['a walk of 20 minutes, and an hour later one of 45', ['02:05,20:00,walk,2000,1.68'], 2700, 1.4, 2000],
])('in the hour that comes twice %s are not taken for one', async (_, lines, seconds, speed, steps) => {
  const list = [
    'start,duration,type,steps,distance (km)',
    ...lines.map((line) => `2026-10-25 ${line.replace(/,(\d\d:)/, ',0:$1')}`),
    '',
  ]
  const files = {
    'a.csv': list.join('\n'),
    'walk.gpx': gpx([northwards('2026-10-25T01:05:00Z', seconds, speed)]),
  }
  const { rows } = await importing(files, berlin('--per activity'), { now })
  expect(rows.length).toBe(2)
  const sum = rows.reduce((all, row) => all + (row.steps ?? 0), 0)
  expect(sum).toBe(steps ?? 0)
})
