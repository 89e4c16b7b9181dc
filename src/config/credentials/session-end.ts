/** When a session ends: by the service's clock, as the latest answer showed it. */
import { instantOf } from '../../contract/calendar.ts'
import type { Credentials } from './file.ts'

type Clock = Pick<Credentials, 'clockSkewMs'> | undefined
type Session = Omit<Credentials, 'origin'>

/** Milliseconds until `expiresAt`, none or less once it has passed; undefined where no end is known. */
export const sessionLeftMs = (expiresAt: string | undefined, clock: Clock, now: Date): number | undefined =>
  expiresAt === undefined ? undefined : instantOf(expiresAt) - now.getTime() - skewOf(clock)

/**
 * Milliseconds until `expiresAt` where the service cannot be asked. Either clock may have been corrected since its last answer:
 * a session that has ended by this machine's clock alone is not known to be valid.
 */
export function surelyLeftMs(expiresAt: string | undefined, clock: Clock, now: Date): number | undefined {
  const [alone, left] = [undefined, clock].map((each) => sessionLeftMs(expiresAt, each, now))
  return isPast(alone) && !isPast(left) ? alone : left
}

/** Whether a session has ended; one whose end is not known has not. */
export const hasEnded = (expiresAt: string | undefined, clock: Clock, now: Date): boolean =>
  isPast(sessionLeftMs(expiresAt, clock, now))

/** A time that cannot be read counts as passed. */
export const isPast = (left: number | undefined): boolean => !((left ?? 1) > 0)

/** The longest time before its end in which a session is renewed. */
const longestMarginMs = 30_000

/**
 * Whether a session has ended or is about to: a request that leaves now may be judged after the end. The last quarter of
 * a session's life counts, at most its last 30 seconds.
 */
export function isEnding(session: Session, now: Date): boolean {
  const { expiresAt, signedInAt } = session
  const left = sessionLeftMs(expiresAt, session, now)
  const life = signedInAt === undefined ? undefined : sessionLeftMs(expiresAt, session, new Date(signedInAt))
  const margin = Math.min(Math.max(0, life ?? 0) / 4, longestMarginMs)
  return isPast(left) || (left !== undefined && left <= margin)
}

/** Whether the service's clock, as it was when it was last seen, and this machine's alone disagree about the end. */
export const isUnsure = (session: Session, now: Date): boolean =>
  skewOf(session) !== 0 && isEnding(session, now) !== isEnding(withSkew(session, 0), now)

/** The clocks agree where they differ by no more (milliseconds); a session's end is not known better. */
export const clockSlackMs = 5000

/** Milliseconds that the service's clock is ahead, as far as is known. */
export const skewOf = (clock: Clock): number => Number(clock?.clockSkewMs ?? 0)

/** The session with another difference of the clocks; one that is zero is not kept. */
export function withSkew<S extends Partial<Credentials>>(session: S, skewMs: number): S {
  const { clockSkewMs: _, ...kept } = session
  return { ...kept, ...(skewMs !== 0 && { clockSkewMs: String(skewMs) }) } as S
}
