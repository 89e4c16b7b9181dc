/** Lines with a date and a time of day: a day written down at that time, or, where a day has several, what was moved then. */
import { limits } from '../limits.ts'
import { keyOf, type Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'

/**
 * `time` as the line has it; `clock`: its time of day, where that may be the same on each day and say nothing. Which of the two
 * it is, only the whole file tells.
 */
type DayLine = {
  source: Source
  date: string
  time: string
  clock: string | undefined
  asDay: (isClockOfAll: boolean) => void
  asMoment: () => void
}

export function createDayLines() {
  let waiting: DayLine[] = []
  let areMoments = false
  const times = new Map<string, string>()
  return {
    add(line: DayLine): void {
      if (areMoments) return line.asMoment()
      if (waiting.length >= limits.totals) throw new Unreadable('holds too many lines of days')
      waiting.push(line)
      const key = `${keyOf(line.source)}\0${line.date}`
      const earlier = times.get(key)
      times.set(key, earlier ?? line.time)
      if (earlier === undefined || earlier === line.time) return
      areMoments = true
      for (const each of waiting) each.asMoment()
      waiting = []
    },
    /** The file has ended. */
    end(): void {
      const clocks = new Set(waiting.map(({ clock }) => clock))
      const isClockOfAll = times.size > 1 && clocks.size === 1 && !clocks.has(undefined)
      for (const { asDay } of waiting) asDay(isClockOfAll)
    },
  }
}
