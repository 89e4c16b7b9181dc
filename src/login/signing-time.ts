/** --wait: how long a person has to sign. */
import { parseDuration } from '../config/durations.ts'
import { usage } from '../errors.ts'
import { textFlag, type ParsedArgs } from '../runtime/command.ts'

const longestMs = 24 * 3_600_000

/** Milliseconds; undefined where the flag is not given. Throws CLI_USAGE. */
export function waitOf(given: ParsedArgs): number | undefined {
  const text = textFlag(given, 'wait')
  if (text === undefined) return undefined
  const ms = parseDuration(text) * 1000
  if (ms > 0 && ms <= longestMs) return ms
  throw usage('--wait must be between 1s and 24h.', 'For example --wait 10m.')
}
