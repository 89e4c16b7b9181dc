/** What may be said about an earlier write in doubt (PRODUCT.md §6.3). */
import type { Flag } from './command.ts'

export const doubtFlags: readonly Flag[] = [
  { name: 'reconcile', about: 'Show what is known of an earlier one in doubt and settle it; never sends' },
  {
    name: 'force',
    about: 'Send although an earlier one is in doubt, or the balance cannot be read; on record',
  },
]
