/** What to type to settle the unresolved writes of an operation. */

/** `token.claim` → `token claim`, which is also how it is typed. */
export const commandWords = (operation: string): string => operation.replace('.', ' ')

/** Who and where the writes are of; a record has null where there is no profile. */
type Place = { profile?: string | null | undefined; network: string }

/** `movecli token claim --reconcile --profile ops`. */
export const reconcileLine = (operation: string, { profile, network }: Place): string =>
  `movecli ${commandWords(operation)} --reconcile ${profile == null ? `-n ${network}` : `--profile ${profile}`}`
