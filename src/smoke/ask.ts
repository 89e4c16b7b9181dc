/** One request of a check, through the client, with nothing repeated: the failure itself is what a check wants to see. */
import { login, readRaw, type Sender, type Trace } from '../client/client.ts'
import { compose, type Composed } from '../client/compose.ts'
import type { OperationName } from '../contract/operations.ts'
import { apiKeyHeader } from '../contract/service.ts'
import { MoveError } from '../errors.ts'
import { fail, Skipped } from './check.ts'
import { isLive, serviceNow, type Ground, type SignIn } from './ground.ts'
import { seenOf, type Seen } from './seen.ts'

/** `null` leaves the header out; without one it is the run's own. */
export type As = { key?: string | null; token?: string | null }

/** The answer to a reading operation, whatever it is. Throws Failed where none came, Skipped for a 429. */
export async function ask(
  ground: Ground,
  name: OperationName,
  input: object = {},
  as: As = {},
): Promise<Seen> {
  const request = requestOf(ground, name, input, as)
  return send(ground, async (sender) => readRaw(request, sender))
}

/** The answer to a write, which is in the journal before it is sent. */
export async function askWrite(ground: Ground, name: OperationName, input: object): Promise<Seen> {
  const request = requestOf(ground, name, input)
  const { write } = ground
  if (!write) throw new Skipped('nothing may be written')
  return send(ground, async (sender) => write(request, sender))
}

/** The answer to a sign-in. */
export async function askLogin(ground: Ground, made: SignIn): Promise<Seen> {
  return send(ground, async (sender) => login(async () => made, sender, 0))
}

/** Whose data is asked for: the session's, else that of the address. */
export const whose = (ground: Ground): { address?: string } =>
  isLive(ground.token, serviceNow(ground)) || ground.address === undefined ? {} : { address: ground.address }

function requestOf(ground: Ground, name: OperationName, input: object, as: As = {}): Composed {
  const { sender, token } = ground
  const own = isLive(token, serviceNow(ground)) ? token.value : undefined
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

async function send(ground: Ground, work: (sender: Sender) => Promise<unknown>): Promise<Seen> {
  let last: Extract<Trace, { on: 'reply' }> | undefined
  const trace = (event: Trace) => {
    ground.sender.trace?.(event)
    if (event.on === 'reply') last = event
  }
  const patience = { ...ground.sender.patience, retries: 0 }
  const error = await work({ ...ground.sender, patience, trace }).then(() => undefined, asItIs)
  if (error && isStop(error)) throw error
  if (!last) throw error ?? new Error('a check sent nothing')
  const { reply, request, ms } = last
  ground.first ??= { reply, at: ground.sender.patience.now().getTime(), ms }
  if (reply.what !== 'answered')
    return fail(`${request.method} ${request.path}: no answer: ${reply.why}${doubt(error)}`)
  const seen = seenOf(request, reply, ms)
  ground.heard.push(seen)
  if (seen.status === 429) throw new Skipped(`${request.method} ${request.path}: HTTP 429`, { limited: true })
  return seen
}

/** A write whose answer was lost is in the journal. */
const doubt = (error: unknown): string =>
  error instanceof MoveError && error.fault.exit === 9 && error.fault.hint ? `. ${error.fault.hint}` : ''

const asItIs = (error: unknown): unknown => error

/** A stop asked for, or a fault of our own: no finding about the service. */
const isStop = (error: unknown): boolean =>
  !(error instanceof MoveError) || [1, 130, 143].includes(error.fault.exit)
