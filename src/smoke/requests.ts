/** One request of a check, through the client, with nothing repeated: the failure itself is what a check wants to see. */
import { sendReadRequest, type Sender, type Trace } from '../client/client.ts'
import { compose, type Composed } from '../client/compose.ts'
import type { Reply } from '../client/guarded-transport.ts'
import type { OperationName } from '../contract/operations.ts'
import { apiKeyHeader } from '../contract/service.ts'
import { MoveError, hasExit, isStop } from '../errors.ts'
import { fail, Skipped } from './ends.ts'
import { isLive, type SmokeContext, type SignedMessage } from './smoke-context.ts'
import { refusalCode } from './response.ts'
import { seenOf, type CheckedResponse } from './checked-response.ts'

/** `null` leaves the header out; without one it is the run's own. */
export type As = { key?: string | null; token?: string | null }

/** The answer to a reading operation, whatever it is. Throws Failed where none came, Skipped for a 429. */
export async function ask(
  ground: SmokeContext,
  name: OperationName,
  input: object = {},
  as: As = {},
): Promise<CheckedResponse> {
  const request = requestOf(ground, name, input, as)
  return send(ground, async (sender) => sendReadRequest(request, sender))
}

/** The answer to a motion, which is in the journal before it is sent. */
export async function askSubmit(ground: SmokeContext, input: object, as: As = {}): Promise<CheckedResponse> {
  const request = requestOf(ground, 'motion.submit', input, as)
  const { write } = ground
  if (!write) throw new Skipped('nothing may be written')
  const signedIn = as.token === undefined ? ground.token?.address : undefined
  return send(ground, async (sender) => write(request, sender, signedIn))
}

/** The answer to a sign-in, which shows no session. */
export async function askLogin(
  ground: SmokeContext,
  made: SignedMessage,
  as: Pick<As, 'key'> = {},
): Promise<CheckedResponse> {
  const request = requestOf(ground, 'auth.login', made, { ...as, token: null })
  return send(ground, async (sender) => sendReadRequest(request, sender))
}

/** Whose data is asked for: the session's, else that of the address. */
export const whose = (ground: SmokeContext): { address?: string } =>
  isLive(ground.token, ground) || ground.address === undefined ? {} : { address: ground.address }

function requestOf(ground: SmokeContext, name: OperationName, input: object, as: As): Composed {
  const { sender, token } = ground
  const own = isLive(token, ground) ? token.value : undefined
  const shown = as.token === undefined ? own : (as.token ?? undefined)
  const { token: _, ...target } = sender.target
  const request = compose(
    name,
    { ...input },
    { ...target, apiKey: as.key ?? target.apiKey, ...(shown !== undefined && { token: shown }) },
  )
  if (as.key !== null) return request
  const { [apiKeyHeader]: _key, ...headers } = request.headers
  return { ...request, headers }
}

/** Requests of a run that are made once more, at most. */
const mostTroubles = 2

/** One lost answer, or one moment of a busy chain, is no broken service: what only reads is asked once more. */
async function send(
  ground: SmokeContext,
  work: (sender: Sender) => Promise<unknown>,
): Promise<CheckedResponse> {
  const reached = ground.first?.reply.what === 'answered'
  const { last, seen, error } = await sent(ground, work)
  const trouble = reached && last.request.method === 'GET' ? troubleOf(last.reply, seen) : undefined
  if (trouble === undefined || ground.troubles.length >= mostTroubles) return requireAnswer(last, seen, error)
  ground.troubles.push(`${last.request.method} ${last.request.path}: ${trouble}, asked once more`)
  const again = await sent(ground, work)
  return requireAnswer(again.last, again.seen, again.error)
}

/** What may pass: a connection that was lost, and CHAIN_001 as it is documented. */
function troubleOf(reply: Reply, seen: CheckedResponse | undefined): string | undefined {
  if (reply.what !== 'answered') return reply.final || reply.timedOut ? undefined : 'no answer'
  const busy = seen?.status === 503 && seen.body?.['success'] === false && refusalCode(seen) === 'CHAIN_001'
  return busy ? 'HTTP 503 CHAIN_001' : undefined
}

type Last = Extract<Trace, { on: 'reply' }>

async function sent(ground: SmokeContext, work: (sender: Sender) => Promise<unknown>) {
  let last: Last | undefined
  const trace = (event: Trace) => {
    ground.sender.trace?.(event)
    if (event.on === 'reply') last = event
  }
  const patience = { ...ground.sender.retryPolicy, retries: 0 }
  const error = await work({ ...ground.sender, retryPolicy: patience, trace }).then(() => undefined, asItIs)
  if (error && endsSuite(error)) throw error
  if (!last) throw error ?? new Error('a check sent nothing')
  const { reply, request, ms } = last
  ground.first ??= { reply, at: ground.sender.retryPolicy.now().getTime(), ms }
  const seen = reply.what === 'answered' ? seenOf(request, reply, ms) : undefined
  if (seen) ground.heard.push(seen)
  return { last, seen, error }
}

function requireAnswer(
  { request, reply }: Last,
  seen: CheckedResponse | undefined,
  error: unknown,
): CheckedResponse {
  const name = `${request.method} ${request.path}`
  if (!seen)
    return fail(`${name}: no answer: ${reply.what === 'answered' ? '' : reply.why}${unknownRecord(error)}`)
  if (seen.status === 429) throw new Skipped(`${name}: HTTP 429`, { limited: true })
  return seen
}

/** A write whose answer was lost is in the journal. */
const unknownRecord = (error: unknown): string =>
  error instanceof MoveError && hasExit(error, 'unknown') && error.fault.hint ? `. ${error.fault.hint}` : ''

const asItIs = (error: unknown): unknown => error

/** A stop asked for, or a fault of our own: no finding about the service. */
const endsSuite = (error: unknown): boolean =>
  !(error instanceof MoveError) || hasExit(error, 'bug') || isStop(error)
