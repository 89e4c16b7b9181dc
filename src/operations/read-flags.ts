/** What every reading command takes besides its own flags. */
import type { Flag, ParsedArgs } from '../runtime/command.ts'

/** On everything that sends a query. */
export const paramFlag: Flag = {
  name: 'param',
  value: '<key=value>',
  about: 'Query parameter that the document does not name; may be repeated',
  many: true,
}

/** --param, and several wallets at once. */
export const readingFlags: readonly Flag[] = [
  paramFlag,
  { name: 'all-profiles', about: 'Read for every profile: one result with a profile column' },
  {
    name: 'profiles',
    value: '<pattern>',
    about: "The same for the profiles that a pattern names, such as 'ops-*'",
    complete: 'profile',
  },
]

/** Pages of a list. */
export const pagingFlags: readonly Flag[] = [
  { name: 'all', about: 'Read every page' },
  { name: 'max-items', value: '<n>', about: 'Read on until there are this many rows' },
]

/** Is it about several wallets? */
export const wantsSeveralProfiles = ({ flags }: ParsedArgs): boolean =>
  flags['allProfiles'] === true || flags['profiles'] !== undefined
