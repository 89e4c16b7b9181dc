/** Where a login keeps its secrets: the keychain is tried before anything is asked for or sent. */
import {
  changeCredentials,
  knownCredentials,
  leftoverNote,
  placeOf,
  type Credentials,
  type Store,
} from '../config/credentials.ts'
import { isOn } from '../config/environment.ts'
import { KeychainFailure } from '../config/credentials/keychain.ts'
import { profileNamed, type Profile, type Settings } from '../config/settings.ts'
import { readSettings } from '../config/settings-file.ts'
import type { Resolved } from '../config/types.ts'
import { MoveError, misconfigured } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Part } from '../runtime/services.ts'
import type { LoginValues } from './login-flags.ts'
import { ProfileMoved, profileToStoreIn, type Began } from './profile-at-store.ts'
import { keepProfile, type Kept } from './save-login.ts'

export type ChosenStore = {
  store: Store
  /** The file is as good, where the keychain fails later. */
  orFile: boolean
}

/**
 * What --store or `credentials.store` says; auto takes a keychain that works, and never
 * under CI. Throws CLI_KEYCHAIN (exit 3).
 */
export async function storeFor(
  given: ParsedArgs<LoginValues>,
  resolved: Resolved,
  tools: Part<'note' | 'vault', 'env' | 'random'>,
): Promise<ChosenStore> {
  const wanted = given.flags.store ?? resolved.get('credentials.store')?.value ?? 'auto'
  const orFile = wanted === 'auto'
  if (wanted === 'file' || (orFile && isOn(tools.context.env['CI']))) return { store: 'file', orFile }
  try {
    await probe(tools)
    return { store: 'keychain', orFile }
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error
    if (!orFile)
      throw misconfigured(
        `The system's keychain cannot be used: ${error.message}. Nothing was sent.`,
        'Use --store file, or movecli config set credentials.store auto.',
        'CLI_KEYCHAIN',
      )
    if (error.kind === 'silent')
      await tools.note(`note: The system's keychain is not used: ${error.message}.`)
    return { store: 'file', orFile }
  }
}

/** Writes a secret to the keychain, reads it back and deletes it. Throws KeychainFailure where that cannot be done. */
async function probe({ vault: { keychain }, context }: Part<'vault', 'random'>): Promise<void> {
  if (!keychain) throw new KeychainFailure('missing')
  const account = `probe-${Buffer.from(context.random(8)).toString('hex')}`
  const secret = Buffer.from(context.random(16)).toString('hex')
  const [, found] = await keychain([
    { op: 'set', account, secret },
    { op: 'get', account },
    { op: 'delete', account },
  ])
  if (found !== secret) throw new KeychainFailure('refused')
}

/** What a login finds in its turn: the profile that it stores in, as it is now. */
export type Found = { profile: string; record: Credentials | undefined; entry: Profile | undefined }

/**
 * Stores what a login brought: the profile in the settings, then its credentials, their secrets where they were chosen to be.
 * All in one turn, the choice of the profile too, so that two logins at once leave one of them whole, or both.
 * Returns what it was stored over, and where the secrets are, as a sentence.
 */
export async function storeLogin(
  began: Began,
  settings: Kept,
  change: (found: Found) => Credentials,
  { store, orFile }: ChosenStore,
  tools: Part<'folders' | 'globals' | 'note' | 'say' | 'vault', 'env' | 'signal'>,
): Promise<Found & { kept: string }> {
  const { state, config } = tools.folders
  const how = { ...tools.vault, replacing: true }
  const what = settings.address === undefined ? 'The API key' : 'The sign-in'
  const chosen = (now: Settings) => profileToStoreIn(began, tools, now, what)
  const said: string[] = []
  const into = async (profile: string, where: Store): Promise<Found> => {
    const stays = (now: Settings) => {
      if (chosen(now) !== profile) throw new ProfileMoved()
    }
    let found: Found | undefined
    const both = async (record: Credentials | undefined): Promise<Credentials> => {
      const now = await readSettings(config)
      stays(now)
      found = { profile, record, entry: profileNamed(now, profile) }
      const after = change(found)
      said.push(
        ...(await keepProfile(
          tools,
          { profile, network: began.network },
          { ...settings, baseUrl: settings.baseUrl ?? lostBaseUrl(began, found) },
          stays,
        )),
      )
      return after
    }
    await changeCredentials(state, profile, both, { ...how, store: where })
    return found ?? { profile, record: undefined, entry: undefined }
  }
  const turn = async (where: Store): Promise<Found> => {
    for (;;) {
      try {
        return await into(chosen(await readSettings(config)), where)
      } catch (error) {
        if (!(error instanceof ProfileMoved)) throw error
      }
    }
  }
  const found = await turn(store).catch(async (error: unknown) => {
    if (!orFile || !(error instanceof MoveError) || error.fault.code !== 'CLI_KEYCHAIN') throw error
    await tools.note(`note: ${error.message}`)
    return turn('file')
  })
  for (const text of said) await tools.note(text)
  const known = await knownCredentials(state, found.profile)
  if (known?.leftover) await tools.say(leftoverNote(found.profile))
  const kept = `Secrets are kept in ${placeOf(known?.store ?? store, state)}, which only you can read.`
  return { ...found, kept }
}

/** The base URL that was the profile's own, where the profile was removed meanwhile and is made again. */
const lostBaseUrl = ({ resolved: { baseUrl } }: Began, { entry }: Found): string | undefined =>
  entry === undefined && baseUrl?.origin === 'profile' ? baseUrl.value : undefined
