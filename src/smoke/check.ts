/** What a smoke check is: data with a function. */
import type { SmokeContext, Need } from './smoke-context.ts'

/** Each suite holds the ones before it. */
export const suites = ['read', 'auth', 'full'] as const
export type Suite = (typeof suites)[number]

export type Check = {
  /** Stable, for scripts: `envelope motion.daily`. */
  name: string
  suite: Suite
  needs: readonly Need[]
  /** One sentence: what holds where it passes. */
  asserts: string
  /** Section of docs/service.md. */
  section: string
  /** Belongs to every suite once there is a signer. */
  signsIn?: true
  /** Returns what is worth saying where it passes. Throws Failed or Skipped. */
  run: (ground: SmokeContext) => Promise<string | void>
}
