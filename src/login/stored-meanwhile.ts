/** What a login finds in its profile at its end that was not there at its start: whose API key stays, and what is replaced. */
import type { Credentials } from '../config/credentials.ts'
import { profileChanged } from '../config/credentials/session-identity.ts'
import { isStop, MoveError } from '../errors.ts'
import { sameAddress } from '../wallet/address.ts'
import type { Began } from './profile-at-store.ts'
import type { Found } from './store.ts'

type Start = Began & { record: Credentials | undefined }

/** Whose API key stays: what is stored, unless another wallet's login with a key of its own came since this one began. */
export function whoseKey(start: Start, { profile, record: now }: Found, address: string) {
  const began = profile === start.profile ? start.record : undefined
  return now?.address !== undefined && !sameAddress(now.address, address) && now.apiKey !== began?.apiKey
    ? began
    : now
}

/** What is said of the session and the signer of another wallet that signed in since this login began. */
export function replacedBy(start: Start, found: Found, address: string): string | undefined {
  const { profile, record, entry } = found
  const theirs = record?.address ?? entry?.address
  const before = start.record?.address ?? start.resolved.entry?.address
  if (theirs === undefined || sameAddress(theirs, address)) return undefined
  if (profile === start.profile && before !== undefined && sameAddress(theirs, before)) return undefined
  const parts = [record?.token && 'session', entry?.signer && 'remembered signer'].filter(Boolean)
  if (parts.length === 0) return undefined
  return `note: ${theirs} signed in to profile ${profile} while this login was running. This login replaced the ${parts.join(' and the ')} of that wallet.`
}

/** A failure to store what the service has answered: the login was taken, and nobody has its token. */
export function unkept(error: unknown, expiresAt: string): unknown {
  if (!(error instanceof MoveError) || isStop(error)) return error
  return new MoveError(`${error.message} ${taken(expiresAt)}`, { ...error.fault, outcome: 'applied' })
}

/** A failure to store what movecli signed in by itself: the outcome is that of the command's request, which was not sent. */
export const unkeptRenewal = (error: unknown, expiresAt: string): unknown =>
  error instanceof MoveError && !isStop(error)
    ? new MoveError(`${error.message} ${taken(expiresAt)}`, error.fault)
    : error

const taken = (expiresAt: string) =>
  `The service took the login; its session token, which was not kept, is valid until ${expiresAt}.`

/** Exit 4: the API key that the service was asked with was removed meanwhile, and no other was given. */
export const keyGone = (profile: string, network: string): MoveError =>
  profileChanged(
    `Profile ${profile} no longer has the API key that this login began with. The sign-in was not stored.`,
    `movecli login -n ${network} --profile ${profile} --key`,
  )
