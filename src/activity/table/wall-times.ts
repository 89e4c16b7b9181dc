/** Times of a table in the order of its lines, which tells the two hours of one name apart that a night in autumn has. */
import type { Interval } from '../../contract/interval.ts'
import type { Offset } from '../sample.ts'
import { instantOf } from '../values.ts'
import { instantsAt, type Zone } from '../zone.ts'
import { hasOffset, isoTime } from './dates.ts'

/** `other`: when it was instead, where it begins in an hour that comes twice. */
export type Span = { start: number; end: number | undefined; offset: Offset; other?: Interval }

/** Milliseconds by which a length and two times of day may differ, which have no seconds. */
const clockMs = 60_000

/** Sources whose last line is kept. */
const mostSources = 1000

/**
 * Reads the start and the end of lines, with their own zone or on the wall of the user's;
 * `lasting` in milliseconds where a line says so.
 */
export function createWallTimes(zone: Zone) {
  const last = new Map<string, Line>()
  return (
    start: string | undefined,
    end: string | undefined,
    source: string,
    lasting = 0,
  ): Span | undefined => {
    const begins = instantsOf(start, zone)
    if (!begins) return undefined
    const ends = instantsOf(end, zone, endsAt)?.instants ?? []
    const lasts = (at: number, until: number): boolean => until > at && until - at >= lasting - clockMs
    const lineAt = (at: number) => ({
      at,
      end:
        ends.find((until) => lasts(at, until)) ?? ends.find((until) => until > at) ?? ends[0] ?? at + lasting,
    })
    const possible = begins.instants.filter((at) => ends.length === 0 || ends.some((until) => until > at))
    const before = last.get(source)
    const told = (possible.length > 0 ? possible : begins.instants).map(lineAt)
    const line = nextTo(before, lasting > 0 ? ofLength(told, lasting) : told)
    if (last.size > mostSources) last.clear()
    last.set(source, { ...line, step: before === undefined ? 0 : line.at - before.at })
    const [other] = told.filter(({ at }) => at !== line.at)
    return {
      start: line.at,
      end: ends.length === 0 ? undefined : line.end,
      offset: begins.offset,
      ...(other && { other: { start: other.at, end: other.end } }),
    }
  }
}

type Times = { at: number; end: number }

/** Of lines that begin or end in an hour that comes twice those whose length is the one that they say. */
function ofLength(lines: readonly Times[], lasting: number): readonly Times[] {
  const told = lines.filter(({ at, end }) => Math.abs(end - at - lasting) <= clockMs)
  return told.length > 0 ? told : lines
}

/** `step`: how far it lies behind the line before it, less than 0 where the newest come first. */
type Line = Times & { step: number }

/**
 * Of the instants that a line may have the one that goes on as the lines before it did: where the line before ends, or, the
 * newest first, that ends where it starts; of lines without a length the one nearest to a step like the last, which counts
 * for half an hour that comes twice at most. The same one again is the other hour's.
 */
function nextTo(before: Line | undefined, lines: readonly Times[]): Times {
  const [first] = lines
  if (before === undefined || lines.length === 1) return first!
  const shift = Math.abs(lines.at(-1)!.at - first!.at)
  const isShort = ({ at, end }: Times): boolean => end > at && end - at <= shift
  const expected = before.at + Math.max(-shift / 2, Math.min(shift / 2, before.step))
  const distance = (line: Times): number => {
    if (before.step < 0 && isShort(line)) return Math.abs(line.end - before.at)
    return Math.abs(line.at - (before.step >= 0 && isShort(before) ? before.end : expected))
  }
  const others = lines.filter(({ at }) => at !== before.at)
  return others.toSorted((one, other) => distance(one) - distance(other))[0] ?? first!
}

/**
 * The instants at which a time on the wall is reached: at the end of an hour that comes twice,
 * clocks show the hour after it, and go back.
 */
function endsAt(wall: number, zone: Zone): number[] {
  const before = instantsAt(wall - 1, zone)
  const all = new Set([...instantsAt(wall, zone), ...(before.length > 1 ? before.map((at) => at + 1) : [])])
  return [...all].toSorted((a, b) => a - b)
}

function instantsOf(text: string | undefined, zone: Zone, onTheWall = instantsAt) {
  if (text === undefined) return undefined
  const iso = isoTime(text)
  const time = instantOf(iso)
  if (!time) return undefined
  return hasOffset(iso)
    ? { instants: [time.at], offset: time.offset }
    : { instants: onTheWall(time.at, zone), offset: undefined }
}
