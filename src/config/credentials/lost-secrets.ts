/** Whether the secrets of a record are still where they are kept: a keychain may answer and have them no more. */
import type { Credentials, StoredRecord } from './file.ts'

/** Which secrets were stored, as far as the file tells. */
export type KeptSecrets = { hasKey: boolean; hasToken: boolean }

/** Those in the record itself, and those it says a keychain has. */
export function keptSecrets({ apiKey, token, secrets }: StoredRecord): KeptSecrets {
  const names = secrets?.split(' ') ?? []
  return {
    hasKey: apiKey !== undefined || names.includes('apiKey'),
    hasToken: token !== undefined || names.includes('token'),
  }
}

/** Whether one that was stored is not among those that were found, in a place that answers. */
export const hasLostSecrets = (
  { hasKey, hasToken }: KeptSecrets,
  { apiKey, token }: Pick<Credentials, 'apiKey' | 'token'>,
): boolean => (hasKey && apiKey === undefined) || (hasToken && token === undefined)
