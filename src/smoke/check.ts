/** What a smoke check is: data with a function, and the words for its three ends. */
import type { Ground } from './ground.ts'

/** Each suite holds the ones before it. */
export const suites = ['read', 'auth', 'full'] as const
export type Suite = (typeof suites)[number]

/** What a check cannot do without. `user`: a session, or an address to ask about. */
export type Need = 'key' | 'session' | 'address' | 'user' | 'signer' | 'prover' | 'writes'

export type Check = {
  /** Stable, for scripts: `envelope motion.daily`. */
  name: string
  suite: Suite
  needs: readonly Need[]
  /** One sentence: what holds where it passes. */
  asserts: string
  /** Section of api.md. */
  section: string
  /** Belongs to every suite once there is a signer. */
  signsIn?: true
  /** Returns what is worth saying where it passes. Throws Failed or Skipped. */
  run: (ground: Ground) => Promise<string | void>
}

/** What the check asserts does not hold. */
export class Failed extends Error {}

/** The check could not be made. `limited`: the service answered 429. `signedOut`: the session given is not valid any more. */
export class Skipped extends Error {
  readonly limited: boolean
  readonly signedOut: boolean
  constructor(why: string, { limited = false, signedOut = false } = {}) {
    super(why)
    this.limited = limited
    this.signedOut = signedOut
  }
}

/** Ends a check: what it asserts does not hold. */
export function fail(what: string): never {
  throw new Failed(what)
}

/** Ends a check that cannot be made. */
export function skip(why: string): never {
  throw new Skipped(why)
}
