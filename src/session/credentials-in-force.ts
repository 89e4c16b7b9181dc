/** What a request would be sent with if it were sent now, for commands that tell of it. */
import {
  knownCredentials,
  readCredentials,
  type Credentials,
  type KnownCredentials,
} from '../config/credentials.ts'
import type { SelectedCredentials } from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import { isStop, MoveError } from '../errors.ts'
import type { Part } from '../runtime/services.ts'
import { choiceOf, credentialsFor, type ChoiceTools } from './chosen-credentials.ts'

export type CredentialsInForce = {
  /** What the file says of the profile's credentials. */
  known: KnownCredentials | undefined
  /** With its secrets; undefined where there is none, or the keychain cannot be read. */
  record: Credentials | undefined
  /** Without anything where `refused`. */
  chosen: SelectedCredentials
  /** Why the keychain cannot be read; the choice then goes by which secrets the file says it has. */
  unread?: MoveError
  /** What every request ends with. */
  refused?: MoveError
}

/** The choice of a request, and how it stands; no session is renewed. Throws CLI_CONFIG (exit 3) for a broken file. */
export async function credentialsInForce(
  tools: ChoiceTools & Part<'folders' | 'vault'>,
  resolved: Resolved,
): Promise<CredentialsInForce> {
  const { state } = tools.folders
  const profile = resolved.profile?.name
  const known = profile === undefined ? undefined : await knownCredentials(state, profile)
  const { record, unread } = known && profile !== undefined ? await withSecrets(profile, tools) : {}
  try {
    const chosen = unread
      ? await choiceOf(tools, resolved, known && standInFor(known))
      : await credentialsFor(tools, resolved, record)
    return { known, record, chosen, ...(unread && { unread }) }
  } catch (refused) {
    if (!(refused instanceof MoveError) || isStop(refused)) throw refused
    return { known, record, chosen: { notes: [] }, ...(unread && { unread }), refused }
  }
}

async function withSecrets(
  profile: string,
  { folders, vault }: Part<'folders' | 'vault'>,
): Promise<{ record?: Credentials | undefined; unread?: MoveError }> {
  try {
    return { record: await readCredentials(folders.state, profile, vault) }
  } catch (error) {
    if (error instanceof MoveError && error.fault.code === 'CLI_KEYCHAIN') return { unread: error }
    throw error
  }
}

/** A record with a text where the keychain has a secret: enough to choose by, and sent nowhere. */
const standInFor = ({ hasKey, hasToken, ...known }: KnownCredentials): Credentials => ({
  ...known,
  ...(hasKey && { apiKey: 'in the keychain' }),
  ...(hasToken && { token: 'in the keychain' }),
})
