/** Lines with a date and a time of day: a day written down at that time, or, where a day has several, what was moved then. */
import { limits } from '../limits.ts'
import { keyOf, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/**
 * `time` as the line has it; `total`: what a column of totals has. Whether it is of a day or of a moment, only the whole file
 * tells.
 */
type DayLine = {
  source: Source
  date: string
  time: string
  total?: number
  asDay: () => void
  asMoment: () => void
}

export function createDayLines() {
  let waiting: DayLine[] = []
  let areMoments = false
  const times = new Map<string, string>()
  return {
    add(line: DayLine): void {
      if (areMoments && line.total === undefined) return line.asMoment()
      if (waiting.length >= limits.totals) throw new Unreadable('holds too many days')
      waiting.push(line)
      const key = dayKey(line)
      const earlier = times.get(key)
      times.set(key, earlier ?? line.time)
      if (earlier === undefined || earlier === line.time) return
      areMoments = true
      if (line.total !== undefined) return
      for (const each of waiting) each.asMoment()
      waiting = []
    },
    /** The file has ended. */
    end(): void {
      if (!areMoments) for (const { asDay } of waiting) asDay()
      else for (const lines of byDay(waiting)) endDay(lines)
    },
  }
}

function byDay(lines: readonly DayLine[]): Iterable<DayLine[]> {
  const days = new Map<string, DayLine[]>()
  for (const line of lines) {
    const own = days.get(dayKey(line))
    if (own) own.push(line)
    else days.set(dayKey(line), [line])
  }
  return days.values()
}

const dayKey = ({ source, date }: DayLine): string => `${keyOf(source)}\0${date}`

/** Totals that never fall are what was counted since midnight: the last one is the day's. */
function endDay(lines: readonly DayLine[]): void {
  const ordered = lines.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  const isCounter = ordered.every(({ total = 0 }, at) => total >= (ordered[at - 1]?.total ?? 0))
  if (isCounter) return ordered.at(-1)!.asDay()
  for (const { asMoment } of lines) asMoment()
}
