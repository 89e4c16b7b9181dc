/** The profile that a login stores in: looked at again when it is stored, because others may have changed it meanwhile. */
import { selectProfile } from '../config/select-profile.ts'
import { profileChanged } from '../config/credentials/session-identity.ts'
import { profileNamed, type Settings } from '../config/settings.ts'
import type { Resolved } from '../config/types.ts'
import type { Network } from '../contract/service.ts'
import { MoveError } from '../errors.ts'
import type { Part } from '../runtime/services.ts'

export type Began = { resolved: Resolved; network: Network; profile: string }

/** Thrown inside a turn for one profile where by now another one is the login's. */
export class ProfileMoved extends Error {}

/**
 * Its name by the settings as they are now: the one that the login began with while that is there and of the network, else
 * chosen as at the start of a login, where that is a new one. Throws what choosing throws, and CLI_PROFILE_CHANGED (exit 4) for
 * one that others have made, with a sentence that `what` was not stored.
 */
export function profileToStoreIn(
  { resolved, network, profile }: Began,
  { globals, context: { env } }: Part<'globals', 'env'>,
  settings: Settings,
  what: string,
): string {
  const entry = profileNamed(settings, profile)
  if (entry && resolved.profile?.isNew === false && (entry.network ?? network) === network) return profile
  const flags = resolved.network?.origin === 'environment' ? globals : { ...globals, network }
  try {
    const chosen = selectProfile({ flags, env, settings, purpose: 'login' }).profile?.name ?? profile
    if (chosen === profile || !profileNamed(settings, chosen)) return chosen
    throw madeByOthers(chosen, network)
  } catch (error) {
    if (!(error instanceof MoveError)) throw error
    throw new MoveError(`${error.message} ${what} was not stored.`, error.fault)
  }
}

/** The profile that would be chosen now is another's, which this login neither named nor saw at its start. */
const madeByOthers = (profile: string, network: Network): MoveError =>
  profileChanged(
    `Profile ${profile} was made or chosen while this login was running for another one.`,
    `movecli login -n ${network} --profile <name>`,
  )
