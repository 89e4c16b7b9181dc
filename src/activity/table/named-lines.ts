/** Lines of a CSV whose columns are known by name: days, stretches of time and activities. */
import { dayMs, isDate } from '../../contract/calendar.ts'
import { limits } from '../limits.ts'
import type { ReadTask } from '../reader.ts'
import { isBeyondSteps, keyOf, measures } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import { sportNamed } from '../values.ts'
import { amountsIn } from './amounts.ts'
import { createDecimals } from './decimals.ts'
import { clockIn, createDateCheck, dateIn, dayOf, hasUnreadTime, onTheWall, type LocalDay } from './dates.ts'
import { createDayLines } from './day-lines.ts'
import { createMoments } from './moments.ts'
import { createRunningTotals } from './running-totals.ts'
import { numberBetweenCommas, numberWith, numberWithMark, type ReadNumber } from './numbers.ts'
import type { Cells } from './parse-table.ts'
import { cellIn, toldBy, type NamedList, type Told } from './told-line.ts'
import { withTimeOfDay } from './times-of-day.ts'
import { refuseTooFar } from './unsure-distance.ts'
import { createWallTimes } from './wall-times.ts'

export type TableTask = Pick<ReadTask, 'into' | 'zone'> & { delimiter: string }
/** `end`: what only the whole file tells. */
export type Lines = { line: (cells: Cells) => void; end?: () => void }

/**
 * A line with a start is an activity where it names a sport, else a stretch of time; one with a date alone is a whole day.
 * A date with a time of day is the start of an activity, where the line names its sport or says how long it lasted; of a list
 * that has other times also at midnight.
 */
export function namedLines(list: NamedList, { into, zone, delimiter }: TableTask): Lines {
  const dates = createDateCheck()
  const keeping = createKeeper(list, { into, zone })
  const atMidnight: { cells: Cells; read: ReadNumber }[] = []
  let hasTimes = list.areActivities
  const toldOf = (cells: Cells, read: ReadNumber, areActivities: boolean): Told =>
    toldBy(cells, { ...list, areActivities }, { read, assume: (what) => into.assume(what) })
  const lineWith = (cells: Cells, read: ReadNumber): void => {
    const told = toldOf(cells, read, list.areActivities)
    dates.see(told.start ?? told.date)
    hasTimes ||= told.isActivity && told.timed !== undefined && !told.isAtMidnight
    if (!told.isAtMidnight) return keeping.keep(told, cells)
    if (atMidnight.length >= limits.totals) throw new Unreadable('holds too many lines of days')
    atMidnight.push({ cells, read })
  }
  const end = (): void => {
    for (const { cells, read } of atMidnight) keeping.keep(toldOf(cells, read, hasTimes), cells)
    dates.end()
    keeping.end()
  }
  if (delimiter === ',') return { line: (cells) => lineWith(cells, numberBetweenCommas), end }
  const { columns } = list
  const decimals = createDecimals(
    columns,
    (cells, mark) =>
      amountsIn(columns, cellIn(cells), { assume: () => undefined }, (_, text) => numberWith(mark, text)),
    (cells, mark) => lineWith(cells, numberWithMark(mark)),
  )
  return {
    line: (cells) => decimals.line(cells),
    end() {
      decimals.end()
      end()
    },
  }
}

