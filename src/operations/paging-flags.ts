/** How much of a list is asked for: --page, --limit, --all, --max-items. */
import type { Paging } from '../client/list-pages.ts'
import { usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { ValuesOf } from '../runtime/flag.ts'
import type { InputValues } from './contract-flags.ts'
import type { pagingFlags } from './read-flags.ts'

export type PagingValues = InputValues<'motion.history'> & ValuesOf<typeof pagingFlags>

/** What the flags say. --max-items reads on as --all does. Throws CLI_USAGE. */
export function pagingOf({ flags }: ParsedArgs<PagingValues>): Paging {
  const { page, limit, maxItems: most } = flags
  const all = flags.all === true
  if (all && page !== undefined)
    throw usage('--all and --page cannot be used together.', 'Use only one of them.')
  return {
    all: all || most !== undefined,
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    ...(most !== undefined && { most }),
  }
}
