/** A keychain in memory, with the failures of real ones. */
import { KeychainFailure, type Keychain } from '../../src/config/credentials/keychain.ts'

/** Stands for a process that was killed: nothing after it happens. */
export class Killed extends Error {}

export type Fault = 'silent' | 'refused' | 'killed before' | 'killed after'

/** `secrets` by account; `faults` strike the first calls, one each. */
export function memoryKeychain() {
  const secrets = new Map<string, string>()
  const faults: (Fault | undefined)[] = []
  let calls = 0
  const keychain: Keychain = async (steps) => {
    calls++
    const fault = faults.shift()
    if (fault === 'killed before') throw new Killed()
    if (fault === 'silent' || fault === 'refused') throw new KeychainFailure(fault)
    const results = steps.map((step) => {
      if (step.op === 'set') secrets.set(step.account, step.secret)
      const found = step.op === 'get' ? (secrets.get(step.account) ?? null) : null
      if (step.op === 'delete') secrets.delete(step.account)
      return found
    })
    if (fault === 'killed after') throw new Killed()
    return results
  }
  return { keychain, secrets, faults, calls: () => calls }
}
