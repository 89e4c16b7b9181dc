/** How credentials are read and changed: the waits, and the way to the keychain. */
import type { Wait } from './file.ts'
import type { KeychainStep } from './keychain.ts'

/** Where the secrets of a record are. */
export type Store = 'file' | 'keychain'

/** Who changes or reads credentials: how long it waits, and its way to the keychain. */
export type Vault = Wait & {
  /** The keychain, its limits set; undefined where this program has none. */
  keychain?: (steps: readonly KeychainStep[]) => Promise<(string | null)[]>
  /** Most characters that the keychain takes; a longer secret goes to the file. */
  longest?: number
}

export type Change = Vault & {
  /** Where the secrets go; by default they stay where they are. */
  store?: Store
  /** Secrets that cannot be read any more are given up, not an error: new ones take their place. */
  replacing?: boolean
  /** What belongs to the change: called once it is on disk, before another process may change the credentials. */
  alongside?: () => Promise<void>
}
