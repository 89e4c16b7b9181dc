/** What every reading command takes besides its own flags. */
import type { CommandFlag, ParsedArgs } from '../runtime/command.ts'

/** On everything that sends a query. */
export const paramFlag: CommandFlag = {
  name: 'param',
  value: '<key=value>',
  about: 'Query parameter that has no flag of its own; may be repeated',
  many: true,
}

/** --param, and several wallets at once. */
export const readingFlags: readonly CommandFlag[] = [
  paramFlag,
  {
    name: 'all-profiles',
    about: 'Read for every profile, in one result with a profile column',
    agent: false,
  },
  {
    name: 'profiles',
    value: '<pattern>',
    about: "Read for the profiles that match a pattern, such as 'ops-*'",
    complete: 'profile',
    agent: false,
  },
]

/** Pages of a list. */
export const pagingFlags: readonly CommandFlag[] = [
  { name: 'all', about: 'Read every page' },
  { name: 'max-items', value: '<n>', about: 'Read pages until there are this many rows' },
]

/** Is it about several wallets? */
export const wantsSeveralProfiles = ({ flags }: ParsedArgs): boolean =>
  flags['allProfiles'] === true || flags['profiles'] !== undefined
