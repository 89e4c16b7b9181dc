/** Credentials on disk: one record per profile, bound to the origin it was stored for. Asynchronous, as a keychain is. */
import { join } from 'node:path'
import { misconfigured, unauthenticated } from '../errors.ts'
import { readJsonFile } from './file.ts'
import { longestTurnMs } from './store.ts'
import { fileError } from './trouble.ts'
import { originOf } from './url.ts'

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

type File = { format: number; profiles: Record<string, Credentials> }
type Wait = { wait?: number; signal?: AbortSignal }

const credentialsFormat = 1
const empty: File = { format: credentialsFormat, profiles: {} }
const brokenHint = 'Fix the file, or move it aside and sign in again. movecli has not changed it.'

/** The credentials file of a state folder. */
export const credentialsPath = (state: string): string => join(state, 'credentials.json')

/** The record of a profile. Throws CLI_CONFIG (exit 3) for a broken file, which stays as it is. */
export async function readCredentials(state: string, profile: string): Promise<Credentials | undefined> {
  return recordOf(await readCredentialsFile(state), profile)
}

/** The profiles that have a record, and whether a newer movecli wrote the file. Throws CLI_CONFIG (exit 3) for a broken one. */
export async function credentialsIn(state: string): Promise<{ profiles: string[]; newer: boolean }> {
  const file = await readCredentialsFile(state)
  return { profiles: Object.keys(file.profiles), newer: file.format > credentialsFormat }
}

/** Changes a profile's record, one process at a time; undefined removes it. Throws CLI_CONFIG or CLI_STATE (exit 3), CLI_BUSY (exit 8). */
export async function changeCredentials(
  state: string,
  profile: string,
  change: (record: Credentials | undefined) => Credentials | undefined | Promise<Credentials | undefined>,
  { wait = longestTurnMs, signal }: Wait = {},
): Promise<Credentials | undefined> {
  const { acquire, ensureFolder, replaceFile, sweepDrafts } = await writing()
  try {
    await ensureFolder(state)
    const lock = await acquire(join(state, 'credentials.lock'), {
      wait,
      each: true,
      ...(signal && { signal }),
    })
    try {
      await sweepDrafts(credentialsPath(state))
      const file = await readCredentialsFile(state)
      const before = recordOf(file, profile)
      const after = await change(before)
      if (after === before) return before
      if (file.format > credentialsFormat) throw newerCredentials(state)
      const others = Object.entries(file.profiles).filter(([name]) => name !== profile)
      const profiles = Object.fromEntries(after ? [...others, [profile, after]] : others)
      await replaceFile(credentialsPath(state), `${JSON.stringify({ ...file, profiles }, undefined, 2)}\n`)
      return after
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw fileError(error, 'state')
  }
}

/** What only a change needs: an ordinary command reads. */
const writing = async () => ({
  ...(await import('../disk/folder.ts')),
  ...(await import('../disk/lock.ts')),
  ...(await import('../disk/replace.ts')),
})

/** Forgets a profile's record and returns what it was. */
export async function removeCredentials(
  state: string,
  profile: string,
  wait?: Wait,
): Promise<Credentials | undefined> {
  // Read first, so that nothing is made where there is nothing to remove.
  const removed = await readCredentials(state, profile)
  if (removed) await changeCredentials(state, profile, () => undefined, wait)
  return removed
}

/** The record, where it was stored for the origin of this base URL. Throws CLI_FOREIGN_CREDENTIAL (exit 4). */
export function forOrigin(record: Credentials, baseUrl: string, profile?: string): Credentials {
  const origin = originOf(baseUrl)
  if (record.origin === origin) return record
  throw unauthenticated(
    'CLI_FOREIGN_CREDENTIAL',
    `The stored credentials${profile === undefined ? '' : ` of ${profile}`} belong to ${record.origin} and are not sent to ${origin}.`,
    `To sign in there: movecli login --base-url ${baseUrl} --profile <another>`,
  )
}

async function readCredentialsFile(state: string): Promise<File> {
  return (
    (await readJsonFile(credentialsPath(state), toFile, { hint: brokenHint, newest: credentialsFormat }))
      ?.value ?? empty
  )
}

const recordOf = ({ profiles }: File, profile: string) =>
  Object.hasOwn(profiles, profile) ? profiles[profile] : undefined

function toFile(raw: unknown): File {
  const file = raw as File | null
  const records =
    typeof file === 'object' && file !== null && isRecord(file.profiles)
      ? Object.values(file.profiles)
      : undefined
  if (!file || !records || typeof file.format !== 'number')
    throw new TypeError('it is no credentials file of movecli')
  const sound = records.every(
    (each) =>
      isRecord(each) &&
      typeof each.origin === 'string' &&
      Object.values(each).every((value) => typeof value === 'string'),
  )
  if (!sound && file.format <= credentialsFormat)
    throw new TypeError('a record in it is not as movecli writes it')
  return file
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const newerCredentials = (state: string) =>
  misconfigured(
    `${credentialsPath(state)} was written by a newer movecli; this one reads it and never writes it.`,
    'Use the newer movecli to sign in and out.',
  )
