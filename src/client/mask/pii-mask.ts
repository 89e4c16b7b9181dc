/**
 * What was submitted as personal data comes out of no error, and identity data of no
 * answer, also where the service repeats it.
 */
import type { Digits, Json } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import { changedNames, listChanged } from '../../contract/texts.ts'
import { secrecyOf, type Composed } from '../compose.ts'
import { requestIdNames } from '../request-id.ts'
import { greekNamesOf } from './greek.ts'
import { findRuns } from './shared-runs.ts'
import { noMask, type Hider, type Mask } from './mask.ts'
import { numbersOf } from './numerals.ts'
import { plainWords } from './plain-words.ts'
import { findShort } from './short-values.ts'
import { findReordered } from './word-order.ts'

const hidden = '[redacted]'
/** In longer values places are found by what is next to each, for nobody would repeat all of them. */
const longestWhole = 2000
/** A shorter name of a field is no value of a person's, though it be one: a code of a language, a number of a list. */
const shortestName = 3

const noHider: Hider = { add: () => {}, redact: (text) => text, redactOwn: (text) => text }

/** The mask for the answer to a request that the contract calls `personal`. */
export function createMask(request: Composed, known = noHider): Mask {
  const { body } = request
  if (body === undefined) return noMask
  const neverEcho = secrecyOf(request)?.neverEcho === true
  const leaves = leavesOf(body)
  const values = new Set(leaves.map(({ value }) => same(value)).filter((value) => value !== ''))
  const flags = new Set(leaves.filter(({ value }) => typeof value === 'boolean').map(({ key }) => key))
  const texts = leaves.flatMap(({ value }) => (typeof value === 'boolean' ? [] : [String(value)]))
  const whole = texts.filter((value) => value.length <= longestWhole)
  const numbers = numbersOf(whole)
  const [short, long, reordered] = [findShort(whole, known), findRuns(texts, known), findReordered(whole)]
  for (const value of whole) for (const form of [value, ...greekNamesOf(value)]) known.add(form)
  const text = (foreign: string) =>
    known.redact(foreign, (seen) => [
      ...short(seen),
      ...numbers.find(seen),
      ...long(seen),
      ...reordered(seen),
    ])
  const words = (foreign: string) => plainWords(text(foreign))
  const fields = new Set(bodyNames(body))
  const nameOf = (name: string) => {
    if (fields.has(name)) return name
    if (name.length >= shortestName && (values.has(same(name)) || numbers.has(name))) return hidden
    return known.redactOwn(name, isWord(name) ? undefined : long)
  }
  const numeral = (value: Digits | number) => {
    const written = String(value)
    const isKnown = [written, String(Math.abs(Number(written)))].some(
      (each) => known.redact(each, long) !== each,
    )
    return isKnown || numbers.has(written) ? hidden : value
  }
  /** What `show` makes of each text in it. */
  const masked = (show: Mask['text'], value: Json, key = ''): Json => {
    if (Array.isArray(value))
      return (
        listChanged(value, (bytes) => known.redact(bytes)) ?? value.map((each) => masked(show, each, key))
      )
    if (isPlain(value)) {
      const names = changedNames(Object.keys(value), nameOf)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner], at) => [names[at], masked(show, inner, name)]),
      )
    }
    if (value === null) return value
    if (typeof value === 'boolean') return flags.has(key) ? hidden : value
    if (values.has(same(value))) return hidden
    return typeof value === 'string' ? show(value) : numeral(value)
  }
  const maskAll = (value: Json) => masked(words, value)
  const headers = headerMask(known, text, neverEcho)
  if (!neverEcho) return { ...noMask, text, words, maskAll, maskHeaders: headers }
  const secrets = whole.filter((value) => !/^([-\d.]+|[a-z_]+)$/.test(value))
  const data = (value: Json) => masked(text, value)
  return { text, words, maskAll, data, maskHeaders: headers, headers, secrets }
}

/** A name that a service gives to fields, which a long text may hold too. */
const isWord = (name: string) => name.length < 40 && /^[a-z][a-z_ -]*$/i.test(name)

/** The name of every field of a body, also of one that holds others. */
function bodyNames(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(bodyNames)
  if (!isPlain(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...bodyNames(inner)])
}

type Leaf = { key: string; value: string | boolean | Digits | number }

/** Every value of a body with the name of its field. */
function leavesOf(value: Json, key = ''): Leaf[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, key))
  if (isPlain(value)) return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, name))
  return [{ key, value }]
}

const same = (value: Leaf['value']) => String(value).trim().toLowerCase()

/** Headers with dates, sizes and counts, which a short value does not spoil. */
const measures = /^(?:date|age|expires|last-modified|content-length|retry-after|(?:x-)?ratelimit.*)$/
/** Headers that tell of the answer, not of what was asked. */
const ordinary =
  /^(?:server|connection|keep-alive|transfer-encoding|vary|cache-control|content-(?:type|encoding))$/

/** Where nothing may be echoed, headers stay that tell of the answer alone, and an id that holds none of the values. */
const headerMask = (known: Hider, text: Mask['text'], neverEcho: boolean): Mask['headers'] => {
  const header = (name: string, value: string): string => {
    if (measures.test(name)) return known.redact(value)
    if (!neverEcho || ordinary.test(name)) return text(value)
    return requestIdNames.includes(name) && text(value) === value ? value : hidden
  }
  return (came) => new Map([...came].map(([name, value]) => [known.redactOwn(name), header(name, value)]))
}
