/** When a session ends: by the service's clock, which a record knows from its login. */
import type { Credentials } from './file.ts'

type Clock = Pick<Credentials, 'clockSkewMs'> | undefined

/** Milliseconds until `expiresAt`, none or less once it has passed; undefined where no end is known. */
export const sessionLeftMs = (expiresAt: string | undefined, clock: Clock, now: Date): number | undefined =>
  expiresAt === undefined
    ? undefined
    : Date.parse(expiresAt) - now.getTime() - Number(clock?.clockSkewMs ?? 0)

/** Whether a session has ended; one whose end is not known has not. */
export const hasEnded = (expiresAt: string | undefined, clock: Clock, now: Date): boolean =>
  // A time that cannot be read counts as passed.
  !((sessionLeftMs(expiresAt, clock, now) ?? 1) > 0)
