/** How much of a list is asked for: --page, --limit, --all, --max-items. */
import type { Paging } from '../client/list-pages.ts'
import { usage } from '../errors.ts'
import { textFlag, type ParsedArgs } from '../runtime/command.ts'
import type { FlagKey } from '../runtime/flag-names.ts'

/** What the flags say. --max-items reads on as --all does. Throws CLI_USAGE. */
export function pagingOf(given: ParsedArgs): Paging {
  const [page, limit, most] = [
    countFlag(given, 'page'),
    countFlag(given, 'limit'),
    countFlag(given, 'maxItems'),
  ]
  const all = given.flags['all'] === true
  if (all && page !== undefined)
    throw usage('--all and --page cannot be used together.', 'Use only one of them.')
  return {
    all: all || most !== undefined,
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    ...(most !== undefined && { most }),
  }
}

/** A whole number from 1 that a flag was given. Throws CLI_USAGE. */
export function countFlag(given: ParsedArgs, name: FlagKey): number | undefined {
  const text = textFlag(given, name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  const flag = name === 'maxItems' ? 'max-items' : name
  throw usage(`--${flag} must be a number, 1 or greater.`, `For example --${flag} 50.`)
}
