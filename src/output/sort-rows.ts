/** Rows in the order of one field. They are all held for it. */
import { minus, plainDecimal } from '../contract/decimal.ts'
import { isDigits, toNumber, type Digits, type Json } from '../contract/lossless-json.ts'
import { usage, hasExit } from '../errors.ts'
import { cellText, valueAt } from './fields.ts'
import type { Rows } from './view.ts'

/** Rows that are sorted at most. */
const mostSorted = 100_000

/**
 * By a field (`level`, `earnings.mft`), with a `-` in front from the greatest down: numbers by value and before texts,
 * rows without the field last. Throws CLI_USAGE (exit 2) for more than 100,000 rows.
 */
export async function* sorted(
  rows: Rows,
  by: string,
  note: (text: string) => Promise<void>,
): AsyncGenerator<Json> {
  const down = by.startsWith('-')
  const field = down ? by.slice(1) : by
  if (field === '')
    throw usage('--sort needs the name of a field.', 'For example --sort level or --sort -level.')
  const held: { row: Json; value: Json | undefined }[] = []
  let failure: { error: unknown } | undefined
  try {
    for await (const row of rows) {
      if (row === undefined) continue
      held.push({ row, value: valueAt(row, field) ?? undefined })
      if (held.length > mostSorted)
        throw usage(
          `More than ${mostSorted} rows are not sorted.`,
          'Read fewer with --max-items, or leave out --sort.',
        )
    }
  } catch (error) {
    if (!hasExit(error, 'partial')) throw error
    failure = { error }
  }
  if (held.length > 0 && held.every(({ value }) => value === undefined))
    await note(`note: No record has ${field}. The order is unchanged.`)
  held.sort((a, b) => missingLast(a.value, b.value) ?? (down ? -1 : 1) * compared(a.value!, b.value!))
  for (const { row } of held) yield row
  if (failure) throw failure.error
}

function missingLast(a: Json | undefined, b: Json | undefined): number | undefined {
  if (a !== undefined && b !== undefined) return undefined
  return Number(a === undefined) - Number(b === undefined)
}

function compared(a: Json, b: Json): number {
  if (isDigits(a) && isDigits(b)) return byValue(a, b)
  if (isDigits(a) !== isDigits(b)) return isDigits(a) ? -1 : 1
  const [left, right] = [cellText(a), cellText(b)]
  return left < right ? -1 : Number(left > right)
}

/** By every digit of a plain numeral: ids are often beyond what a double can tell apart. Others as doubles. */
function byValue(a: Digits, b: Digits): number {
  const [left, right] = [plainDecimal(a, 400), plainDecimal(b, 400)]
  if (!left || !right) return toNumber(a) - toNumber(b) || 0
  const { units } = minus(left, right)
  return units < 0n ? -1 : Number(units > 0n)
}
