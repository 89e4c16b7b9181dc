/** The decimal mark of a table: a point, or a comma where something else is between the cells. A whole file has one. */
import { isAmount } from '../collect/plausible.ts'
import { limits } from '../limits.ts'
import { measures, type Measure } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import type { DecimalMark } from './numbers.ts'
import type { Columns } from './known-columns.ts'
import type { Cells } from './parse-table.ts'

/** The amounts of a line, its numbers read with that mark. */
type Amounts = (cells: Cells, mark: DecimalMark) => Partial<Record<Measure, number>>

const names: Record<DecimalMark, string> = { '.': 'decimal point', ',': 'decimal comma' }

/**
 * Hands lines on with the mark of their file. Lines wait from the first number that means two things until a number tells
 * which. Throws Unreadable where none does, and where numbers disagree.
 */
export function createDecimals(
  columns: Columns,
  amounts: Amounts,
  line: (cells: Cells, mark: DecimalMark) => void,
) {
  let known: DecimalMark | undefined
  let unclear: string | undefined
  const waiting: Cells[] = []
  let weight = 0
  const cellOf = (cells: Cells, measure: Measure): string =>
    `"${(cells.get(columns[measure]!.name) ?? '').slice(0, 30)}" in its column "${columns[measure]!.name.slice(0, 60)}"`
  const tooUnclear = (): Unreadable =>
    new Unreadable(
      `has ${unclear}, which may have thousands or decimals, and no line tells which. Write its numbers without a mark for thousands`,
    )
  const see = (cells: Cells): void => {
    const both = { '.': amounts(cells, '.'), ',': amounts(cells, ',') }
    for (const measure of measures) {
      const told = markOf(measure, both['.'][measure], both[','][measure])
      if (told === undefined) continue
      if (told === 'unclear') unclear ??= cellOf(cells, measure)
      else if (known !== undefined && told !== known)
        throw new Unreadable(
          `has ${cellOf(cells, measure)}, and other numbers with a ${names[known]}. Write all its decimals alike`,
        )
      else known = told
    }
  }
  const handOn = (): void => {
    for (const cells of waiting.splice(0)) line(cells, known!)
  }
  return {
    line(cells: Cells): void {
      see(cells)
      if (known === undefined && unclear !== undefined) {
        weight += weightOf(cells)
        if (weight > limits.waiting) throw tooUnclear()
        waiting.push(cells)
        return
      }
      handOn()
      line(cells, known ?? '.')
    },
    end(): void {
      if (waiting.length > 0) throw tooUnclear()
    },
  }
}

/** The mark with which a number can be read, and moved by a person. */
function markOf(
  measure: Measure,
  point = Number.NaN,
  comma = Number.NaN,
): DecimalMark | 'unclear' | undefined {
  if (Object.is(point, comma)) return undefined
  if (Number.isNaN(point)) return ','
  if (Number.isNaN(comma)) return '.'
  const [asPoint, asComma] = [isAmount(measure, point), isAmount(measure, comma)]
  return asPoint === asComma ? 'unclear' : asPoint ? '.' : ','
}

/** Bytes that a line takes in memory, roughly. */
const weightOf = (cells: Cells): number =>
  [...cells.values()].reduce((sum, { length }) => sum + length + 64, 0)
