/** What comes from the service, without secrets, before anything of it is cut, logged, recorded or handed on. */
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { mapTexts } from '../contract/texts.ts'
import type { Opened } from './open-envelope.ts'
import type { HttpResponse, Reply } from './guarded-transport.ts'

type Redact = (text: string) => string

/**
 * Is there nothing to hide in an answer? Headers and text are looked through in one piece, for nearly always it is so; a line
 * break begins no form of a secret and ends none.
 */
export function isClean({ headers, text }: Pick<HttpResponse, 'headers' | 'text'>, redact: Redact): boolean {
  const whole = [...headers, [text]].flat().join('\n')
  return redact(whole) === whole
}

/** The reply with headers and reasons redacted. Its text stays, for it may be needed to the byte. */
export const redactReply = (reply: Reply, redact: Redact): Reply =>
  reply.what === 'answered'
    ? { ...reply, headers: new Map([...reply.headers].map(([name, value]) => [redact(name), redact(value)])) }
    : { ...reply, why: redact(reply.why) }

/** What the envelope says. `text` is where it was read: nothing is looked through where it repeats nothing. */
export function redactEnvelope(opened: Opened, text: string, redact: Redact): Opened {
  if (redact(text) === text) return opened
  const { envelope, data, message, details } = opened
  const code = envelope.is === 'refused' ? envelope.code : undefined
  const spoilt = code !== undefined && redact(code) !== code
  return {
    ...opened,
    ...(spoilt && { envelope: { is: 'refused' } }),
    ...(data !== undefined && { data: redactData(data, redact) }),
    ...(message !== undefined && { message: redact(message) }),
    ...(details !== undefined && { details: redact(details) }),
  }
}

/** Each text in data; where a secret is spread over several of them, as a proof in JSON that was parsed is, one text of all. */
export function redactData(data: Json, redact: Redact): Json {
  const parts = mapTexts(data, redact)
  const text = writeJson(parts)
  const shown = redact(text)
  return shown === text ? parts : shown
}
