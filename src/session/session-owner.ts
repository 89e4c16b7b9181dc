/** "This address" of a session: the session's or the profile's; with an API key alone it is the key's fingerprint. */
import { builtInProfile } from '../config/built-in-profile.ts'
import type { SelectedCredentials } from '../config/select-credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import type { Resolved } from '../config/types.ts'
import { fingerprint, tokenFingerprint, type Owner } from '../journal/owner.ts'

type From = {
  resolved: Resolved
  baseUrl: string
  record: Credentials | undefined
  credentials: SelectedCredentials
}

/** Whose the writes of a session are. A token that was not stored with the profile belongs to an address that nobody knows. */
export async function ownerOf({ resolved, baseUrl, record, credentials }: From): Promise<Owner> {
  const origin = new URL(baseUrl).origin
  const key = fingerprint(credentials.apiKey?.value ?? '')
  const token = credentials.token && { token: tokenFingerprint(credentials.token.value) }
  const own = record?.origin === origin ? record : undefined
  const builtIn = builtInProfile(resolved.network?.value)
  if (builtIn && !own) return { origin, key, ...token, address: (await builtIn.load()).address }
  const foreign = credentials.token !== undefined && credentials.token.value !== own?.token
  const address = foreign ? undefined : (own?.address ?? resolved.entry?.address)
  return { origin, key, ...token, address: address ?? null }
}
