/** What comes from the service, without secrets, before anything of it is cut, logged, recorded or handed on. */
import { mapTexts } from '../contract/texts.ts'
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
