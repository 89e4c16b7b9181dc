/** The owner of a session's writes: its address, or fingerprints of API key and token where no address is known. */
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
 * in the state folder. An API key that comes alone is its own name: which wallet the service takes it for, nobody knows here.
 */
export async function ownerOf(
  { resolved, baseUrl, record, credentials }: From,
  state: string,
): Promise<Owner> {
  const origin = new URL(baseUrl).origin
  const key = fingerprint(credentials.apiKey?.value ?? '')
  const own = record?.origin === origin ? record : undefined
  const builtIn = builtInProfile(resolved.network?.value)
  const token = credentials.token && tokenFingerprint(credentials.token.value)
  const near = nearOf(resolved, own, credentials)
  if (token === undefined && !builtIn) return { origin, key, address: null, ...near }
  const owner = { origin, key, ...(token !== undefined && { token }) }
  if (builtIn && !own) return { ...owner, address: (await builtIn.load()).address }
  const known = foreignToken(credentials.token, own) ? undefined : (own?.address ?? resolved.entry?.address)
  const address = known ?? (token && (await storedAddress(state, origin, token)))
  return address === undefined ? { ...owner, address: null, ...near } : { ...owner, address }
}

/**
 * The profile whose API key comes without its session, and its address: the wallet may be
 * that one, and is held up as if it were.
 */
function nearOf(
  { profile, entry }: Resolved,
  own: Credentials | undefined,
  { apiKey }: SelectedCredentials,
): Pick<Owner, 'near'> {
  const isOwn = own !== undefined && (apiKey?.origin === 'profile' || apiKey?.value === own.apiKey)
  if (!isOwn || profile === undefined) return {}
  const address = own.address ?? entry?.address
  return { near: [nameOfProfile(profile.name), ...(address === undefined ? [] : [address.toLowerCase()])] }
}

/** A profile among the names that an owner is near to. */
export const nameOfProfile = (profile: string): string => `profile:${profile}`
