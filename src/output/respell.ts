/** Numbers that went through jq, spelled as they came: jq keeps their digits, but writes exponents its own way. */
import { digits, isDigits, parseJson, type Digits, type Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'

/** Runs a filter and gives what it made. Throws where it fails. */
type Run = (data: Json) => Json[]

/** Gives the values of a filter the spelling of the data; `filter` runs it once more. */
type Respell = (values: Json[], filter: Run) => Json[]

/** `1e5`, which jq may write as `1E+5` or 100000, and 0.0000001, which it writes as 1E-7. */
const odd = /[eE]|\.\d{6}/

/**
 * Undefined where jq spells every number as the data does. Else each number that it may spell its own way goes through
 * the filter a second time, marked: with so many zeros at its end that no other number of the data has its digits and
 * value. Where a mark comes out, its number was only selected; what was computed has none and stays jq's. `listed`
 * gives the elements of an array as jq writes them.
 */
export function respelling(data: Json, listed: Run): Respell | undefined {
  const found = [...numeralsOf(data)]
  const oddOnes = found.filter((text) => odd.test(text))
  if (oddOnes.length === 0) return undefined
  const marks = new Map(zip(oddOnes, marksOf(oddOnes, longestFraction(found))))
  const written = listed([...marks.values()].map(digits)).map(String)
  const spelled = new Map(zip(written, oddOnes))
  const mark = (numeral: Digits) => digits(marks.get(numeral.toString()) ?? numeral.toString())
  return (values, filter) => {
    const marked = attempt(() => filter(mapped(data, mark)))
    return marked?.length === values.length
      ? values.map((value, at) => merged(value, marked[at], spelled))
      : values
  }
}

function numeralsOf(data: Json, into = new Set<string>()): Set<string> {
  if (isDigits(data)) into.add(data.toString())
  else if (typeof data === 'object' && data !== null)
    for (const inner of Object.values(data)) numeralsOf(inner, into)
  return into
}

const longestFraction = (texts: string[]): number =>
  texts.reduce((most, text) => (odd.test(text) ? most : Math.max(most, text.split('.')[1]?.length ?? 0)), 0)

/** Equal numerals, each with an exponent that no other of its value has; `decimals` are taken by plain ones. */
function marksOf(texts: string[], decimals: number): string[] {
  const numbers = texts.map(scaled)
  const lowest = new Map<string, number>()
  for (const { value, exponent } of numbers)
    lowest.set(value, Math.min(exponent, lowest.get(value) ?? exponent))
  const counts = new Map<string, number>()
  return numbers.map(({ value, sign, parts, exponent }) => {
    const count = (counts.get(value) ?? 0) + 1
    counts.set(value, count)
    const base = lowest.get(value) ?? exponent
    const to = base > count ? base - count : Math.min(base, -decimals) - count
    return `${sign}${/[1-9]/.test(parts) ? parts + '0'.repeat(exponent - to) : '0'}e${to}`
  })
}

/** A numeral as whole digits and a power of ten; `value` is the same for every spelling of a number. */
function scaled(text: string): { value: string; sign: string; parts: string; exponent: number } {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const parts = (whole + fraction).replace(/^0+(?=\d)/, '')
  const exponent = Number(power) - fraction.length
  const zeros = /0*$/.exec(parts)?.[0].length ?? 0
  const rest = parts.slice(0, parts.length - zeros).replace(/^0+/, '')
  return { value: rest === '' ? `${sign}0` : `${sign}${rest}e${exponent + zeros}`, sign, parts, exponent }
}

const mapped = (data: Json, map: (numeral: Digits) => Digits): Json => {
  if (isDigits(data)) return map(data)
  if (Array.isArray(data)) return data.map((inner) => mapped(inner, map))
  return isPlain(data)
    ? Object.fromEntries(Object.entries(data).map(([key, inner]) => [key, mapped(inner, map)]))
    : data
}

/** The value, with the spelling of the data wherever a mark came out in its place. */
function merged(value: Json, marked: Json | undefined, spelled: Map<string, string>): Json {
  const text = isDigits(marked) ? spelled.get(marked.toString()) : undefined
  if (text !== undefined) return parseJson(text)
  if (Array.isArray(value) && Array.isArray(marked))
    return value.map((inner, at) => merged(inner, marked[at], spelled))
  if (!isPlain(value) || !isPlain(marked)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, merged(inner, marked[key], spelled)]),
  )
}

const zip = (keys: string[], values: string[]): [string, string][] =>
  keys.map((key, at) => [key, values[at] ?? key])

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
