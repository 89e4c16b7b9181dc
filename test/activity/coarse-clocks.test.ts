/** Devices whose clocks differ, beside samples that do not say when in their time one moved. */
import { expect, test } from 'vitest'
import { seeded } from '../support/random.ts'
import { importing } from './support.ts'

const ten = Date.UTC(2026, 0, 2, 10)

type Sampled = { source: string; minutes: number; lateBy: number; from?: number; to?: number }

/** A walk of a hundred steps a minute, by a clock that is late by some seconds, in whole samples of some minutes. */
function sampled({ source, minutes, lateBy, from = 7 * 60, to = 107 * 60 }: Sampled): string {
  const time = (second: number) => new Date(ten + second * 1000).toISOString()
  const lines: string[] = []
  const first = from - (from % (minutes * 60))
  for (let start = first; start < to; start += minutes * 60) {
    const walked = Math.min(to, start + minutes * 60) - Math.max(from, start)
    const steps = Math.round((walked * 100) / 60)
    if (steps > 0)
      lines.push(`${time(start + lateBy)},${time(start + minutes * 60 + lateBy)},${steps},${source}\n`)
  }
  return lines.join('')
}

async function stepsOf(...lines: string[]): Promise<number | undefined> {
  const { rows } = await importing(
    { 'steps.csv': `start,end,steps,source\n${lines.join('')}` },
    '--tz UTC --source watch',
  )
  return rows[0]!.steps
}

const clocks = [-60, -20, 0, 20, 60]
test.each(clocks.flatMap((watch) => clocks.map((phone) => [watch, phone] as const)))(
  'a walk counts once beside hours of a phone, the clocks late by %i and %i seconds',
  async (watch, phone) => {
    for (const minutes of [15, 30, 60]) {
      const both = [
        sampled({ source: 'watch', minutes: 5, lateBy: watch }),
        sampled({ source: 'phone', minutes, lateBy: phone }),
      ]
      expect(await stepsOf(...both)).toBe(10_000)
    }
  },
)

test('an hour of a phone keeps what it has beyond that: the watch was put on half an hour later', async () => {
  const both = [
    sampled({ source: 'watch', minutes: 5, lateBy: 0, from: 40 * 60 }),
    sampled({ source: 'phone', minutes: 60, lateBy: 0 }),
  ]
  expect(await stepsOf(...both)).toBe(10_000)
})

test('a phone that goes on alone keeps the two minutes that the watch has not', async () => {
  const both = [
    sampled({ source: 'watch', minutes: 1, lateBy: 0, to: 60 * 60 }),
    sampled({ source: 'phone', minutes: 7, lateBy: 0, from: 56 * 60, to: 112 * 60 }),
  ]
  expect(await stepsOf(...both)).toBe(10_500)
})

/** Samples of one source: `0-15 100` are a hundred steps in the first quarter of an hour behind ten. */
const told = (source: string, samples: string): string =>
  samples
    .split(', ')
    .map((sample) => {
      const [, from, to, steps] = /^(-?\d+)-(-?\d+) (\d+)$/.exec(sample)!
      const time = (minute: number) => new Date(ten + minute * 60_000).toISOString()
      return `${time(Number(from))},${time(Number(to))},${steps},${source}\n`
    })
    .join('')

test.each([
  ['begins at it', '15-19 400', '0-15 100, 15-30 300', 400],
  ['ends at it', '11-15 400', '0-15 300, 15-30 100', 400],
  ['is counted a little differently', '15-19 400', '0-15 100, 15-30 315', 415],
  ['a watch has begun before', '-1-0 98, 0-1 118, 1-2 118, 2-3 19', '0-15 358', 358],
  ['two devices have two minutes apart', '2-3 100, 3-4 100, 4-5 100', '0-1 100, 1-2 100, 2-3 100', 300],
  ['is before it and behind it, which is no clock', '15-30 1500', '0-15 60, 15-30 1380, 30-45 60', 1560],
  ['is not lacked beside it', '15-19 400', '0-15 100, 15-30 400', 500],
  ['is lacked by one of two', '15-30 1500', '0-15 100, 15-30 1400, 30-45 100', 1600],
  ['is minutes from it', '18-22 400', '0-15 100, 15-30 300', 500],
  ['has more beside it than clocks explain', '15-30 1500', '0-15 600, 15-30 900', 2100],
  ['is beside an hour before', '15-19 400', '-60--45 100, 15-30 300', 500],
  ['a watch has in one long sample', '10-15 60', '9-10 41, 10-11 19', 60],
  ['goes on alone, with a minute before it', '0-3 300', '2-4 200, 4-6 200, 6-8 200', 800],
])(
  'what a clock puts over the edge of a sample counts once: a walk that %s',
  async (_, watch, phone, all) => {
    expect(await stepsOf(told('watch', watch), told('phone', phone))).toBe(all)
  },
)

test.each([1, 2, 10, 15, 60])(
  'a short walk counts once beside samples of %i minutes, wherever it begins and whatever the clocks say',
  async (minutes) => {
    const number = seeded(minutes)
    const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
    const days = Array.from({ length: 120 }, (_, day) => {
      const from = day * 24 * 3600 + between(0, 899)
      const seconds = [180, 300, 600, 1200][between(0, 3)]!
      const clock = () => [-60, 60, between(-60, 60)][between(0, 2)]!
      return { from, seconds, watch: clock(), phone: clock() }
    })
    const lines = days.flatMap(({ from, seconds, watch, phone }) => [
      sampled({ source: 'watch', minutes: 1, lateBy: watch, from, to: from + seconds }),
      sampled({ source: 'phone', minutes, lateBy: phone, from, to: from + seconds }),
    ])
    const { rows } = await importing({ 'steps.csv': `start,end,steps,source\n${lines.join('')}` }, '--tz UTC')
    expect(rows).toHaveLength(days.length)
    for (const [day, { seconds }] of days.entries()) {
      const walked = (seconds * 100) / 60
      expect(Math.abs(rows[day]!.steps! - walked) / walked).toBeLessThan(0.13)
    }
  },
)

test.each([30, 45, 50, 58, 60])(
  'two short walks by a clock that is %i seconds late count once, but for what a step of the clocks leaves',
  async (late) => {
    const lines = (source: string, lateBy: number): string =>
      [
        [0, 25, 40],
        [867, 927, 96],
      ]
        .map((walk) => {
          const [from, to] = [walk[0]!, walk[1]!].map((second) =>
            new Date(ten + (second + lateBy) * 1000).toISOString(),
          )
          return `${from},${to},${walk[2]},${source}\n`
        })
        .join('')
    expect(await stepsOf(lines('watch', 0), lines('phone', late))).toBeLessThan(136 * 1.1)
  },
)
