/** What may be said about an earlier unresolved write. */
import type { CommandFlag } from '../runtime/command.ts'

export const unresolvedFlags: readonly CommandFlag[] = [
  { name: 'reconcile', about: 'Settle an earlier write whose outcome is unknown; sends nothing' },
  {
    name: 'force',
    about:
      'Send even if the outcome of an earlier one is unknown, or the balance cannot be read; goes on record',
    agent: false,
  },
]
