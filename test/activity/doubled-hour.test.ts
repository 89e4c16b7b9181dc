/** The hour that comes twice in autumn, in tables that write what a clock on the wall showed: each line counts, once. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

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
