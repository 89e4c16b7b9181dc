/** Flags of writes that can be sent for several wallets. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'
import { asDuration } from '../runtime/flag-parsers.ts'
import type { UnresolvedValues } from '../writes/unresolved-flags.ts'

export const writeProfilesFlags = [
  {
    name: 'profiles',
    value: '<pattern>',
    once: true,
    about: "Send it for each profile that matches a pattern, such as 'ops-*', one after the other",
    complete: 'profile',
    agent: false,
  },
  {
    name: 'skip-within',
    value: '<duration>',
    parse: asDuration(),
    about: 'With --profiles, leave out wallets for which the same was applied within this time',
    agent: false,
  },
] as const satisfies readonly Flag[]

/** What every writing command looks at, where its line has it. */
export type WriteValues = UnresolvedValues & Partial<ValuesOf<typeof writeProfilesFlags>>
