/** The texts in JSON data. */
import { isDigits, type Digits, type Json } from './lossless-json.ts'

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
  const bytes = isIndexed(data) ? listChanged(Object.values(data), change) : undefined
  if (bytes) return { 0: bytes[0]! }
  const names = changedNames(Object.keys(data), change)
  return Object.fromEntries(Object.values(data).map((value, at) => [names[at], mapTexts(value, change)]))
}

/** What JavaScript writes of an array of bytes: {"0":97,"1":98}. */
const isIndexed = (data: { [name: string]: Json }): boolean =>
  '0' in data && Object.keys(data).every((name, at) => name === String(at))

/** The names of fields, changed, no two of them alike: what is behind each of them is kept. */
export function changedNames(names: readonly string[], change: (name: string) => string): string[] {
  const shown = names.map(change)
  const taken = new Set(shown.filter((name, at) => name === names[at]))
  const times = new Map<string, number>()
  return shown.map((name, at) => {
    if (name === names[at]) return name
    let free = name
    while (taken.has(free)) {
      const time = (times.get(name) ?? 1) + 1
      times.set(name, time)
      free = name.replace(/\]|$/, ` ${time}$&`)
    }
    taken.add(free)
    return free
  })
}

/** A list of numbers may be the bytes of a text: where it changes as a whole, so does all of it. */
export function listChanged(list: readonly Json[], change: (text: string) => string): Json[] | undefined {
  const numbers = list.every(isByte) ? list.map(String).join(',') : ''
  const changed = change(numbers)
  return changed === numbers ? undefined : [changed]
}

const isByte = (value: Json): value is Digits => isDigits(value) && /^\d{1,3}$/.test(String(value))
