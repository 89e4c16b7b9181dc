/** Signs in: a message, a signature that is checked before it is sent, an answer that is checked before it is stored. */
import { sendLogin as send, type ServiceResponse } from '../client/client.ts'
import type { Sender } from '../client/client.ts'
import { httpDate } from '../client/http-date.ts'
import { clockSlackMs } from '../config/credentials/session-end.ts'
import { instantOf } from '../contract/calendar.ts'
import type { LoginResult } from '../contract/records.ts'
import { hasExit, moveError, MoveError, unauthenticated } from '../errors.ts'
import { sameAddress } from '../wallet/address.ts'
import { messageComposer, messageLifeMs, newNonce, templateWarning } from '../wallet/message.ts'
import { verifySignature } from '../wallet/signature.ts'
import { fitsHeader } from '../session/check-credential.ts'
import type { Part } from '../runtime/services.ts'
import type { ChosenSigner, SignInPlace } from './chosen-signer.ts'

export type SignedIn = {
  token: string
  expiresAt: string
  address: string
  kycStatus: string
  skewMs: number
}

type SignInOptions = Pick<SignInPlace, 'resolved' | 'network' | 'address'> & {
  signer: ChosenSigner
  sender: Sender
  contractWallet: boolean
}

/** A session token for the wallet's address (docs/service.md §4 POST /auth/login). Throws MoveError; nothing is stored. */
export async function signIn(
  tools: Part<'note', 'now' | 'random' | 'secrets' | 'signal'>,
  how: SignInOptions,
): Promise<SignedIn> {
  let signed = ''
  let skewMs = 0
  const heard: Sender['heard'] = async ({ reply }) => {
    if (reply.what === 'answered') skewMs = skewIn(reply.headers, tools.context.now())
  }
  const answer = await send(
    async () => {
      const made = await signedMessage(tools, how)
      signed = made.address
      return made
    },
    { ...how.sender, heard },
    how.signer.needsPerson ? 0 : how.sender.retryPolicy.retries,
  ).catch((error: unknown) => {
    throw withClock(withAuthHint(error), skewMs)
  })
  return trusted(answer, signed, skewMs, tools)
}

/** A fresh message and its signature, checked. Throws what the signer ends with. */
export async function signedMessage(
  tools: Part<'note', 'now' | 'random' | 'secrets' | 'signal'>,
  { signer, sender, resolved, network, address, contractWallet }: SignInOptions,
) {
  const { context } = tools
  const { baseUrl } = sender.target
  const compose = await composerFor(tools, { resolved, network, baseUrl }, signer.domain)
  const issued = new Map<string, number>()
  const made = await signer.sign({
    compose: (who) => {
      const message = compose(who)
      issued.set(message, context.now().getTime())
      void tools.note(`Message to sign:\n${message.replace(/^/gm, '  ')}`)
      return message
    },
    network,
    signal: context.signal,
    ...(address !== undefined && { address }),
  })
  if (context.now().getTime() - (issued.get(made.message) ?? Infinity) >= messageLifeMs)
    throw unauthenticated(
      'CLI_SIGNATURE',
      'The message expired before it was signed. Nothing was sent.',
      'Run it again, and sign within 10 minutes.',
    )
  const signature = await verifySignature({ ...made, contractWallet })
  context.secrets.add(signature)
  return { address: made.address, signature, message: made.message }
}

/** Composes a fresh message at each call; `auth.domain` and `auth.messageTemplate` win over the signer's own domain. */
export async function composerFor(
  { context, note }: Part<'note', 'now' | 'random'>,
  { resolved, network, baseUrl }: Pick<SignInPlace, 'resolved' | 'network' | 'baseUrl'>,
  signerDomain?: string,
): Promise<(address: string) => string> {
  const template = resolved.get('auth.messageTemplate')?.value
  const domain = resolved.get('auth.domain')?.value || signerDomain
  const warning = template && templateWarning(template)
  if (warning) await note(`warning: ${warning}`)
  const compose = await messageComposer({
    baseUrl,
    chainId: resolved.get('auth.chainId')?.value ?? 1,
    network,
    ...(domain && { domain }),
    ...(template && { template }),
  })
  return (address) => compose(address, { nonce: newNonce(context.random), issuedAt: context.now() })
}

/** Which text the service expects is open (docs/service.md §4): the settings that change it are named. */
function withAuthHint(error: unknown): unknown {
  if (!(error instanceof MoveError) || error.fault.code !== 'AUTH_002') return error
  const hint = 'Check the API key. If the service expects another sign-in message, see movecli help signing.'
  return new MoveError(error.message, { ...error.fault, hint })
}

/** The service's clock less this machine's, in milliseconds; 0 where an answer does not tell. */
function skewIn(headers: ReadonlyMap<string, string>, now: Date): number {
  const theirs = httpDate(headers.get('date'))
  return theirs === undefined ? 0 : theirs - now.getTime()
}

/** In a sentence; undefined where the clocks agree well enough for a message to be valid. */
function clockWords(skewMs: number): string | undefined {
  if (Math.abs(skewMs) <= 60_000) return undefined
  const way = skewMs > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${way} the service's.`
}

/** A message says when it was made: by a wrong clock it is not valid yet, or no longer. */
function withClock(error: unknown, skewMs: number): unknown {
  const words = clockWords(skewMs)
  if (words === undefined || !hasExit(error, 'auth')) return error
  const { message, fault } = error as MoveError
  return new MoveError(`${message.replace(/\.?$/, '.')} ${words}`, {
    ...fault,
    hint: 'Set the clock, and run it again.',
  })
}

/** The answer must name the address that signed, a token fit for a header, and a time in the future. */
async function trusted(
  answer: ServiceResponse,
  signed: string,
  skewMs: number,
  tools: Part<'note', 'now' | 'secrets'>,
): Promise<SignedIn> {
  const { token, expires_at: expiresAt, user } = answer.data as unknown as LoginResult
  tools.context.secrets.add(token)
  const refuse = (what: string) =>
    moveError('CLI_LOGIN_ANSWER', {
      message: `The answer to the login cannot be trusted: ${what}. Nothing was stored.`,
      outcome: 'rejected',
      httpStatus: answer.status,
      hint: 'Check the base URL with movecli whoami.',
      request: 'POST /auth/login',
    })
  if (!sameAddress(user.address, signed)) throw refuse('it names another address than the one that signed')
  if (!fitsHeader(token)) throw refuse('its token has characters that no HTTP header can carry')
  const now = tools.context.now().getTime()
  if (!(instantOf(expiresAt) > now + skewMs)) throw refuse(`its token expired at ${expiresAt}`)
  const clock = clockWords(skewMs)
  if (clock !== undefined) await tools.note(`warning: ${clock}`)
  return {
    token,
    expiresAt,
    address: signed,
    // It is kept, and shown by commands that do not know these secrets.
    kycStatus: tools.context.secrets.redact(user.kyc_status),
    skewMs: Math.abs(skewMs) > clockSlackMs ? skewMs : 0,
  }
}
