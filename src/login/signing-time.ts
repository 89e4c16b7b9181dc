/** --wait: how long a person has to sign. */
import { parseDuration } from '../config/durations.ts'
import { usage } from '../errors.ts'

const longestMs = 24 * 3_600_000
/** How long a program may take where nothing is given. */
export const programWaitMs = 120_000

/** Milliseconds; undefined where the flag is not given. Throws CLI_USAGE. */
export function waitOf({ wait: text }: { readonly wait?: string | undefined }): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text) * 1000
  if (ms > 0 && ms <= longestMs) return ms
  throw usage('--wait must be between 1s and 24h.', 'For example --wait 10m.')
}
