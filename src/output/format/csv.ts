/** Results as CSV and TSV: a header line of field names, then raw values with their digits. */
import type { Json } from '../../contract/lossless-json.ts'
import { headerOf, latecomers, unshown, wholesOf, type ColumnRequest } from '../columns.ts'
import { cellText, flatten, isNumber, valueAt } from '../fields.ts'
import { byPage, type Shaper } from '../first-page-header.ts'
import { cellCsv, cellTsv } from '../sanitize.ts'

type Line = (cells: { text: string; number: boolean }[]) => string

const lineWriters: Record<'csv' | 'tsv', Line> = {
  // A line that is empty is no record to most readers.
  csv: (cells) => `${cells.map(({ text, number }) => cellCsv(text, number)).join(',') || '""'}\n`,
  tsv: (cells) => `${cells.map(({ text }) => cellTsv(text)).join('\t')}\n`,
}

/**
 * The declared columns first, then the fields of the first page, in a header line unless it is unwanted; nothing at all
 * where neither has one. A field that appears later has no column: `late` is told its name, once.
 */
export function separated(
  format: 'csv' | 'tsv',
  asked: ColumnRequest,
  late: (field: string) => void,
): Shaper {
  const write = lineWriters[format]
  return byPage((page) => {
    const flat = page.map(flatten)
    const names = headerOf(flat, asked)
    const sayLate = latecomers([...names, ...unshown(asked)], late)
    const none = names.length === 0
    const wholes = new Set(wholesOf(names))
    const lineOf = (record: Json, leaves: Map<string, Json>): string => {
      const cells = names.map((name) => {
        const value = leaves.get(name) ?? (wholes.has(name) ? valueAt(record, name) : undefined)
        return { text: cellText(value), number: isNumber(value) }
      })
      return none ? '' : write(cells)
    }
    const header = asked.noHeader || none ? '' : write(names.map((text) => ({ text, number: false })))
    return {
      text: header + page.map((record, at) => lineOf(record, flat[at] ?? new Map())).join(''),
      line(record) {
        const leaves = flatten(record)
        sayLate(leaves)
        return lineOf(record, leaves)
      },
    }
  })
}
