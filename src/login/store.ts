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
import type { Resolved } from '../config/types.ts'
import { MoveError, misconfigured } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Part } from '../runtime/services.ts'
import type { LoginValues } from './login-flags.ts'
import { keepProfile, type Kept, type Named } from './save-login.ts'

export type ChosenStore = {
  store: Store
  /** The file is as good, where the keychain fails later. */
  orFile: boolean
}

/** What --store or `credentials.store` says; auto takes a keychain that works, and never under CI. Throws CLI_KEYCHAIN (exit 3). */
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

/**
 * Stores what a login brought: the profile in the settings, then its credentials, their secrets where they were chosen to be.
 * Both in one turn, so that two logins at once leave one of them whole. Returns where the secrets are, as a sentence.
 */
export async function storeLogin(
  named: Named,
  settings: Kept,
  change: (before: Credentials | undefined) => Credentials,
  { store, orFile }: ChosenStore,
  tools: Part<'folders' | 'note' | 'say' | 'vault', 'signal'>,
): Promise<string> {
  const { profile } = named
  const { state } = tools.folders
  const how = { ...tools.vault, replacing: true }
  const said: string[] = []
  const both = async (before: Credentials | undefined): Promise<Credentials> => {
    said.push(...(await keepProfile(tools, named, settings)))
    return change(before)
  }
  try {
    await changeCredentials(state, profile, both, { ...how, store })
  } catch (error) {
    if (!orFile || !(error instanceof MoveError) || error.fault.code !== 'CLI_KEYCHAIN') throw error
    await tools.note(`note: ${error.message}`)
    await changeCredentials(state, profile, both, { ...how, store: 'file' })
  }
  for (const text of said) await tools.note(text)
  const known = await knownCredentials(state, profile)
  if (known?.leftover) await tools.say(leftoverNote(profile))
  const kept = known?.store ?? store
  return `Secrets are kept in ${placeOf(kept, state)}, which only you can read.`
}
