/**
 * Records whose secrets are, or are going to be, in the keychain. The file names every account before it is made and until
 * it is deleted, and the new place is read back before the old one is given up: a process that is killed at any moment
 * leaves the old secrets or the new ones, and nothing in the keychain that no file knows.
 */
import { randomBytes } from 'node:crypto'
import { misconfigured, MoveError } from '../../errors.ts'
import type { Credentials, Put, StoredRecord } from './file.ts'
import { printsOf } from './prints.ts'
import { KeychainFailure, type KeychainStep } from './keychain.ts'
import { hasLostSecrets, keptSecrets } from './lost-secrets.ts'
import type { Change, Vault } from './vault.ts'

/** The command that stores an API key and signs in where a keychain has both, and cannot be read. */
export const storeAgain = (profile?: string): string =>
  `movecli login --key --store file${profile === undefined ? '' : ` --profile ${profile}`}`

type Secrets = Pick<Credentials, 'apiKey' | 'token'>

/**
 * The record with its secrets; without them where the account is gone. Throws
 * CLI_KEYCHAIN (exit 3), unless they are being replaced.
 */
export async function withSecrets(
  { keychain: account, secrets: _names, prints: _prints, stale: _stale, ...known }: StoredRecord,
  profile: string,
  vault: Change,
): Promise<Credentials> {
  if (account === undefined) return known
  try {
    const [text] = await ask(vault, [{ op: 'get', account }])
    return { ...known, ...secretsIn(text ?? '') }
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error
    if (vault.replacing) return known
    throw unusableKeychain(
      `The secrets of ${profile} are in the system's keychain, and cannot be read: ${error.message}.`,
      unlockOr(profile),
    )
  }
}

/**
 * The profiles of which the keychain has not all secrets any more. It is asked once, also where no profile keeps any in it.
 * Throws KeychainFailure.
 */
export async function lostProfiles(
  profiles: Readonly<Record<string, StoredRecord>>,
  vault: Vault,
): Promise<string[]> {
  const accounts = Object.entries(profiles).flatMap(([name, record]) =>
    record.keychain === undefined ? [] : [{ name, record, account: record.keychain }],
  )
  const asked = ['doctor', ...accounts.map(({ account }) => account)]
  const [, ...texts] = await ask(
    vault,
    asked.map((account) => ({ op: 'get', account })),
  )
  return accounts
    .filter(({ record }, at) => hasLostSecrets(keptSecrets(record), secretsIn(texts[at] ?? '')))
    .map(({ name }) => name)
}

type Replacing = {
  profile: string
  stored: StoredRecord | undefined
  /** The stored record with its secrets. */
  before: Credentials | undefined
  after: Credentials | undefined
  put: Put
}

/**
 * Puts `after` in the place of what is stored, its secrets where `how` says. Throws
 * CLI_KEYCHAIN (exit 3); what was stored stays.
 */
export async function replace(
  { profile, stored, before, after, put }: Replacing,
  how: Change,
): Promise<void> {
  const made = accountsOf(stored)
  if (!after) {
    await removed(made, profile, how).catch(async (error: unknown) => {
      // What the file has goes all the same; what the keychain has stays named.
      if (!stored || !holdsSecrets(stored)) throw error
      await put(recordWithoutSecrets(stored))
      throw error instanceof MoveError
        ? new MoveError(`${error.message} Those in the credentials file were removed.`, error.fault)
        : error
    })
    return put(undefined)
  }
  const { apiKey, token, ...known } = after
  const secret = JSON.stringify({ apiKey, token })
  const named = {
    ...known,
    secrets: Object.keys(JSON.parse(secret) as Secrets).join(' '),
    prints: printsOf(after).join(' '),
  }
  const store = how.store ?? (stored?.keychain === undefined ? 'file' : 'keychain')
  if (store === 'file' || secret === '{}' || secret.length > (how.longest ?? Infinity))
    return putAndSweep(after, made, put, how)
  if (
    stored?.keychain !== undefined &&
    secret === JSON.stringify({ apiKey: before?.apiKey, token: before?.token })
  )
    return putAndSweep({ ...named, keychain: stored.keychain }, staleOf(stored), put, how)
  const account = `${profile}-${randomBytes(8).toString('hex')}`
  await put({ ...(stored ?? { origin: after.origin }), ...stale([...staleOf(stored), account]) })
  await written(account, secret, profile, how)
  await putAndSweep({ ...named, keychain: account }, made, put, how)
}

/** What can no longer be deleted now stays named, and is deleted at the next change. */
async function putAndSweep(record: StoredRecord, old: string[], put: Put, vault: Vault): Promise<void> {
  await put({ ...record, ...stale(old) })
  if (old.length === 0) return
  try {
    await ask(vault, old.map(deletion))
  } catch (error) {
    if (error instanceof KeychainFailure) return
    throw error
  }
  await put(record)
}

async function written(account: string, secret: string, profile: string, vault: Vault): Promise<void> {
  try {
    const [, found] = await ask(vault, [
      { op: 'set', account, secret },
      { op: 'get', account },
    ])
    if (found !== secret) throw new KeychainFailure('refused')
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error
    throw unusableKeychain(
      `The secrets of ${profile} cannot be written to the system's keychain: ${error.message}.`,
      unlockOr(profile),
    )
  }
}

async function removed(accounts: string[], profile: string, vault: Vault): Promise<void> {
  try {
    if (accounts.length > 0) await ask(vault, accounts.map(deletion))
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error
    throw unusableKeychain(
      `The secrets of ${profile} are still in the system's keychain: ${error.message}.`,
      'Unlock the keychain and run it again.',
    )
  }
}

async function ask({ keychain }: Vault, steps: readonly KeychainStep[]): Promise<(string | null)[]> {
  if (!keychain) throw new KeychainFailure('missing')
  return keychain(steps)
}

/** Text that movecli did not write holds no secrets of ours. */
function secretsIn(text: string): Secrets {
  try {
    const { apiKey, token } = JSON.parse(text) as Record<string, unknown>
    return { ...(typeof apiKey === 'string' && { apiKey }), ...(typeof token === 'string' && { token }) }
  } catch {
    return {}
  }
}

const holdsSecrets = ({ apiKey, token }: StoredRecord): boolean => apiKey !== undefined || token !== undefined

function recordWithoutSecrets({
  apiKey: _key,
  token: _token,
  expiresAt: _end,
  ...known
}: StoredRecord): StoredRecord {
  return known
}

const deletion = (account: string): KeychainStep => ({ op: 'delete', account })
const staleOf = (record: StoredRecord | undefined): string[] => record?.stale?.split(' ') ?? []
const accountsOf = (record: StoredRecord | undefined): string[] => [
  ...staleOf(record),
  ...(record?.keychain === undefined ? [] : [record.keychain]),
]
const stale = (accounts: string[]) => (accounts.length > 0 ? { stale: accounts.join(' ') } : {})

const unlockOr = (profile: string) => `Unlock the keychain, or store them again with ${storeAgain(profile)}`
const unusableKeychain = (message: string, hint: string) => misconfigured(message, hint, 'CLI_KEYCHAIN')
