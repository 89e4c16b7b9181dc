/** The credentials file: one record per profile, with its secrets or with the keychain account that has them. */
import { join } from 'node:path'
import { isObject } from '../../contract/plain.ts'
import { misconfigured } from '../../errors.ts'
import { readJsonFile } from '../read-json.ts'
import { longestTurnMs } from '../settings-file.ts'
import { fileError } from '../file-errors.ts'

/** `origin` is scheme, host and port; times are ISO 8601. */
export type Credentials = {
  origin: string
  apiKey?: string
  token?: string
  expiresAt?: string
  address?: string
  kycStatus?: string
  signedInAt?: string
  /** Milliseconds that the service's clock is ahead of this machine's, where they differ. */
  clockSkewMs?: string
}

/** A record as it is on disk. */
export type StoredRecord = Credentials & {
  /** Account of the keychain that has the API key and the session token; the file has neither then. */
  keychain?: string
  /** Which of the two it has, parted by spaces. */
  secrets?: string
  /** Their fingerprints, parted by spaces: whose they are is known without the keychain. */
  prints?: string
  /** Accounts, parted by spaces, that may exist in the keychain and are to be deleted from it. */
  stale?: string
}

type File = { format: number; profiles: Record<string, StoredRecord> }

/** How long to wait for another process that changes the file, and what ends the wait. */
export type Wait = { wait?: number; signal?: AbortSignal }

const format = 1
const empty: File = { format, profiles: {} }
const hint = 'Fix the file, or move it aside and sign in again. movecli has not changed it.'

/** The credentials file of a state folder. */
export const credentialsPath = (state: string): string => join(state, 'credentials.json')

/** The record of a profile as it is on disk. Throws CLI_CONFIG (exit 3) for a broken file, which stays as it is. */
export async function readRecord(state: string, profile: string): Promise<StoredRecord | undefined> {
  return recordOf(await readCredentialsFile(state), profile)
}

/** All records by profile, and whether a newer movecli wrote the file. Throws CLI_CONFIG (exit 3) for a broken one. */
export async function readRecords(
  state: string,
): Promise<{ profiles: Record<string, StoredRecord>; newer: boolean }> {
  const file = await readCredentialsFile(state)
  return { profiles: file.profiles, newer: file.format > format }
}

/** Replaces the record on disk; undefined removes it. */
export type Put = (record: StoredRecord | undefined) => Promise<void>

/**
 * Lets `work` change a profile's record, one process at a time; each `put` is on disk when it returns.
 * Throws CLI_CONFIG or CLI_STATE (exit 3), CLI_BUSY (exit 8).
 */
export async function withRecord<T>(
  state: string,
  profile: string,
  work: (before: StoredRecord | undefined, put: Put) => Promise<T>,
  { wait = longestTurnMs, signal }: Wait = {},
): Promise<T> {
  const { acquire, ensureFolder, replaceFile, sweepDrafts } = await writing()
  try {
    await ensureFolder(state)
    const lock = await acquire(join(state, 'credentials.lock'), {
      wait,
      each: true,
      ...(signal && { signal }),
    })
    try {
      sweepDrafts(credentialsPath(state))
      const file = await readCredentialsFile(state)
      return await work(recordOf(file, profile), async (record) => {
        if (file.format > format) throw newer(state)
        const others = Object.entries(file.profiles).filter(([name]) => name !== profile)
        const profiles = Object.fromEntries(record ? [...others, [profile, record]] : others)
        await replaceFile(credentialsPath(state), `${JSON.stringify({ ...file, profiles }, undefined, 2)}\n`)
      })
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw fileError(error, 'state')
  }
}

/** Throws what a change of the file would throw, and changes nothing. */
export async function refuseUnwritableRecords(state: string, wait: Wait = {}): Promise<void> {
  await withRecord(
    state,
    '',
    async () => {
      ;(await writing()).assertRegularFile(credentialsPath(state))
      if ((await readCredentialsFile(state)).format > format) throw newer(state)
    },
    wait,
  )
}

/** What only a change needs: an ordinary command reads. */
const writing = async () => ({
  ...(await import('../../disk/folder.ts')),
  ...(await import('../../disk/lock.ts')),
  ...(await import('../../disk/atomic-write.ts')),
})

async function readCredentialsFile(state: string): Promise<File> {
  return (
    (await readJsonFile(credentialsPath(state), toFile, { hint, newest: format, own: true }))?.value ?? empty
  )
}

const recordOf = ({ profiles }: File, profile: string) =>
  Object.hasOwn(profiles, profile) ? profiles[profile] : undefined

function toFile(raw: unknown): File {
  const file = raw as File | null
  const records =
    typeof file === 'object' && file !== null && isObject(file.profiles)
      ? Object.values(file.profiles)
      : undefined
  if (!file || !records || typeof file.format !== 'number')
    throw new TypeError('it is not a credentials file of movecli')
  const sound = records.every(
    (each) =>
      isObject(each) &&
      typeof each.origin === 'string' &&
      Object.values(each).every((value) => typeof value === 'string'),
  )
  if (!sound && file.format <= format) throw new TypeError('a record in it is not as movecli writes it')
  return file
}

const newer = (state: string) =>
  misconfigured(
    `${credentialsPath(state)} was written by a newer movecli; this one reads it and never writes it.`,
    'Use the newer movecli to sign in and out.',
  )
