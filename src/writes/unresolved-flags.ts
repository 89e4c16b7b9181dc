/** What may be said about an earlier unresolved write. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'

export const unresolvedFlags = [
  { name: 'reconcile', about: 'Settle an earlier write whose outcome is unknown; sends nothing' },
  {
    name: 'force',
    about:
      'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record',
    agent: false,
  },
] as const satisfies readonly Flag[]

/** Not every writing command has them. */
export type UnresolvedValues = Partial<ValuesOf<typeof unresolvedFlags>>
