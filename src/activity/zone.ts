/** Which day it is where somebody moved. */
import { dateOf, dayMs } from '../contract/calendar.ts'
import type { Offset } from './sample.ts'

/** Minutes east of UTC at an instant, for times that do not say where they were taken. */
export type Zone = (at: number) => number

/** Minutes: no clock on earth shows a time that is farther from UTC. */
export const isOffset = (minutes: number): boolean => Math.abs(minutes) <= 14 * 60

const quarter = 15 * 60_000

/** The zone of that name; without one the zone of the process. */
export function zoneOf(name: string | undefined): Zone {
  const known = new Map<number, number>()
  const offsetAt = name === undefined ? (at: number) => -new Date(at).getTimezoneOffset() : reader(name)
  const offsetOnce = (at: number): number => {
    let offset = known.get(at)
    if (offset === undefined) {
      if (known.size > 100_000) known.clear()
      known.set(at, (offset = offsetAt(at)))
    }
    return offset
  }
  return (at) => {
    const midnight = Math.floor(at / dayMs) * dayMs
    // Clocks change once in a day at most: a day that ends as it began has one offset.
    const offset = offsetOnce(midnight)
    return offset === offsetOnce(midnight + dayMs) ? offset : offsetOnce(Math.floor(at / quarter) * quarter)
  }
}

function reader(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = format.formatToParts(at)
    const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
    const date = Date.UTC(part('year'), part('month') - 1, part('day'))
    const local = date + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000
    return Math.round((local - at) / 60_000)
  }
}

const written = new Map<number, string>()

/** The local day, counted from 1970. */
export const localDay = (at: number, offset: Offset, zone: Zone): number =>
  Math.floor((at + (offset ?? zone(at)) * 60_000) / dayMs)

/** The local day of what began at so many seconds since 1970, counted from 1970. */
export type DayOf = (entry: { start: number; offset: Offset }) => number
export const dayIn =
  (zone: Zone): DayOf =>
  ({ start, offset }) =>
    localDay(start * 1000, offset, zone)

/** The instant at which a local day begins. */
export const midnightOf = (day: number, offset: Offset, zone: Zone): number =>
  offset === undefined ? instantAt(day * dayMs, zone) : day * dayMs - offset * 60_000

/** Milliseconds of a local day: an hour less or more on the days when clocks change. */
export const lengthOfDay = (day: number, zone: Zone): number =>
  midnightOf(day + 1, undefined, zone) - midnightOf(day, undefined, zone)

/** The local day, YYYY-MM-DD. The same days come millions of times. */
export function dayAt(at: number, offset: Offset, zone: Zone): string {
  const day = localDay(at, offset, zone)
  let text = written.get(day)
  if (text === undefined) written.set(day, (text = dateOf(day * dayMs)))
  return text
}

/** The instant of a time on the wall; of an hour that comes twice in autumn, the first. */
export const instantAt = (wall: number, zone: Zone): number => instantsAt(wall, zone)[0]!

/** The instants of a time on the wall: two of an hour that comes twice in autumn. */
export function instantsAt(wall: number, zone: Zone): number[] {
  const early = wall - zone(wall - dayMs) * 60_000
  const late = wall - zone(wall + dayMs) * 60_000
  const found = [...new Set([early, late])].filter((at) => at + zone(at) * 60_000 === wall)
  return found.length > 0 ? found.toSorted((a, b) => a - b) : [early]
}
