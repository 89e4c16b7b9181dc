/** --wait: how long a person has to sign. */
import { parseDuration } from '../config/durations.ts'
import { usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { SignerValues } from './login-flags.ts'

const longestMs = 24 * 3_600_000

/** Milliseconds; undefined where the flag is not given. Throws CLI_USAGE. */
export function waitOf(given: ParsedArgs<SignerValues>): number | undefined {
  const text = given.flags.wait
  if (text === undefined) return undefined
  const ms = parseDuration(text) * 1000
  if (ms > 0 && ms <= longestMs) return ms
  throw usage('--wait must be between 1s and 24h.', 'For example --wait 10m.')
}
