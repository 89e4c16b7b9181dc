/** What stands for the secrets of a record while its keychain is not asked: enough to choose by, and sent nowhere. */
import type { Credentials, StoredRecord } from './file.ts'
import { keptSecrets } from './lost-secrets.ts'
import { printsOf } from './prints.ts'

type Secrets = Pick<Credentials, 'apiKey' | 'token'>

/** A text for each secret that the keychain has; where one of `others` has the fingerprint of one, it is that secret itself. */
export function standInFor(record: StoredRecord, others: readonly string[] = []): Secrets {
  const { hasKey, hasToken } = keptSecrets(record)
  const prints = record.prints?.split(' ') ?? []
  const known = (name: keyof Secrets) =>
    others.find((text) => printsOf({ [name]: text }).some((print) => prints.includes(print)))
  return {
    ...(hasKey && { apiKey: known('apiKey') ?? standIn }),
    ...(hasToken && { token: known('token') ?? standIn }),
  }
}

const standIn = 'in the keychain'
