/** One row of the input: checked, with its body as the service takes it and its identity in the run. */
import { dayId, startIn } from '../../contract/activity-id.ts'
import { isDate } from '../../contract/calendar.ts'
import { intervalIn, type Interval } from '../../contract/interval.ts'
import { isDigits, type Digits, type Json } from '../../contract/lossless-json.ts'
import type { InputOf } from '../../contract/operations.ts'
import { contentDigest, digest, idDigest, motionDigest } from '../../journal/runs/row-digest.ts'
import { decimalOf } from '../../contract/motion-units.ts'
import { distance, duration, steps } from '../../runtime/motion-values.ts'

/** What a line of the input holds; `line` counts from 1, the header of a CSV included. */
export type Raw = { line: number; fields: Record<string, Json> }
/** `content` is the digest of the motion, whatever its proof; `key` that of the id, else the content. */
export type MotionRow = {
  line: number
  id?: string
  body: InputOf<'motion.submit'>
  /** It names no device of its own. */
  usesDefaultDevice?: true
  /** It says when it was, has an id and a date, or the id of an imported activity: its key means the same in every run. */
  dated?: true
  /** When it was. */
  interval?: Interval
  /** Of an imported activity, its date. */
  date?: string
  /** Of a whole day, which one. */
  wholeDay?: string
  key: Uint8Array
  content: Uint8Array
  /** Of a proof that a prover made. */
  proofDigest?: string
}
/** A row that cannot be sent. The reason never quotes a value: it may be a proof in the wrong column. */
export type BadRow = { line: number; id?: string; field: string; reason: string }

export const isBad = (row: MotionRow | BadRow): row is BadRow => 'reason' in row

export const rowFields = [
  'steps',
  'distance',
  'duration',
  'proof',
  'device_id',
  'id',
  'date',
  'source',
  'interval',
] as const
/** What a row is about; they are not sent. */
const labels = ['date', 'source'] as const

const numbers = {
  steps: { parse: steps, reason: 'must be a whole number, 0 or more' },
  distance: { parse: distance, reason: 'must be a number of kilometers, or have km or m behind it' },
  duration: { parse: duration, reason: 'must be a number of seconds, or have s, m or h behind it' },
} as const

const intervalRule =
  'must be two instants from 2000 on and 31 days apart at most, such as 2026-01-31T06:30:00Z/2026-01-31T07:41:00Z'
const lineRule = 'must be one line of text, at most 256 characters'
const longestText = 256 * 1024
const longestId = 256

/** The row of a line, or what is wrong with it. A missing device_id is `device`. */
export function parseRow({ line, fields }: Raw, device: string | undefined): MotionRow | BadRow {
  const bad = (field: string, reason: string): BadRow => ({ line, ...(id && { id }), field, reason })
  const given = fields['id']
  const id = given === undefined || given === null ? undefined : textOf(given)
  for (const field of Object.keys(fields)) {
    if (!(rowFields as readonly string[]).includes(field))
      return bad(field.slice(0, 40), `is not a field of a row: ${rowFields.join(', ')}`)
  }
  if (given !== undefined && given !== null && !isId(id)) return bad('id', lineRule)
  for (const field of labels)
    if (fields[field] !== undefined && fields[field] !== null && !isId(textOf(fields[field])))
      return bad(field, lineRule)
  const time = fields['interval'] ?? undefined
  const interval = time === undefined ? undefined : intervalIn(textOf(time))
  if (time !== undefined && interval === undefined) return bad('interval', intervalRule)
  const body: Record<string, Json> = {}
  for (const [field, { parse, reason }] of Object.entries(numbers)) {
    const value = numberOf(fields[field], parse)
    if (value === false) return bad(field, reason)
    if (value) body[field] = value
  }
  for (const field of ['proof', 'device_id'] as const) {
    const value = fields[field] ?? undefined
    const text = value === undefined ? undefined : typeof value === 'string' ? value.trim() : false
    if (text === false || text === '' || (text?.length ?? 0) > longestText) return bad(field, 'must be text')
    if (text !== undefined) body[field] = text
  }
  if (Object.keys(body).length === 0)
    return bad('steps', 'is missing, like every other field; nothing to send')
  const usesDefaultDevice = body['device_id'] === undefined
  if (usesDefaultDevice && device !== undefined) body['device_id'] = device
  const date = textOf(fields['date'] ?? null)
  const isActivity = id !== undefined && isDate(date) && startIn(id) !== undefined
  // A proof can be made again: the same motion with another proof is not sent as another one.
  const content = motionDigest(body) ?? contentDigest(body)
  return {
    line,
    ...(id !== undefined && { id }),
    body,
    ...(usesDefaultDevice && { usesDefaultDevice }),
    ...(id !== undefined &&
      (typeof fields['date'] === 'string' || startIn(id) !== undefined) && { dated: true }),
    ...(interval && { interval, dated: true }),
    ...(isActivity && { date }),
    ...(isDate(date) && id === dayId(date) && { wholeDay: date }),
    key: id === undefined ? content : idDigest(id),
    content,
  }
}

/** The value, nothing where none is given, false for a wrong one. */
function numberOf(value: Json | undefined, parse: (text: string) => Digits): Digits | undefined | false {
  if (value === undefined || value === null) return undefined
  const text = isDigits(value)
    ? decimalOf(value.toString())
    : typeof value === 'string'
      ? value.trim()
      : undefined
  if (text === undefined) return false
  try {
    return parse(text)
  } catch {
    return false
  }
}

const textOf = (value: Json): string =>
  typeof value === 'string' ? value.trim() : isDigits(value) ? value.toString() : ''
const isId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id.length <= longestId && !/\p{Cc}/u.test(id)

/** The body with its proof, its fields in the order of the service's document. */
export const withProof = ({ device_id, ...values }: MotionRow['body'], proof: string): MotionRow['body'] => ({
  ...values,
  proof,
  ...(device_id !== undefined && { device_id }),
})

/** A digest of anything else that must stay the same from run to run. */
export const digestText = (text: string): string => Buffer.from(digest(text)).toString('base64url')
