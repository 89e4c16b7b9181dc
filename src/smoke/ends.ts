/** The three ends of a smoke check: it returns, it fails, or it could not be made. */

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
