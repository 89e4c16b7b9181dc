/** What to type to settle the unresolved writes of an operation. */
import { selectCredentials } from '../config/select-credentials.ts'
import { commandWords } from '../contract/command-words.ts'
import { findOperation } from '../contract/operations.ts'
import { MoveError } from '../errors.ts'
import type { Session } from '../session/session.ts'

/** Who and where the writes are of; a record has null where there is no profile. */
type Place = { profile?: string | null | undefined; network: string; baseUrl?: string | undefined }

/** `movecli token claim --reconcile --profile ops`, or the command that shows what became of them. */
export const reconcileLine = (operation: string, { profile, network, baseUrl }: Place): string =>
  [
    `movecli ${findOperation(operation)?.shownBy ?? `${commandWords(operation)} --reconcile`}`,
    profile == null ? `-n ${network}` : `--profile ${profile}`,
    ...(baseUrl === undefined ? [] : [`--base-url ${baseUrl}`]),
  ].join(' ')

/**
 * The line that settles the writes of a session, to be typed where its command was. The profile is named, unless its own
 * credentials would then win over those of the environment that were used: the line would ask about another wallet.
 */
export function reconcileLineOf(operation: string, session: Session): string {
  const { profile, network, resolved } = session
  const { baseUrl } = resolved
  return reconcileLine(operation, {
    profile: isSameWhenNamed(session) ? profile : null,
    network,
    ...(baseUrl?.origin === 'flag' && { baseUrl: baseUrl.value }),
  })
}

/** Are the same credentials chosen where the profile is named by the flag? */
function isSameWhenNamed({ profile, record, resolved, credentials: { apiKey, token } }: Session): boolean {
  const key = apiKey?.origin === 'environment' ? { MOVECLI_API_KEY: apiKey.value } : {}
  const session = token?.origin === 'environment' ? { MOVECLI_TOKEN: token.value } : {}
  const env = { ...key, ...session }
  if (profile === undefined || resolved.profile?.origin === 'flag' || Object.keys(env).length === 0)
    return true
  try {
    const named = selectCredentials({ flags: { profile }, env, record, resolved })
    return named.apiKey?.value === apiKey?.value && named.token?.value === token?.value
  } catch (error) {
    if (error instanceof MoveError) return false
    throw error
  }
}
