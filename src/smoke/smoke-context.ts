/** What checks stand on: the way to the service, what there is to go on, and what was heard so far. */
import { httpDate } from '../client/http-date.ts'
import type { Sender } from '../client/client.ts'
import type { Composed } from '../client/compose.ts'
import type { Reply } from '../client/guarded-transport.ts'
import { instantOf } from '../contract/calendar.ts'
import type { Digits } from '../contract/lossless-json.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Network } from '../contract/service.ts'
import type { CheckedResponse } from './checked-response.ts'

/** What a check cannot do without. `user`: a session, or an address to ask about. */
export type Need = 'key' | 'session' | 'address' | 'user' | 'signer' | 'prover' | 'writes'

/**
 * A session token, and when it ends where that is known (ISO 8601). `lasting`: known to be valid though no end is known,
 * as the sandbox's own. `address`: whose it is, where this run signed in for it.
 */
export type Token = { value: string; expiresAt?: string; lasting?: true; address?: string }
export type SmokeMotion = { steps: Digits; distance: Digits; duration: Digits; device_id: string }
export type SignedMessage = { address: string; signature: string; message: string }

/** What a run is given. */
export type SmokeInputs = {
  network: Network
  /** Its target bears the API key and no session token; a failure is seen as it comes, so nothing is sent twice. */
  sender: Sender
  token?: Token
  /** Why the session that has ended was not renewed. `limited`: the service answered 429. */
  unrenewed?: { message: string; limited: boolean }
  /** Another token in place of one that is about to end or has ended; undefined where it is not renewed. */
  renew?: (token: Token) => Promise<Token | undefined>
  address?: string
  /** A fresh sign-in message and its signature. */
  sign?: () => Promise<SignedMessage>
  /** The proof of a motion. Throws where the prover fails. */
  prove?: (motion: SmokeMotion) => Promise<string>
  /**
   * Sends a write once it is in the journal, as one of `signedIn` where this run signed in
   * for it. Absent where nothing may be written.
   */
  write?: (request: Composed, sender: Sender, signedIn?: string) => Promise<unknown>
  /** The command that signs in to the profile in use. */
  login: string
  /** Registers what must not be printed. */
  secret: (value: string) => void
  random: (bytes: number) => Uint8Array
  /** Requests of each latency check. */
  repeat: number
  /** Greatest p95 of an operation's latency, in milliseconds. */
  maxLatency?: number
}

/** What a check is handed: the inputs of the run, and what was learned on the way. */
export type SmokeContext = SmokeInputs & {
  /** Why no answer comes at all. */
  unreached?: string
  /** The session token that was given, where it has expired and another took its place. */
  expired?: Token
  /** The session that the service has accepted in this run. */
  taken?: Token
  /** Why the session came to its end during this run. */
  ended?: string
  /** The session that this run signed in for, where a given one was still in use. */
  fresh?: Token & { address: string }
  /** The address that the service itself has said to be that of the session. */
  own?: string
  first?: { reply: Reply; at: number; ms: number }
  /** Every answer of this run. */
  heard: CheckedResponse[]
  /** Operations that gave no usable answer, and paging where it fails: what builds upon them is skipped. */
  broken: Set<OperationName | 'paging'>
  /** Operations that answered well with the run's own credentials: only there a refusal says something of other ones. */
  sound: Set<OperationName>
  /** Operations whose records are not as documented; the check of the record has said so. */
  departed: Set<OperationName>
  /** Rows of the user's collection without an address in the path. */
  owned?: number
  /** What was asked once more, for its answer was lost or the chain was busy. */
  troubles: string[]
}

export const groundOf = (given: SmokeInputs): SmokeContext => ({
  ...given,
  heard: [],
  broken: new Set(),
  sound: new Set(),
  departed: new Set(),
  troubles: [],
})

/** Is the address that is asked about surely that of the session? */
export const isOwn = ({ own, address }: SmokeContext): boolean =>
  own !== undefined && own.toLowerCase() === address?.toLowerCase()

/** A token that counts: one that has expired is no session. */
export const isLive = (token: Token | undefined, ground: SmokeContext): token is Token =>
  token !== undefined && (token.expiresAt === undefined || instantOf(token.expiresAt) > serviceNow(ground))

/** The service's time in milliseconds, by the Date of its first answer; this machine's where it named none. */
export function serviceNow({ first, sender }: SmokeContext): number {
  const here = sender.retryPolicy.now().getTime()
  const there = serviceDate(first)
  return first === undefined || there === undefined ? here : there + (here - first.at)
}

/**
 * Milliseconds by which the service's clock is ahead of this machine's, by the middle of the first
 * request; undefined where it named no Date.
 */
export function serviceAheadMs(first: SmokeContext['first']): number | undefined {
  const there = serviceDate(first)
  return first === undefined || there === undefined ? undefined : there - (first.at - first.ms / 2)
}

/** The Date of the first answer in milliseconds; undefined where it names none. */
export function serviceDate(first: SmokeContext['first']): number | undefined {
  if (first?.reply.what !== 'answered') return undefined
  return httpDate(first.reply.headers.get('date'))
}

/** What is missing for a need, in words; nothing where it is there. */
export function missing(need: Need, ground: SmokeContext): string | undefined {
  const { token, address, sign, prove, write } = ground
  const session = isLive(token, ground)
  const has: Record<Need, boolean> = {
    key: ground.sender.target.apiKey !== '',
    session,
    address: address !== undefined,
    user: session || address !== undefined,
    signer: sign !== undefined,
    prover: prove !== undefined,
    writes: write !== undefined,
  }
  if (has[need]) return undefined
  if (ground.ended !== undefined && (need === 'session' || need === 'user')) return ground.ended
  const expired = need === 'session' && token?.expiresAt
  return expired ? `the session token expired at ${expired}: ${ground.login}` : needWords(need, ground)
}

/** What is missing, and what gives it. */
export const needWords = (need: Need, { login }: Pick<SmokeInputs, 'login'>): string =>
  ({
    key: `needs an API key: ${login} --key, or MOVECLI_API_KEY`,
    session: `needs a session: ${login}, or MOVECLI_TOKEN`,
    address: `needs an address: ${login}`,
    user: `needs a session or an address: ${login}`,
    signer: 'needs a signer: MOVECLI_PRIVATE_KEY_FILE or MOVECLI_KEYSTORE',
    prover: 'needs --prover',
    writes: 'sends a write, which --dry-run does not',
  })[need]
