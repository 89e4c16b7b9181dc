/** The flags of journal, and the values of them that its bodies are given. */
import { writeStates } from '../../journal/writes/record.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import { asCount, asDuration } from '../../runtime/flag-parsers.ts'

export const lsFlags = [
  { name: 'state', value: '<state>', about: 'Only writes in this state', choices: writeStates },
  { name: 'operation', value: '<name>', about: "Only this operation: 'token claim', or METHOD /path" },
  { name: 'run', value: '<name>', about: 'Only rows of this bulk run', complete: 'run' },
  {
    name: 'since',
    value: '<duration>',
    parse: asDuration(),
    about: 'Only writes of this period, for example 2d',
  },
  { name: 'limit', value: '<n>', parse: asCount({ example: '50' }), about: 'At most this many' },
  { name: 'all', about: 'All writes, also on a terminal' },
] as const satisfies readonly Flag[]
export type JournalListValues = ValuesOf<typeof lsFlags>

export const resolveFlags = [
  {
    name: 'as',
    value: '<verdict>',
    about: 'What you know to be true',
    choices: ['applied', 'not-applied'],
  },
  { name: 'note', value: '<text>', about: 'How you know, for the record' },
] as const satisfies readonly Flag[]
export type ResolveValues = ValuesOf<typeof resolveFlags>

export const pruneFlags = [
  {
    name: 'before',
    value: '<duration>',
    parse: asDuration(),
    about: 'Remove writes whose last step is older than this, for example 90d',
  },
] as const satisfies readonly Flag[]
export type PruneValues = ValuesOf<typeof pruneFlags>
