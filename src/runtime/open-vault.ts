/**
 * How a command reaches stored secrets: its keychain waits for a person where there is one,
 * and is not asked again once it was silent.
 */
import type { Vault } from '../config/credentials.ts'
import type { KeychainFailure } from '../config/credentials/keychain.ts'
import type { Context } from './context.ts'

/** Longest wait for a keychain, in milliseconds: without anybody who could answer its dialog, and with somebody. */
const waits = { alone: 3_000, person: 60_000 }

/** Windows takes 2,560 bytes of UTF-16. */
const longestOnWindows = 1_280

type Person = { isThere: () => boolean; say: (text: string) => Promise<void> }

export function vaultOf(
  { keychain, platform, signal }: Pick<Context, 'keychain' | 'platform' | 'signal'>,
  { isThere, say }: Person,
): Vault {
  let silent: KeychainFailure | undefined
  return {
    signal,
    ...(platform === 'win32' && { longest: longestOnWindows }),
    ...(keychain && {
      keychain: async (steps) => {
        if (silent) throw silent
        const person = isThere()
        return keychain(steps, {
          signal,
          waitMs: person ? waits.person : waits.alone,
          ...(person && {
            onSlow: () => void say('The keychain has not answered yet. A dialog may be open.'),
          }),
        }).catch((error: KeychainFailure) => {
          if (error.kind === 'silent') silent = error
          throw error
        })
      },
    }),
  }
}
