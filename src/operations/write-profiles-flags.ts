/** Flags of writes that can be sent for several wallets. */
import type { CommandFlag } from '../runtime/command.ts'

export const writeProfilesFlags: readonly CommandFlag[] = [
  {
    name: 'profiles',
    value: '<pattern>',
    about: "Send it for each profile that matches a pattern, such as 'ops-*', one after the other",
    complete: 'profile',
    agent: false,
  },
  {
    name: 'skip-within',
    value: '<duration>',
    about: 'With --profiles, leave out wallets for which the same was applied within this time',
    agent: false,
  },
]
