/** Opens the envelope (docs/service.md §1, §7): is the answer good, a refusal, or not the service's at all? */
import { isDigits, parseJson, type Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'
import { validate } from '../contract/validate.ts'
import { loginResult } from '../contract/records.ts'
import { isTooDeep } from './read-body.ts'
import type { Reply } from './guarded-transport.ts'
import type { Envelope, ReplySummary, RequestKind } from './classify-response.ts'

/** What an answer says. `why` tells what makes it not the service's. */
export type Opened = {
  envelope: Envelope
  data?: Json
  message?: string
  details?: string
  why?: string
}

/**
 * Reads success, data and error. A read needs `data` that is not null, one of a documented
 * `record` an object, a login its documented fields.
 */
export function openEnvelope(text: string, kind: RequestKind, { record = false } = {}): Opened {
  const body = parseBody(text)
  if (body === undefined) return { envelope: { is: 'none' } }
  if (!isPlain(body) || typeof body['success'] !== 'boolean') return { envelope: { is: 'none' } }
  if (!body['success']) return refusal(body['error'])
  const data = body['data']
  if (kind === 'read' && (data === undefined || data === null))
    return { envelope: { is: 'none' }, why: 'the envelope has no data.' }
  if (kind === 'read' && record && !isPlain(data))
    return { envelope: { is: 'none' }, why: 'the envelope has no record as data.' }
  if (kind === 'login') {
    const [first] = validate(loginResult, data)
    if (first) return { envelope: { is: 'none' }, why: `${first.path} is not as documented.` }
  }
  return { envelope: { is: 'good' }, ...(data !== undefined && { data }) }
}

function refusal(error: Json | undefined): Opened {
  const said = isPlain(error) ? error : {}
  const named = isDigits(said['code']) ? String(said['code']) : asText(said['code'])
  // It is read as it is shown.
  const code = named?.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '')
  const message = asText(said['message'])
  const details = asText(said['details'])
  return {
    envelope: { is: 'refused', ...(code && !/^CLI_/i.test(code) && { code }) },
    ...(message && { message }),
    ...(details && { details }),
  }
}

/**
 * A body as data, without a byte-order mark in front (RFC 8259, section 8.1); undefined
 * unless it is JSON that is not nested too deep.
 */
export function parseBody(text: string): Json | undefined {
  const body = text.replace(/^\ufeff/, '')
  if (isTooDeep(body)) return undefined
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

/** The reply as the rules of classify-response.ts want it. */
export const summarizeReply = (reply: Reply, opened: Opened | undefined): ReplySummary =>
  reply.what === 'answered'
    ? { what: 'answered', status: reply.status, envelope: opened?.envelope ?? { is: 'none' } }
    : reply

const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
