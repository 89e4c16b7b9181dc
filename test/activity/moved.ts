/** Activities in turn, and what recordings, a list and a phone say of them. */
import { expect } from 'vitest'
import { fileId, fit, fitTime, session } from './fit.ts'
import { importing, type Files } from './support.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString()
export const clock = (minute: number): string => time(minute).slice(0, 16).replace('T', ' ')

const ways = {
  walk: { steps: 100, meters: 80, sport: 11 },
  run: { steps: 165, meters: 165, sport: 1 },
  ride: { steps: 0, meters: 330, sport: 2 },
} as const
/** Minutes after noon. */
export type Moved = readonly [way: keyof typeof ways, from: number, until: number]

/** A recording of a watch. */
export const recorded = ([way, from, until]: Moved): Files => ({
  [`${from}.fit`]: fit([
    ...fileId(9),
    ...session({
      start: fitTime(time(from)),
      sport: ways[way].sport,
      seconds: (until - from) * 60,
      meters: (until - from) * ways[way].meters,
      cycles: ((until - from) * ways[way].steps) / 2,
    }),
  ]),
})

/** A line of a list, with its duration or without, or of the time when it was `over`. */
export const line = ([way, from, until]: Moved, { lasts = true, over = false } = {}): string => {
  const minutes = until - from
  const km = ((minutes * ways[way].meters) / 1000).toFixed(2)
  return `${clock(over ? until : from)},${way},${km}${lasts ? `,${minutes}` : ''}\n`
}
export const listed = (lines: readonly string[], { lasts = true } = {}): Files => ({
  'list.csv': `start,type,distance (km)${lasts ? ',duration (min)' : ''}\n${lines.join('')}`,
})

const sumIn = (all: readonly Moved[], [from, until]: [number, number], of: 'steps' | 'meters'): number =>
  all.reduce(
    (sum, [way, start, end]) =>
      sum + Math.max(0, Math.min(end, until) - Math.max(start, from)) * ways[way][of],
    0,
  )

/** Quarters of an hour of Google Takeout, which counts a `part`: its meters are those of all ways of moving. */
export function takeout(moved: readonly Moved[], part = 1): Files {
  const lines = Array.from({ length: 24 }, (_, at) => {
    const quarter: [number, number] = [at * 15, at * 15 + 15]
    const [from, until] = quarter.map((minute) => `${time(minute).slice(11, 19)}.000+00:00`)
    return `${from},${until},,${part * sumIn(moved, quarter, 'meters') || ''},${Math.round(part * sumIn(moved, quarter, 'steps')) || ''}\n`
  })
  const header = 'Start time,End time,Move Minutes count,Distance (m),Step count\n'
  return { 'Takeout/Fit/Daily activity metrics/2026-01-05.csv': header + lines.join('') }
}

/** Five minutes each of a phone that counts a `part` of what is on foot, and nothing else. */
export function phone(moved: readonly Moved[], part = 1): Files {
  const walked = moved.filter(([way]) => way !== 'ride')
  const lines = Array.from({ length: 72 }, (_, at) => {
    const five: [number, number] = [at * 5, at * 5 + 5]
    const [steps, meters] = (['steps', 'meters'] as const).map((of) =>
      Math.round(part * sumIn(walked, five, of)),
    )
    return steps! > 0 ? `${time(five[0])},${time(five[1])},${steps},${meters},iPhone\n` : ''
  })
  return { 'phone.csv': `start,end,steps,distance (m),source\n${lines.join('')}` }
}

/** The day has these activities, each once, within `apart` of its meters, and `stepsApart` of its steps. */
export async function expectAll(
  files: Files,
  moved: readonly Moved[],
  apart = 0.02,
  stepsApart = apart,
): Promise<void> {
  const { rows } = await importing(files, '--tz UTC')
  const [row, ...others] = rows
  expect(others).toEqual([])
  const all: [number, number] = [0, Infinity]
  const [steps, meters] = [sumIn(moved, all, 'steps'), sumIn(moved, all, 'meters')]
  expect(Math.abs((row?.steps ?? 0) - steps)).toBeLessThanOrEqual(stepsApart * steps)
  expect(Math.abs((row?.distance ?? 0) * 1000 - meters)).toBeLessThanOrEqual(apart * meters)
}
