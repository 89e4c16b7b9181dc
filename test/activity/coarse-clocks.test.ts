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
