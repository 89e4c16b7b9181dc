/** --wait: how long a person has to sign. */
import type { Duration } from '../runtime/flag-parsers.ts'

/** How long a program may take where nothing is given. */
export const programWaitMs = 120_000

/** Milliseconds; undefined where the flag is not given. */
export const waitOf = ({ wait }: { readonly wait?: Duration | undefined }): number | undefined =>
  wait && wait.seconds * 1000
