/** Global flags that hold for every call of a server; those about the form of a result do not. */
import { options } from '../config/options.ts'
import type { GlobalFlagKey } from '../config/types.ts'

export const lastingKeys = [
  'profile',
  'network',
  'baseUrl',
  'timeout',
  'retries',
  'rateLimit',
  'maxWait',
  'dryRun',
  'strict',
] as const satisfies readonly GlobalFlagKey[]

/** Their names on a command line. */
export const lastingFlags: readonly string[] = lastingKeys.map((key) => options[key].flag.name)
