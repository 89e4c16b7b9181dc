/** What makes two motions the same: the digest of what is sent, however it was typed. */
import { hash } from 'node:crypto'
import { canonical as shortestDecimal, parseDecimal } from '../../contract/decimal.ts'
import { isDigits, type Digits, type Json } from '../../contract/lossless-json.ts'
import { operations } from '../../contract/operations.ts'
import { isPlain } from '../../contract/plain.ts'
import { distance, duration, steps } from '../../contract/motion-units.ts'

/** Bytes of a digest: 96 bits, far from any chance that two of millions of rows meet. */
export const digestSize = 12

/** As lines of a journal write it. */
export const encodeDigest = (digest: Uint8Array): string =>
  Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).toString('base64url')
export const decodeDigest = (text: string): Uint8Array => Buffer.from(text, 'base64url')

/** Of any text. */
export const digest = (text: string): Uint8Array => hash('sha256', text, 'buffer').subarray(0, digestSize)

/** The key of a row that has an id. */
export const idDigest = (id: string): Uint8Array => digest(`id:${id}`)

const numbers = { steps, distance, duration }
const texts = ['proof', 'device_id'] as const
const documentedFields = Object.keys(operations['motion.submit'].input)

/**
 * Of a motion, be it typed, a row, or the body of a raw call: `5.2`, `5.20`, `"5.2km"` and `5200m` are one content, and
 * so are fields in any order. A field that is null counts as missing; one that the contract does not know counts as it is,
 * as all fields of identity data do.
 */
export function contentDigest(body: Json | undefined): Uint8Array {
  const fields = isPlain(body) ? body : { '': body ?? null }
  const known = [
    ...Object.entries(numbers).map(([name, parse]) => number(fields[name], parse)),
    ...texts.map((name) => textValue(fields[name])),
  ]
  const others = Object.keys(fields)
    .filter((name) => !documentedFields.includes(name) && fields[name] != null)
    .sort()
    .map((name) => [name, canonical(fields[name]!)])
  return digest(JSON.stringify(others.length > 0 ? [...known, others] : known))
}

/**
 * A motion whatever its proof, for a prover may make another proof of the same; nothing
 * where no number tells motions apart.
 */
export function motionDigest(body: Json | undefined): Uint8Array | undefined {
  if (!isPlain(body) || Object.keys(numbers).every((name) => body[name] == null)) return undefined
  return contentDigest(Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'proof')))
}

/** A numeral in its shortest form, units converted as `motion-units.ts` does; anything else as it is. */
function number(value: Json | undefined, parse: (text: string) => unknown): Json {
  const typed = isNumber(value) ? String(value) : textValue(value)
  if (typeof typed !== 'string') return typed
  const numeral = typed.replace(/^\+(?=\d)/, '')
  const shortest = shortestNumeral(numeral)
  if (shortest !== undefined) return shortest
  try {
    return shortestNumeral(String(parse(numeral))) ?? numeral
  } catch {
    return numeral
  }
}

const isNumber = (value: Json | undefined): value is Digits | number =>
  isDigits(value) || typeof value === 'number'

const textValue = (value: Json | undefined): Json =>
  typeof value === 'string' ? value.trim() : canonical(value ?? null)

/** Of `-1.50`, `-15e-1` the same; nothing for what is no numeral. */
function shortestNumeral(text: string): string | undefined {
  if (/^(?:[1-9]\d{0,39}|(?:0|[1-9]\d{0,15})\.\d{0,15}[1-9])$/.test(text)) return text
  const [, sign, whole, fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  if (all === '') return '0'
  let length = all.length
  while (all[length - 1] === '0') length -= 1
  const shortest = `${sign}${all.slice(0, length)}e${BigInt(power) + BigInt(all.length - length - fraction.length)}`
  const value = parseDecimal(shortest)
  // What is beyond 40 digits keeps its power of ten.
  return value ? shortestDecimal(value) : shortest
}

/** Names in order, numbers in their shortest form. */
function canonical(value: Json): Json {
  if (isNumber(value)) return { n: shortestNumeral(String(value)) ?? String(value) }
  if (Array.isArray(value)) return value.map(canonical)
  if (!isPlain(value)) return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, canonical(value[name]!)])
}
