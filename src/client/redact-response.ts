/** What comes from the service, without secrets, before anything of it is cut, logged, recorded or handed on. */
import { mapTexts } from '../contract/texts.ts'
import { isDigits, type Json } from '../contract/lossless-json.ts'
import type { Opened } from './open-envelope.ts'
import type { Reply } from './guarded-transport.ts'

type Redact = (text: string) => string

/** The reply with headers and reasons redacted. Its text stays, for it may be needed to the byte. */
export function redactReply(reply: Reply, redact: Redact): Reply {
  if (reply.what !== 'answered') return { ...reply, why: redact(reply.why) }
  // Looked through in one piece, for nearly always there is nothing in it; a line break begins no form and ends none.
  const whole = [...reply.headers].flat().join('\n')
  if (redact(whole) === whole) return reply
  return {
    ...reply,
    headers: new Map([...reply.headers].map(([name, value]) => [redact(name), redact(value)])),
  }
}

/** What the envelope says. `text` is where it was read: nothing is looked through where it repeats nothing. */
export function redactEnvelope(opened: Opened, text: string, redact: Redact): Opened {
  if (redact(text) === text) return opened
  const { envelope, data, message, details } = opened
  const code = envelope.is === 'refused' ? envelope.code : undefined
  const spoilt = code !== undefined && redact(code) !== code
  return {
    ...opened,
    ...(spoilt && { envelope: { is: 'refused' } }),
    ...(data !== undefined && { data: mapTexts(data, redact) }),
    ...(message !== undefined && { message: redact(message) }),
    ...(details !== undefined && { details: redact(details) }),
  }
}

/** Names under which services hand out what signs somebody in. */
const telling = /token|session|jwt|secret|auth|bearer|cookie|credential|key|password/i
/** Shorter values are words. */
const shortestIssued = 12

/** What the answer to a login may have handed out, wherever it stands: the values of fields and headers that are named so. */
export function issuedIn({ headers }: { headers: Map<string, string> }, body: Json | undefined): string[] {
  const named = [...headers].flatMap(([name, value]) =>
    name === 'set-cookie' ? cookieValues(value) : telling.test(name) ? value.split(/[\s;,=]+/) : [],
  )
  return [...named, ...under(body ?? null, false)].filter(
    (value) => value.length >= shortestIssued && !ordinary.test(value),
  )
}

/** Of each cookie its value: what follows says where it goes. Several are in one value, with commas between. */
const cookieValues = (header: string): string[] =>
  [...header.matchAll(/(?:^|,\s*)[^=;,\s]+=("?)([^";,\s]+)\1/g)].map(([, , value = '']) => value)

/** Amounts, times, addresses of wallets and of pages stand under such names too, and in other answers. */
const ordinary = /^(?:[-+]?[\d.,]+(?:e[-+]?\d+)?|\d{4}-\d\d-\d\d(?:[t ].*)?|0x[\da-f]{40}|https?:\/\/.*)$/is

function under(value: Json, told: boolean): string[] {
  if (typeof value === 'string') return told ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => under(each, told))
  if (typeof value !== 'object' || value === null || isDigits(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => under(inner, told || telling.test(name)))
}
