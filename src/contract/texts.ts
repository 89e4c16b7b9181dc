/** The texts in JSON data. */
import { isDigits, type Json } from './lossless-json.ts'

/** The data with every text in it changed, names of fields and the digits of numbers too; what stays equal keeps its type. */
export function mapTexts(data: Json, change: (text: string) => string): Json {
  if (typeof data === 'string') return change(data)
  if (data === null || typeof data === 'boolean') return data
  if (typeof data === 'number' || isDigits(data)) {
    const written = String(data)
    const changed = change(written)
    return changed === written ? data : changed
  }
  if (Array.isArray(data)) return listChanged(data, change) ?? data.map((each) => mapTexts(each, change))
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [change(name), mapTexts(value, change)]),
  )
}

/** A list of numbers may be the bytes of a text: where it changes as a whole, so does all of it. */
export function listChanged(list: readonly Json[], change: (text: string) => string): Json[] | undefined {
  const numbers = list.every(isByte) ? list.join(',') : ''
  const changed = change(numbers)
  return changed === numbers ? undefined : [changed]
}

const isByte = (value: Json): boolean => isDigits(value) && /^\d{1,3}$/.test(String(value))
