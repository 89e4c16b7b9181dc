/** Whose session a command began with: it stays that wallet's, whatever another process does to the profile meanwhile. */
import { unauthenticated, type MoveError } from '../../errors.ts'
import type { Credentials } from './file.ts'

export type SessionIdentity = { profile: string; baseUrl: string } & Pick<Credentials, 'origin' | 'address'>

export const sessionIdentity = (
  { origin, address }: Credentials,
  place: Pick<SessionIdentity, 'profile' | 'baseUrl'>,
): SessionIdentity => ({ ...place, origin, ...(address !== undefined && { address }) })

/**
 * What is stored now, where it is a session of the same wallet at the same origin. Throws CLI_PROFILE_CHANGED (exit 4) where
 * the profile was signed out, or signed in as another wallet or elsewhere.
 */
export function sessionOf(began: SessionIdentity, stored: Credentials | undefined): Credentials {
  const { profile, origin, address } = began
  if (stored && stored.origin !== origin)
    throw profileChanged(
      `Profile ${profile} was signed in at ${stored.origin} while this command was running at ${origin}.`,
      `movecli login --base-url ${began.baseUrl} --profile <another>`,
    )
  if (stored?.address !== undefined && !isOf(began, stored.address)) throw otherWallet(began, stored.address)
  if (stored?.token === undefined || (stored.address === undefined) !== (address === undefined))
    throw profileChanged(`Profile ${profile} was signed out while this command was running.`, loginAs(began))
  return stored
}

/** Is it the address of the session? */
export const isOf = ({ address }: Pick<SessionIdentity, 'address'>, other: string): boolean =>
  address?.toLowerCase() === other.toLowerCase()

/** The error for a profile that is another wallet's now. */
export const otherWallet = (began: SessionIdentity, address: string): MoveError =>
  profileChanged(
    `Profile ${began.profile} was signed in as ${address} while this command was running as ${began.address ?? 'another wallet'}.`,
    loginAs(began),
  )

/** Settings of one folder beside credentials of another: the session is of another wallet than the profile's. */
export function refuseOtherWallet(
  profile: string,
  named: string | undefined,
  stored: string | undefined,
): void {
  if (named === undefined || stored === undefined || isOf({ address: named }, stored)) return
  throw profileChanged(
    `Profile ${profile} is ${named} in the settings, but its stored session belongs to ${stored}.`,
    `movecli login --profile ${profile} --address ${named}`,
  )
}

/** The error for a profile whose API key was removed, or is another one now. */
export const apiKeyChanged = ({ profile }: SessionIdentity, stored: Credentials | undefined): MoveError =>
  profileChanged(
    `Profile ${profile} no longer has the API key that this command began with.`,
    stored?.apiKey === undefined
      ? `movecli login --profile ${profile} --key`
      : 'Run it again to use the API key that is stored now.',
  )

/** Exit 4: the command goes on neither with the session that it began with nor with another. */
export const profileChanged = (message: string, hint: string): MoveError =>
  unauthenticated('CLI_PROFILE_CHANGED', message, hint)

/** The profile has another session, or none, since the command began. */
export const isProfileChanged = ({ fault }: MoveError): boolean => fault.code === 'CLI_PROFILE_CHANGED'

/** The command that makes the profile the same wallet's again. */
export const loginAs = ({ profile, address }: SessionIdentity): string =>
  `movecli login --profile ${profile}${address === undefined ? '' : ` --address ${address}`}`
