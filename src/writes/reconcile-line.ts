/** What to type to settle the unresolved writes of an operation. */
import type { Session } from '../session/session.ts'

/** `token.claim` → `token claim`, which is also how it is typed. */
export const commandWords = (operation: string): string => operation.replace('.', ' ')

/** Who and where the writes are of; a record has null where there is no profile. */
type Place = { profile?: string | null | undefined; network: string; baseUrl?: string | undefined }

/** `movecli token claim --reconcile --profile ops`. */
export const reconcileLine = (operation: string, { profile, network, baseUrl }: Place): string =>
  [
    `movecli ${commandWords(operation)} --reconcile`,
    profile == null ? `-n ${network}` : `--profile ${profile}`,
    ...(baseUrl === undefined ? [] : [`--base-url ${baseUrl}`]),
  ].join(' ')

/**
 * The same for the writes of a session. A profile that is named wins over credentials that were given: where those were
 * used it is not named, or the line would ask about another wallet.
 */
export function reconcileLineOf(
  operation: string,
  { profile, network, credentials, resolved }: Session,
): string {
  const { apiKey, token } = credentials
  const isGiven = [apiKey, token].some((each) => each?.origin === 'environment' || each?.origin === 'flag')
  const { baseUrl } = resolved
  return reconcileLine(operation, {
    profile: isGiven ? null : profile,
    network,
    ...(baseUrl?.origin === 'flag' && { baseUrl: baseUrl.value }),
  })
}
