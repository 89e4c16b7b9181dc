/** Records as people read them: the cells of a table, by the columns of a list or the view of a record. */
import type { Json } from '../../contract/lossless-json.ts'
import type { Paint } from '../color.ts'
import { latecomers, showsOthers, titlesOf, type ColumnRequest } from '../columns.ts'
import { cellText, flatten, isNumber, valueAt } from '../fields.ts'
import { byPage, type Shaper } from '../first-page-header.ts'
import { sanitizeText } from '../sanitize.ts'
import { drawer, fieldTable } from './table.ts'
import type { Cell, Column, View } from '../view.ts'

/** `redact` goes before a cell is shortened: half a secret is one too. */
export type Look = { width: number; paint: Paint; redact(text: string): string }

/** What stands where a documented value is missing. */
export const missing = '–'

const cellWords = (value: Json | Cell, look: Look): string =>
  value === undefined || value === null ? missing : sanitizeText(look.redact(cellText(value)))

/** Rows of a list as a table. Columns and widths are judged by the first page; `late` is told of fields that come later. */
export async function tableRows(
  asked: ColumnRequest,
  look: Look,
  late: (field: string) => void,
): Promise<Shaper> {
  const draw = await drawer(look.width, look.paint)
  return byPage((page, whole) => {
    const columns = titlesOf(page.map(flatten), asked)
    const fields = columns.map(({ field }) => field)
    const sayLate = showsOthers(asked) ? latecomers(fields, late) : () => {}
    const none = columns.length === 0 || page.length === 0
    const cells = (record: Json): string[] => {
      const leafOf = fieldReader(record)
      return columns.map((column) => cellWords(columnValue(leafOf(column.field), column), look))
    }
    const right = columns.map((column) => column.right ?? isNumeric(page, column))
    const titles = columns.map(({ title }) => sanitizeText(title))
    const drawing = none
      ? undefined
      : draw({ titles, right, rows: page.map(cells), ...(!whole && { room: roomFor(columns) }) }, whole)
    return {
      text: drawing?.text ?? '',
      line(record) {
        sayLate(flatten(record))
        return drawing?.line(cells(record)) ?? ''
      },
    }
  })
}

const roomFor = (columns: Column[]): number[] => columns.map(({ width = 0 }) => width)

/** A column's words for a value; where the service sends another type than they expect, the value itself. */
function columnValue(value: Json | undefined, { show }: Column): Json | undefined {
  if (!show || value === undefined || value === null) return value
  try {
    return show(value)
  } catch {
    return value
  }
}

/** Reads fields of one record: leaves by their flat name, records and lists by their path. */
const fieldReader = (record: Json) => {
  const leaves = flatten(record)
  return (field: string): Json | undefined => leaves.get(field) ?? valueAt(record, field)
}

const isNumeric = (page: Json[], { field }: Column): boolean => {
  const values = page
    .map((record) => fieldReader(record)(field))
    .filter((value) => value !== undefined && value !== null)
  return values.length > 0 && values.every(isNumber)
}

/** One record by its view: a value a line. */
export const viewText = async (view: View, look: Look): Promise<string> =>
  fieldTable(
    view.map(([name, value]) => [sanitizeText(name), cellWords(value, look)]),
    look.width,
    look.paint,
  )

/** One record without a view; a scalar is itself. */
export async function recordText(data: Json, look: Look): Promise<string> {
  const leaves = [...flatten(data)]
  const [first] = leaves
  if (leaves.length === 1 && first?.[0] === 'value') return `${cellWords(first[1], look)}\n`
  return viewText(leaves as View, look)
}
