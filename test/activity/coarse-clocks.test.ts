/** Devices whose clocks differ, beside samples that do not say when in their time one moved. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const ten = Date.UTC(2026, 0, 2, 10)

type Sampled = { source: string; minutes: number; lateBy: number; from?: number; to?: number }

/** A walk of a hundred steps a minute, by a clock that is late by some seconds, in whole samples of some minutes. */
function sampled({ source, minutes, lateBy, from = 7 * 60, to = 107 * 60 }: Sampled): string {
  const time = (second: number) => new Date(ten + second * 1000).toISOString()
  const lines: string[] = []
  for (let start = 0; start < 3 * 3600; start += minutes * 60) {
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

type Counted = readonly [from: number, minutes: number, steps: number]

/** Samples of one source from a minute behind ten. */
const told = (source: string, samples: readonly Counted[]): string =>
  samples
    .map(([from, minutes, steps]) => {
      const time = (minute: number) => new Date(ten + minute * 60_000).toISOString()
      return `${time(from)},${time(from + minutes)},${steps},${source}\n`
    })
    .join('')

test.each<[string, { watch: Counted[]; phone: Counted[]; all: number }]>([
  [
    'begins at it',
    {
      watch: [[15, 4, 400]],
      phone: [
        [0, 15, 100],
        [15, 15, 300],
      ],
      all: 400,
    },
  ],
  [
    'ends at it',
    {
      watch: [[11, 4, 400]],
      phone: [
        [0, 15, 300],
        [15, 15, 100],
      ],
      all: 400,
    },
  ],
  [
    'is before it and behind it, which is no clock',
    {
      watch: [[15, 15, 1500]],
      phone: [
        [0, 15, 60],
        [15, 15, 1380],
        [30, 15, 60],
      ],
      all: 1560,
    },
  ],
  [
    'is counted a little differently',
    {
      watch: [[15, 4, 400]],
      phone: [
        [0, 15, 100],
        [15, 15, 315],
      ],
      all: 415,
    },
  ],
  [
    'is not lacked beside it',
    {
      watch: [[15, 4, 400]],
      phone: [
        [0, 15, 100],
        [15, 15, 400],
      ],
      all: 500,
    },
  ],
  [
    'is lacked by one of two',
    {
      watch: [[15, 15, 1500]],
      phone: [
        [0, 15, 100],
        [15, 15, 1400],
        [30, 15, 100],
      ],
      all: 1600,
    },
  ],
  [
    'is minutes from it',
    {
      watch: [[18, 4, 400]],
      phone: [
        [0, 15, 100],
        [15, 15, 300],
      ],
      all: 500,
    },
  ],
  [
    'has more beside it than clocks explain',
    {
      watch: [[15, 15, 1500]],
      phone: [
        [0, 15, 600],
        [15, 15, 900],
      ],
      all: 2100,
    },
  ],
  [
    'is beside an hour before',
    {
      watch: [[15, 4, 400]],
      phone: [
        [-60, 15, 100],
        [15, 15, 300],
      ],
      all: 500,
    },
  ],
])(
  'what a clock puts over the edge of a quarter of an hour counts once: a walk that %s',
  async (_, { watch, phone, all }) => {
    expect(await stepsOf(told('watch', watch), told('phone', phone))).toBe(all)
  },
)
