/** Lists that have AM and PM in a column of its own, beside a time of day. */
import { Unreadable } from '../unreadable.ts'
import { columnsOf } from './known-columns.ts'
import { secondOf, type Cells } from './parse-table.ts'

const halfNames = /(?:^|[ _])(?:(?:am|a\.m\.)[ /_|-]?(?:pm|p\.m\.)|meridiem)(?:#2)?$/
const halfValues = /^[ap]\.?m\.?$/i
const clockAtEnd = /(?:^|[T ])\d{1,2}:\d\d(?::\d\d)?$/

/** `of`: the column with the half of the day that the time in the column `time` is in. */
type TimeHalf = { of: string; time: string }

/**
 * Puts AM and PM behind the times of the column beside theirs, as other lists write them; a time that has none there gets a
 * question mark, with which nobody reads it. Throws Unreadable where it is not clear of which time they are.
 */
export function createHalvesOfDay(): (cells: Cells) => Cells {
  let halves: readonly string[] | undefined
  let known: readonly TimeHalf[] = []
  return (cells) => {
    halves ??= halvesIn(cells)
    if (halves.length === 0) return cells
    const pairs = known.length === halves.length ? known : (known = pairsOf(halves, cells))
    const line = new Map(cells)
    for (const { of, time } of pairs)
      if (isClockCell(time, cells)) line.set(time, `${cells.get(time)} ${cells.get(of) || '?'}`)
    return line
  }
}

/** Columns that are named so, or say so on the first line, the second one of a name too. */
function halvesIn(first: Cells): string[] {
  const names = [...first.keys()]
  const isHalf = (name: string): boolean => halfNames.test(name) || halfValues.test(first.get(name) ?? '')
  return names.filter(
    (name) => isHalf(name) || names.some((other) => isHalf(other) && secondOf(other) === name),
  )
}

/** The times of a line, all of them before their halves or behind; a column of halves that is empty on it may have none. */
function pairsOf(halves: readonly string[], line: Cells): TimeHalf[] {
  const names = [...line.keys()]
  const { date, start, end } = columnsOf(names)
  for (const step of [-1, 1]) {
    const pairs = halves.flatMap((of) => {
      const beside = names[names.indexOf(of) + step]
      const time = beside === 'minute' ? 'hour' : beside
      return time !== undefined && isClockCell(time, line) ? [{ of, time }] : []
    })
    const isPaired = (name: string): boolean => pairs.some(({ of, time }) => of === name || time === name)
    const times = [date, start, end, 'hour'].filter((name) => name !== undefined && isClockCell(name, line))
    if ([...times, ...halves.filter((of) => line.get(of) !== '')].every((name) => isPaired(name!)))
      return pairs
  }
  throw unclearTime(halves[0]!)
}

function isClockCell(name: string, cells: Cells): boolean {
  const text = cells.get(name) ?? ''
  return name === 'hour' ? /^\d{1,2}(?::\d\d)?$/.test(text) : clockAtEnd.test(text)
}

const unclearTime = (name: string): Unreadable =>
  new Unreadable(`does not say of which time its column "${name}" is. Write times such as 2026-01-31 18:05`)
