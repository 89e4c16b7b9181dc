/** What a request would be sent with if it were sent now, for commands that tell of it. */
import { knownCredentials, type Credentials, type KnownCredentials } from '../config/credentials.ts'
import type { SelectedCredentials } from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import { isStop, MoveError } from '../errors.ts'
import type { Part } from '../runtime/services.ts'
import { choiceOf, chosenOfStored, environmentOnce, type ChoiceTools } from './chosen-credentials.ts'

export type CredentialsInForce = {
  /** What the file says of the profile's credentials. */
  known: KnownCredentials | undefined
  /**
   * With its secrets, or texts in their place where none is chosen; undefined where there
   * is none, or the keychain cannot be read.
   */
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
  const env = environmentOnce(tools)
  let record: Credentials | undefined
  let unread: MoveError | undefined
  try {
    const judge = (stored: Credentials | undefined) => void (record = stored)
    return { known, ...(await chosenOfStored(tools, resolved, { judge, env }).catch(choiceUnread)) }
  } catch (refused) {
    if (!(refused instanceof MoveError) || isStop(refused)) throw refused
    return { known, record, chosen: { notes: [] }, ...(unread && { unread }), refused }
  }

  async function choiceUnread(error: unknown) {
    if (!(error instanceof MoveError) || error.fault.code !== 'CLI_KEYCHAIN') throw error
    unread = error
    const standIn = record
    record = undefined
    return { record, chosen: await choiceOf(tools, resolved, standIn, env), unread }
  }
}
