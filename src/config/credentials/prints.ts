/** Fingerprints of stored secrets: tell whose a given token or API key is, and give neither away. */
import { fingerprint, tokenFingerprint } from '../../journal/owner.ts'
import type { Credentials } from './file.ts'

export const printsOf = ({ apiKey, token }: Pick<Credentials, 'apiKey' | 'token'>): string[] => [
  ...(apiKey === undefined ? [] : [fingerprint(apiKey)]),
  ...(token === undefined ? [] : [tokenFingerprint(token)]),
]
