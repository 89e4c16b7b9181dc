/** Which profiles there are, and what is kept of one. */
import type { KnownCredentials } from '../config/credentials.ts'
import { nearest } from '../config/nearest.ts'
import { resolve } from '../config/resolve.ts'
import { currentProfile, profileNamed, type Settings } from '../config/settings.ts'
import type { Json } from '../contract/lossless-json.ts'
import { usage, type MoveError } from '../errors.ts'

export type Summary = {
  profile: string
  current: boolean
  network: string | null
  base_url: string | null
  address: string | null
  signer: string | null
}

/** What the settings hold of a profile; nothing of the environment is in it. Throws CLI_CONFIG (exit 3) for a wrong base URL. */
export function summaryOf(settings: Settings, name: string): Summary {
  const entry = profileNamed(settings, name)
  const { baseUrl } = resolve({ flags: { profile: name }, env: {}, settings, purpose: 'configure' })
  return {
    profile: name,
    current: currentProfile(settings) === name,
    network: entry?.network ?? null,
    base_url: baseUrl?.value ?? null,
    address: entry?.address ?? null,
    signer: entry?.signer?.kind ?? null,
  }
}

/** Which secrets are stored, for which origin, and until when; never what they are. */
export const storedOf = (record: KnownCredentials | undefined): { [key: string]: Json } => ({
  origin: record?.origin ?? null,
  store: record?.store ?? null,
  api_key: record?.hasKey ?? false,
  token: record?.hasToken ?? false,
  expires_at: record?.expiresAt ?? null,
  kyc_status: record?.kycStatus ?? null,
  signed_in_at: record?.signedInAt ?? null,
})

/** The error (CLI_USAGE) for a name that no profile has. */
export function noSuchProfile(name: string, settings: Settings): MoveError {
  const names = Object.keys(settings.profiles)
  const ordinary = /^[a-z0-9_-]{1,64}$/i.test(name)
  const near = ordinary ? nearest(name, names) : undefined
  const all = names.length > 0 ? `Profiles: ${names.join(', ')}` : 'movecli login creates the first one.'
  return usage(
    ordinary ? `No profile named "${name}".` : 'No such profile.',
    near ? `Did you mean ${near}? ${all}` : all,
  )
}
