/** Which profiles there are, and what is kept of one. */
import type { KnownCredentials } from '../config/credentials.ts'
import { resolve } from '../config/resolve.ts'
import { currentProfile, profileNamed, type Settings } from '../config/settings.ts'

export type Summary = {
  profile: string
  current: boolean
  network: string | null
  base_url: string | null
  address: string | null
  signer: string | null
}

/**
 * What the settings hold of a profile; nothing of the environment is in it. Throws
 * CLI_CONFIG (exit 3) for a wrong base URL.
 */
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
export const storedOf = (record: KnownCredentials | undefined) => ({
  origin: record?.origin ?? null,
  store: record?.store ?? null,
  api_key: record?.hasKey ?? false,
  token: record?.hasToken ?? false,
  expires_at: record?.expiresAt ?? null,
  kyc_status: record?.kycStatus ?? null,
  signed_in_at: record?.signedInAt ?? null,
})
