/** What the system's keychain can be asked, and how it fails. */

/** One step: read, write or delete the secret of an account. */
export type KeychainStep =
  | { op: 'get'; account: string }
  | { op: 'set'; account: string; secret: string }
  | { op: 'delete'; account: string }

export type KeychainWait = {
  /** Longest wait for all steps, in milliseconds. */
  waitMs: number
  signal?: AbortSignal
  /** Called where the answer takes so long that a dialog may be open. */
  onSlow?: () => void
}

/** Runs steps in order and returns what each `get` found; null for nothing, and for the other steps. Throws KeychainFailure. */
export type Keychain = (steps: readonly KeychainStep[], wait: KeychainWait) => Promise<(string | null)[]>

/** `missing`: its library is not installed. `silent`: no answer in time. `refused`: there is no keychain, or it is locked. */
export class KeychainFailure extends Error {
  readonly kind: keyof typeof keychainWords
  constructor(kind: keyof typeof keychainWords) {
    super(keychainWords[kind])
    this.kind = kind
  }
}

const keychainWords = {
  missing: 'its library (@napi-rs/keyring) is not installed',
  silent: 'it did not answer',
  refused: 'it could not be used: there is none, or it is locked',
}
