/** What every reading command takes besides its own flags. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'
import { asCount } from '../runtime/flag-parsers.ts'
import type { ProfileValues } from '../session/profiles.ts'

/** On everything that sends a query. */
export const paramFlag = {
  name: 'param',
  value: '<key=value>',
  about: 'Query parameter that has no flag of its own; may be repeated',
  many: true,
} as const satisfies Flag

/** --param, and several wallets at once. */
export const readingFlags = [
  paramFlag,
  {
    name: 'all-profiles',
    about: 'Read for every profile, in one result with a profile column',
    agent: false,
  },
  {
    name: 'profiles',
    value: '<pattern>',
    once: true,
    about: "Read for the profiles that match a pattern, such as 'ops-*'",
    complete: 'profile',
    agent: false,
  },
] as const satisfies readonly Flag[]

export type ParamValues = ValuesOf<readonly [typeof paramFlag]>
export type ReadingValues = ValuesOf<typeof readingFlags>

/** Pages of a list. */
export const pagingFlags = [
  { name: 'all', about: 'Read every page' },
  {
    name: 'max-items',
    value: '<n>',
    parse: asCount({ example: '50' }),
    about: 'Read pages until there are this many rows',
  },
] as const satisfies readonly Flag[]

/** Is it about several wallets? */
export const wantsSeveralProfiles = ({ allProfiles, profiles }: ProfileValues): boolean =>
  allProfiles === true || profiles !== undefined
