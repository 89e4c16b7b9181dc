/** The profile that a login stores in: looked at again when it is stored, because others may have changed it meanwhile. */
import { selectProfile } from '../config/select-profile.ts'
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
 * chosen as at the start of a login. Throws what that would throw, with a sentence that `what` was not stored.
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
    return selectProfile({ flags, env, settings, purpose: 'login' }).profile?.name ?? profile
  } catch (error) {
    if (!(error instanceof MoveError)) throw error
    throw new MoveError(`${error.message} ${what} was not stored.`, error.fault)
  }
}
