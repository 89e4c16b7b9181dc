/** How a reading over several wallets is shown: a profile before each record, a row for each failure. */
import type { Json } from '../contract/lossless-json.ts'
import { moveError, type MoveError } from '../errors.ts'
import { isPlain } from '../contract/plain.ts'
import type { Column } from '../output/view.ts'
import type { ProfileResult } from '../session/profiles.ts'

/** The record with its profile in front; a field of the same name is kept as `profile#2`. */
export function withProfileField(profile: string, record: Json): Json {
  if (!isPlain(record)) return { profile, value: record }
  const { profile: same, ...rest } = record
  return { profile, ...(same !== undefined && { 'profile#2': same }), ...rest }
}

/** The row of a wallet that failed. */
export const failedRow = ({ profile }: ProfileResult<unknown>, { message, fault }: MoveError): Json => ({
  profile,
  error: { code: fault.code, message },
})

/** The columns of such a result. */
export const withProfileColumn = (columns: readonly Column[]): Column[] => [
  { field: 'profile', title: 'Profile' },
  ...columns.map((column) => ({ ...column, guess: true })),
  { field: 'error.code', title: 'Error', rare: true },
  { field: 'error.message', title: 'What happened', rare: true },
]

/** Ends a result of which some wallets failed: exit 10, their rows stand. */
export function throwIfFailed(wallets: readonly ProfileResult<unknown>[]): void {
  const failed = wallets.filter(({ error }) => error)
  if (failed.length === 0) return
  throw moveError('CLI_PARTIAL', {
    message: `${failed.length} of ${wallets.length} profiles failed.`,
    // On a terminal a reason that came after the first row has no column.
    details: failuresText(wallets),
    hint: `See their rows, or one alone: --profile ${failed[0]?.profile}`,
  })
}

/** A line for each wallet that failed, or whose write is in doubt. */
export const failuresText = (wallets: readonly ProfileResult<unknown>[]): string =>
  wallets.flatMap(({ profile, error }) => (error ? [`${profile}: ${reasonOf(error)}`] : [])).join('\n')

const reasonOf = ({ message, fault: { code, hint } }: MoveError): string =>
  [`${code}: ${message}`, hint].filter(Boolean).join(' fix: ')
