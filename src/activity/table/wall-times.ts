/** Times of a table in the order of its lines, which tells the two hours of one name apart that a night in autumn has. */
import type { Offset } from '../sample.ts'
import { instantOf } from '../values.ts'
import { instantsAt, type Zone } from '../zone.ts'
import { yearFirst } from './dates.ts'

export type Span = { start: number; end: number | undefined; offset: Offset }

/** Sources whose last line is kept. */
const mostSources = 1000

/** Reads the start and the end of lines, with their own zone or on the wall of the user's. */
export function createWallTimes(zone: Zone) {
  const last = new Map<string, Line>()
  return (start: string | undefined, end: string | undefined, source: string): Span | undefined => {
    const begins = instantsOf(start, zone)
    if (!begins) return undefined
    const ends = instantsOf(end, zone, endsAt)?.instants ?? []
    const possible = begins.instants.filter((at) => ends.length === 0 || ends.some((until) => until > at))
    const before = last.get(source)
    const at = nextTo(before, possible.length > 0 ? possible : begins.instants)
    if (last.size > mostSources) last.clear()
    last.set(source, { at, step: before === undefined || before.at === at ? 0 : at - before.at })
    return { start: at, end: ends.find((until) => until > at) ?? ends[0], offset: begins.offset }
  }
}

/** The instant of a line, and how far it lies behind that of the line before it: less than 0 where the newest come first. */
type Line = { at: number; step: number }

/**
 * The instant that goes on as the lines before it did: of two, the one nearest to a step like the last, which counts for half
 * an hour that comes twice at most. The same one again is the other hour's.
 */
function nextTo(before: Line | undefined, instants: readonly number[]): number {
  if (before === undefined) return instants[0]!
  const most = Math.abs(instants.at(-1)! - instants[0]!) / 2
  const expected = before.at + Math.max(-most, Math.min(most, before.step))
  const others = instants.filter((at) => at !== before.at)
  return others.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0] ?? before.at
}

/** The instants at which a time on the wall is reached: at the end of an hour that comes twice, clocks show the hour after it, and go back. */
function endsAt(wall: number, zone: Zone): number[] {
  const before = instantsAt(wall - 1, zone)
  const all = new Set([...instantsAt(wall, zone), ...(before.length > 1 ? before.map((at) => at + 1) : [])])
  return [...all].toSorted((a, b) => a - b)
}

function instantsOf(text: string | undefined, zone: Zone, onTheWall = instantsAt) {
  if (text === undefined) return undefined
  const dated = yearFirst(text)
  const full = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(dated) ? `${dated}:00` : dated
  const time = instantOf(full)
  if (!time) return undefined
  return /(?:z|[+-]\d\d:?\d\d)\s*$/i.test(full.slice(10))
    ? { instants: [time.at], offset: time.offset }
    : { instants: onTheWall(time.at, zone), offset: undefined }
}
