/** What was removed of a profile: for machines by its fields, for people in words. */
import { MoveError } from '../errors.ts'
import { titled, type Result } from '../output/view.ts'

/** What may be kept of a profile, in words. */
const partNames = {
  settings: 'settings',
  signer: 'signer',
  api_key: 'API key',
  token: 'session token',
} as const

type ProfilePart = keyof typeof partNames

/** `the API key, the session token` */
export const partWords = (parts: readonly ProfilePart[]): string =>
  parts.map((part) => `the ${partNames[part]}`).join(', ')

type Removal = {
  profile: string | null
  removed: readonly ProfilePart[]
  from: string | readonly string[]
  left_in?: string | null
  token_valid_until: string | null
}

/** What was removed of a profile, and from where. */
export const removedResult = (removal: Removal): Result =>
  titled(removal, { removed: removal.removed.map((part) => partNames[part]).join(', ') || 'nothing' })

/** Said of a session token that was removed here. */
export const tokenStays = (expiresAt = 'it expires'): string =>
  `The API cannot revoke a token: it stays valid at the service until ${expiresAt}.`

/** Removes what the settings keep of a profile, whose secrets are gone by now. Throws why that fails, and says what stays. */
export async function removeFromSettings(
  change: () => Promise<unknown>,
  { profile, gone, stays }: { profile: string; gone: readonly ProfilePart[]; stays: readonly ProfilePart[] },
): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof MoveError)) throw error
    const removed = gone.length > 0 ? `Removed ${partWords(gone)} of ${profile}. ` : ''
    const message = `${removed}Not removed: ${partWords(stays)} of ${profile}. ${error.message}`
    throw new MoveError(message, error.fault)
  }
}
