/**
 * The stored credentials of a profile, bound to the origin they were stored for; secrets
 * are in the file or in the keychain.
 */
import { unauthenticated } from '../errors.ts'
import {
  credentialsPath,
  readRecord,
  readRecords,
  withRecord,
  type Credentials,
  type StoredRecord,
} from './credentials/file.ts'
import { keptSecrets, type KeptSecrets } from './credentials/lost-secrets.ts'
import { originOf } from './url.ts'
import type { Change, Store, Vault } from './credentials/vault.ts'

export {
  credentialsPath,
  readRecords,
  refuseUnwritableRecords,
  type Credentials,
} from './credentials/file.ts'
export type { Store, Vault } from './credentials/vault.ts'

/**
 * The record of a profile with its secrets. Throws CLI_CONFIG (exit 3) for a broken file, which stays as it is, and
 * CLI_KEYCHAIN (exit 3) for a keychain that cannot be read.
 */
export async function readCredentials(
  state: string,
  profile: string,
  vault: Vault = {},
): Promise<Credentials | undefined> {
  const record = await readRecord(state, profile)
  return record?.keychain === undefined
    ? record && withoutPlaces(record)
    : (await keeping()).withSecrets(record, profile, vault)
}

/** What is known of a profile's credentials without its secrets: which of them there are, and where. */
export type KnownCredentials = Omit<Credentials, 'apiKey' | 'token'> &
  KeptSecrets & {
    store: Store
    /** Secrets stored earlier may still be in the keychain, beside the store. */
    leftover: boolean
  }

/**
 * The record of a profile for a choice between it and secrets from elsewhere (`others`, asked for where a keychain has the
 * record's): no keychain is asked. `isUnread`: a text that is sent nowhere stands for a secret that only the keychain has;
 * one of the others that has its fingerprint is that secret.
 */
export async function unreadCredentials(
  state: string,
  profile: string,
  others: (record: Pick<Credentials, 'origin'>) => Promise<readonly string[]>,
): Promise<{ record: Credentials; isUnread: boolean } | undefined> {
  const record = await readRecord(state, profile)
  if (!record) return undefined
  if (record.keychain === undefined) return { record: withoutPlaces(record), isUnread: false }
  const { standInFor } = await import('./credentials/stand-in.ts')
  return { record: { ...withoutPlaces(record), ...standInFor(record, await others(record)) }, isUnread: true }
}

/** What is known of a profile's credentials without its secrets; no keychain is asked. */
export async function knownCredentials(
  state: string,
  profile: string,
): Promise<KnownCredentials | undefined> {
  const record = await readRecord(state, profile)
  if (!record) return undefined
  const { apiKey: _key, token: _token, ...known } = withoutPlaces(record)
  return {
    ...known,
    ...keptSecrets(record),
    store: storeOf(record),
    leftover: record.stale !== undefined,
  }
}

/** The one address that signed in at `origin` with a token or key of this fingerprint; no keychain is asked. */
export async function storedAddress(
  state: string,
  origin: string,
  print: string,
): Promise<string | undefined> {
  const { printsOf } = await import('./credentials/prints.ts')
  const { profiles } = await readRecords(state)
  const found = Object.values(profiles).filter(
    (record) => record.origin === origin && (record.prints?.split(' ') ?? printsOf(record)).includes(print),
  )
  const addresses = new Set(found.flatMap(({ address }) => address?.toLowerCase() ?? []))
  return addresses.size === 1 ? found.find(({ address }) => address)?.address : undefined
}

/**
 * Changes a profile's record, one process at a time; undefined removes it. Throws as
 * readCredentials; CLI_STATE (exit 3), CLI_BUSY (exit 8).
 */
export async function changeCredentials(
  state: string,
  profile: string,
  change: (record: Credentials | undefined) => Credentials | undefined | Promise<Credentials | undefined>,
  how: Change = {},
): Promise<Credentials | undefined> {
  return withRecord(
    state,
    profile,
    async (stored, put) => {
      const kept = stored?.keychain === undefined ? undefined : await keeping()
      const before =
        kept && stored ? await kept.withSecrets(stored, profile, how) : stored && withoutPlaces(stored)
      const after = await change(before)
      const stays = how.store === undefined || stored === undefined || storeOf(stored) === how.store
      if (after !== before || !stays) {
        // Most records have never been near a keychain.
        if (stored?.keychain === undefined && stored?.stale === undefined && how.store !== 'keychain')
          await put(after)
        else await (await keeping()).replace({ profile, stored, before, after, put }, how)
      }
      await how.alongside?.()
      return after
    },
    how,
  )
}

/** What only a keychain needs. */
const keeping = async () => import('./credentials/keychain-record.ts')

/** Forgets a profile's record and returns what it was. */
export async function removeCredentials(
  state: string,
  profile: string,
  how: Change = {},
): Promise<Credentials | undefined> {
  // Read first, so that nothing is made where there is nothing to remove.
  const removed = await readCredentials(state, profile, how)
  if (removed) await changeCredentials(state, profile, () => undefined, how)
  else await how.alongside?.()
  return removed
}

/** Whether the record was stored for the base URL in force, or none is in force. */
export const isForHere = <R extends Pick<Credentials, 'origin'>>(
  record: R | undefined,
  { baseUrl }: { baseUrl?: { value: string } },
): record is R => record !== undefined && (!baseUrl || record.origin === originOf(baseUrl.value))

/** The record, where it was stored for the origin of this base URL. Throws CLI_FOREIGN_CREDENTIAL (exit 4). */
export function forOrigin(
  record: Credentials,
  baseUrl: string,
  { profile, network }: { profile: string | undefined; network: string | undefined },
): Credentials {
  const origin = originOf(baseUrl)
  if (record.origin === origin) return record
  throw unauthenticated(
    'CLI_FOREIGN_CREDENTIAL',
    `The stored credentials${profile === undefined ? '' : ` of ${profile}`} belong to ${record.origin} and are not sent to ${origin}.`,
    `To sign in there: movecli login ${network === undefined ? '' : `-n ${network} `}--base-url ${baseUrl} --profile <another>`,
  )
}

/** The places that a record's secrets are removed from, in words. */
export const placesOf = (
  { store, leftover }: Pick<KnownCredentials, 'store' | 'leftover'>,
  state: string,
): string[] => [placeOf(store, state), ...(leftover && store === 'file' ? [placeOf('keychain', state)] : [])]

/** What is said where secrets stored earlier could not be deleted from the keychain. */
export const leftoverNote = (profile: string): string =>
  `warning: Older secrets of ${profile} may still be in the system's keychain. movecli removes them at the next login or logout that can use it.`

/** A store in words. */
export const placeOf = (store: Store, state: string): string =>
  store === 'keychain' ? "the system's keychain" : credentialsPath(state)

const storeOf = ({ keychain }: StoredRecord): Store => (keychain === undefined ? 'file' : 'keychain')

function withoutPlaces(record: StoredRecord): Credentials {
  const { keychain: _account, secrets: _names, prints: _prints, stale: _stale, ...credentials } = record
  return credentials
}