/** Hands on what lines tell, as soon as they or the whole list say when it was. */
function createKeeper({ areActivities }: NamedList, { into, zone }: Pick<ReadTask, 'into' | 'zone'>) {
  const dayLines = createDayLines()
  const moments = createMoments(into)
  const runningTotals = createRunningTotals(into)
  const spanOf = createWallTimes(zone)
  const days = new Set<string>()
  const file = {}
  let [lines, leftOut, unread] = [0, 0, 0]
  return {
    keep(told: Told, cells: Cells): void {
      lines += 1
      const numbers = Object.values(told.values)
      if (numbers.length > 0 && numbers.every(Number.isNaN)) unread += 1
      if (told.isUnread) return leaveOut()
      const { source, values, date, start, timed } = told
      if (!told.isOpen && (told.isActivity || told.end !== undefined)) return keepFrom(start, told)
      const isClocked = date !== undefined && (values.steps !== undefined || told.totals.length > 0)
      const time = start ?? (isClocked ? withTimeOfDay(date, cells, true) : undefined) ?? timed
      const day = dayOf(start ?? date ?? '', zone)
      if (time === undefined || day === undefined) return keepFrom(start, told)
      const isWhole = start === undefined || day.isMidnight || told.isDated
      const rest = told.totals.length > 0 ? keepTotals(told, time, day) : told
      if (!rest) return
      const clock = told.isOpen ? clockIn(time) : undefined
      const of = told.isDated ? dateIn(date!) : day.date
      const asDay = (isClockOfAll: boolean): void =>
        isWhole || isClockOfAll ? keepDay(of, rest) : keepFrom(start, rest)
      dayLines.add({ source, date: of, time, clock, asDay, asMoment: () => keepFrom(time, rest) })
    },
    end(): void {
      dayLines.end()
      runningTotals.end()
      moments.end()
      if (lines > 0 && leftOut === lines)
        throw new Unreadable('has no time that movecli reads. Write times such as 2026-01-31 18:05')
      if (lines > 0 && unread === lines)
        throw new Unreadable('has no number that movecli reads. Write numbers such as 5000 or 3.75')
    },
  }

  /** Keeps the totals of a line, and returns what else it says. */
  function keepTotals(told: Told, time: string, day: LocalDay): Told | undefined {
    const wall = onTheWall(time, zone)
    if (wall === undefined) return leaveOut()
    const [totals, others] = [true, false].map((isTotal) =>
      Object.fromEntries(
        measures.flatMap((measure) =>
          told.values[measure] !== undefined && told.totals.includes(measure) === isTotal
            ? [[measure, told.values[measure]]]
            : [],
        ),
      ),
    )
    const wholeDay = day.isMidnight && time === (told.start ?? told.date) ? day.date : undefined
    runningTotals.add({ source: told.source, wall, wholeDay, values: totals! })
    return Object.keys(others!).length > 0 ? { ...told, values: others! } : undefined
  }

  function leaveOut(): undefined {
    leftOut += 1
    into.omit('time')
  }

  function keepFrom(from: string | undefined, told: Told): void {
    const { source, values, length } = told
    const span = spanOf(from, told.end, source.name, length)
    if (span ? told.end !== undefined && span.end === undefined : from?.includes(':')) return leaveOut()
    if (!span) return keepDay(from ?? told.date, told)
    const { start, offset, other } = span
    const end = span.end === undefined || span.end === start ? start + length : span.end
    if (told.isActivity) {
      const sport = sportNamed(told.type ?? '') ?? 'other'
      if (told.isUnsure && !areActivities) refuseTooFar(values, end - start, sport)
      const activity = {
        source,
        sport,
        start,
        end,
        offset,
        ...(other && { other }),
        rank: 4,
        list: file,
        ...values,
      }
      return into.activity({ ...activity, ...(!told.hasEnd && { isOpen: true }) })
    }
    const unnamed = isBeyondSteps(values)
    for (const measure of measures) {
      const value = values[measure]
      if (value === undefined) continue
      const of = { source, measure, ground: 'foot', start, offset, value } as const
      const sample = { ...of, ...(measure === 'distance' && unnamed && { unnamed }) }
      moments.add(sample, told.isOpen ? undefined : end, told.isUnsure && measure === 'distance')
    }
  }

  function keepDay(text: string | undefined, told: Told): void {
    const { source, values } = told
    const date = dateIn(text ?? '')
    if (!isDate(date) || hasUnreadTime(text ?? '')) return leaveOut()
    const sport = sportNamed(told.type ?? '')
    if (sport === 'vehicle') return into.omit('vehicle')
    const last = dateIn(told.end ?? '')
    if (isDate(last) && Date.parse(last) - Date.parse(date) > dayMs) return into.omit('long')
    if (Object.keys(values).length === 0) return
    const type = told.type?.trim().toLowerCase() ?? ''
    const key = `${keyOf(source)}\0${date}\0${type}`
    into.total({
      source,
      date,
      ...values,
      ...(sport && { sport, type, list: file }),
      ...(days.has(key) && { isAnother: true }),
    })
    if (told.type !== undefined) days.add(key)
  }
}
