/** When a session ends: by the service's clock, which a record knows from its login. */
import { instantOf } from '../../contract/calendar.ts'
import type { Credentials } from './file.ts'

type Clock = Pick<Credentials, 'clockSkewMs'> | undefined

/** Milliseconds until `expiresAt`, none or less once it has passed; undefined where no end is known. */
export const sessionLeftMs = (expiresAt: string | undefined, clock: Clock, now: Date): number | undefined =>
  expiresAt === undefined ? undefined : instantOf(expiresAt) - now.getTime() - Number(clock?.clockSkewMs ?? 0)

/** Whether a session has ended; one whose end is not known has not. */
export const hasEnded = (expiresAt: string | undefined, clock: Clock, now: Date): boolean =>
  // A time that cannot be read counts as passed.
  !((sessionLeftMs(expiresAt, clock, now) ?? 1) > 0)

/** The longest time before its end in which a session is renewed. */
const longestMarginMs = 30_000

/**
 * Whether a session has ended or is about to: a request that leaves now may be judged after the end. The last quarter of
 * a session's life counts, at most its last 30 seconds.
 */
export function isEnding(session: Omit<Credentials, 'origin'>, now: Date): boolean {
  const { expiresAt, signedInAt } = session
  const left = sessionLeftMs(expiresAt, session, now)
  const life = signedInAt === undefined ? undefined : sessionLeftMs(expiresAt, session, new Date(signedInAt))
  const margin = Math.min(Math.max(0, life ?? 0) / 4, longestMarginMs)
  return hasEnded(expiresAt, session, now) || (left !== undefined && left <= margin)
}
