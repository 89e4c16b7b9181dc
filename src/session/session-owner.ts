/** "This address" of a session: the session's or the profile's; with an API key alone it is the key's fingerprint. */
import { builtInProfile } from '../config/built-in-profile.ts'
import { foreignToken, type SelectedCredentials } from '../config/select-credentials.ts'
import { storedAddress, type Credentials } from '../config/credentials.ts'
import type { Resolved } from '../config/types.ts'
import { fingerprint, tokenFingerprint, type Owner } from '../journal/owner.ts'

type From = {
  resolved: Resolved
  baseUrl: string
  record: Credentials | undefined
  credentials: SelectedCredentials
}

/**
 * Whose the writes of a session are. A token that was not stored with the profile is looked up in the logins of every profile
 * in the state folder, and so is an API key that comes alone; where none has it, nobody knows the address.
 */
export async function ownerOf(
  { resolved, baseUrl, record, credentials }: From,
  state: string,
): Promise<Owner> {
  const origin = new URL(baseUrl).origin
  const key = fingerprint(credentials.apiKey?.value ?? '')
  const token = credentials.token && { token: tokenFingerprint(credentials.token.value) }
  const own = record?.origin === origin ? record : undefined
  const builtIn = builtInProfile(resolved.network?.value)
  if (builtIn && !own) return { origin, key, ...token, address: (await builtIn.load()).address }
  const known = foreignToken(credentials.token, own) ? undefined : (own?.address ?? resolved.entry?.address)
  const address = known ?? (await storedAddress(state, origin, token?.token ?? key))
  return { origin, key, ...token, address: address ?? null }
}
