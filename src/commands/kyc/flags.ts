/** The flags of kyc, and the values of them that its bodies are given. */
import { readingFlags } from '../../operations/read-flags.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const statusFlags = [
  ...readingFlags,
  { name: 'wait', value: '<status>', about: 'Poll until the status is this one, for example verified' },
] as const satisfies readonly Flag[]
export type KycStatusValues = ValuesOf<typeof statusFlags>
