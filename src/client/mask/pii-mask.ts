/**
 * What was submitted as personal data comes out of no error, and identity data of no
 * answer, also where the service repeats it.
 */
import type { Digits, Json } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import type { Composed } from '../compose.ts'
import { requestIdNames } from '../request-id.ts'
import { noMask, type Hider, type Mask } from './mask.ts'

const hidden = '[redacted]'
/** A longer value is known by its beginning. */
const longestPattern = 200
const longestSecret = 2000
/** A shorter name of a field is no value of a person's, though it be one: a code of a language, a number of a list. */
const shortestName = 3

/** The mask for the answer to a request that the contract calls `personal`. */
export function createMask({ operation, body }: Composed, known: Hider): Mask {
  if (body === undefined) return noMask
  const neverEcho = operation?.neverEcho === true
  const leaves = leavesOf(body)
  const values = new Set(leaves.map(({ value }) => same(value)))
  const flags = new Set(leaves.filter(({ value }) => typeof value === 'boolean').map(({ key }) => key))
  const texts = leaves.flatMap(({ value }) => (typeof value === 'boolean' ? [] : [String(value)]))
  const pattern = patternOf(texts.filter((value) => value.trim() !== ''))
  for (const value of texts) if (value.length <= longestSecret) known.add(value)
  const text = (words: string) => {
    const clear = known.redact(words)
    return pattern ? clear.replace(pattern, hidden) : clear
  }
  const fields = new Set(leaves.map(({ key }) => key))
  const nameOf = (name: string) => {
    if (fields.has(name)) return name
    return name.length >= shortestName && values.has(same(name)) ? hidden : known.redactOwn(name)
  }
  const numeral = (value: Digits | number) => {
    const written = String(value)
    const plain = String(Math.abs(Number(written)))
    return known.redact(written) !== written || known.redact(plain) !== plain ? hidden : value
  }
  const data = (value: Json, key = ''): Json => {
    if (Array.isArray(value)) return value.map((each) => data(each, key))
    if (isPlain(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [nameOf(name), data(inner, name)]),
      )
    if (value === null) return value
    if (typeof value === 'boolean') return flags.has(key) ? hidden : value
    if (values.has(same(value))) return hidden
    return typeof value === 'string' ? text(value) : numeral(value)
  }
  const every = (value: Json) => data(value)
  const headers = headerMask(known, text, neverEcho)
  if (!neverEcho) return { ...noMask, text, maskAll: every, maskHeaders: headers }
  const secrets = texts.filter((value) => value.length <= longestSecret && !/^([-\d.]+|[a-z_]+)$/.test(value))
  return { text, maskAll: every, data: every, maskHeaders: headers, headers, secrets }
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

/** The values as words of a text: a short one only where it stands alone, a long one anywhere. */
function patternOf(values: readonly string[]): RegExp | undefined {
  if (values.length === 0) return undefined
  const parts = [...new Set(values.map((value) => value.trim()))]
    .sort((a, b) => b.length - a.length)
    .map(wordOf)
  return new RegExp(parts.join('|'), 'giu')
}

function wordOf(value: string): string {
  const words = value.slice(0, longestPattern).split(/\s+/).map(escapedPattern).join('\\s+')
  const tail = value.length > longestPattern ? '\\S*' : ''
  if (value.length >= 6) return words + tail
  const [before, after] = [/^[\p{L}\p{N}]/u, /[\p{L}\p{N}]$/u].map((edge) => edge.test(value))
  return `${before ? '(?<![\\p{L}\\p{N}])' : ''}${words}${after ? '(?![\\p{L}\\p{N}])' : ''}`
}

const escapedPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

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
