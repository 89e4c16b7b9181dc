/** What sends for a command, and what it hears: the target, the way there, and what may be told of it. */
import type { Json } from '../contract/lossless-json.ts'
import type { Violation } from '../contract/validate.ts'
import type { Classification } from './classify-response.ts'
import type { Composed, Target } from './compose.ts'
import type { Grace, Stopping } from './delayed-abort.ts'
import type { Reply, Send } from './guarded-transport.ts'
import type { Mask } from './mask/mask.ts'
import type { Opened } from './open-envelope.ts'
import type { RetryPolicy } from './retry.ts'

export type Trace =
  | { on: 'request'; request: Composed }
  | { on: 'reply'; request: Composed; reply: Reply; mask: Mask; ms: number }

export type ServiceResponse = {
  data: Json
  status: number
  headers: Map<string, string>
  /** Where the record is not as documented (docs/service.md §2). */
  violations: Violation[]
  requestId?: string
}

export type Sender = {
  target: Target
  send: Send
  /** Milliseconds for one request; the operation's own where the user says nothing. */
  timeoutMs?: number
  retryPolicy: RetryPolicy
  /** What a stop leaves to a write in flight: ten seconds for its answer. */
  stopping: Stopping
  /** What it leaves to many at once, in its place. */
  grace?: Grace
  trace?: (event: Trace) => void
  /** Takes secrets out of what the service says: before it is shortened, traced, recorded or handed on. */
  redact?: (text: string) => string
  /** What of that is looked for in an answer as a whole, where the caller takes the rest out of its data. */
  redactWhole?: (text: string) => string
  /** Registers what a login hands out, before anything of its answer is shown. */
  secret?: (value: string) => void
  /** What to do about a code of the service, where the caller knows better than its table. */
  hints?: Readonly<Record<string, string>>
  /** Hears each answer, once what became of a write is on record. Never throws. */
  heard?: (tried: AttemptResult) => Promise<void>
  /** What to read with in place of a request that was refused; undefined where that is the last word. */
  replacement?: (tried: AttemptResult) => Promise<Composed | undefined>
}

/** One attempt: what was sent, and what was heard and made of it. */
export type AttemptResult = {
  request: Composed
  /** Hides what the request says of a person. */
  mask: Mask
  /** By this machine's clock, in milliseconds. */
  sentAt: number
  reply: Reply
  opened: Opened | undefined
  classification: Classification
  /** Given up in flight, for a stop was asked for. */
  givenUp?: AbortSignal
}
