/** The flags of a submission of many rows. */
import type { Shard } from '../journal/runs/run-paths.ts'
import type { Flag, FlagParser, ValuesOf } from '../runtime/flag.ts'
import { asCount, asWrittenFile } from '../runtime/flag-parsers.ts'
import { metricsFlag } from '../runtime/metrics-flag.ts'

/** `1/4`: part 1 of 4. */
const asShard: FlagParser<Shard> = (text) => {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  return index !== undefined && Number(index) <= Number(count)
    ? { value: { index: Number(index), count: Number(count) } }
    : { problem: 'must be i/n, from 1/n to n/n', example: '1/4' }
}

/** It is the name of a folder too. */
const asRunName: FlagParser<string> = (text) =>
  /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(text)
    ? { value: text }
    : { problem: 'must be 1 to 64 letters, digits, ., _ or -', example: '2026-01-31' }

/** All of them go with --from. */
export const bulkFlags = [
  {
    name: 'run',
    value: '<name>',
    parse: asRunName,
    about: 'Name of the run (default: the digest of the input)',
    complete: 'run',
  },
  {
    name: 'plan',
    about: 'Show what is left, how long it takes within the limit, and whether the session lasts that long',
  },
  { name: 'prover-lines', about: 'Keep the prover running: one line in, one line out', agent: false },
  {
    name: 'prover-jobs',
    value: '<n>',
    parse: asCount({ most: 64 }),
    about: 'Provers that run at the same time (default 1)',
    agent: false,
  },
  {
    name: 'concurrency',
    value: '<n>',
    parse: asCount({ most: 256 }),
    about: 'Rows sent at once (default 8)',
  },
  { name: 'skip-invalid', about: 'Send the good rows and report the others' },
  { name: 'retry-failed', about: 'Send rejected rows again' },
  {
    name: 'retry-unknown',
    about: 'Send rows again whose outcome is unknown; they may be applied twice',
    agent: false,
  },
  {
    name: 'skip-applied',
    about: 'Leave out rows that another run of the last 30 days applied, or sent with an unknown outcome',
  },
  { name: 'resubmit', about: 'Send rows that another run sent before', agent: false },
  {
    name: 'max-failures',
    value: '<n>',
    parse: asCount({ most: 1e9 }),
    about: 'Stop after this many rows are rejected or unknown',
  },
  {
    name: 'on-error',
    value: '<stop|continue>',
    about: 'What to do after a rejected row',
    choices: ['stop', 'continue'],
  },
  {
    name: 'shard',
    value: '<i/n>',
    once: true,
    parse: asShard,
    about: 'Only part i of n: always the same rows, each part with its own journal',
  },
  {
    name: 'summary',
    value: '<file>',
    parse: asWrittenFile('summary.json'),
    about: 'Write the summary as JSON',
  },
  metricsFlag,
] as const satisfies readonly Flag[]

/** With what stands beside them on the line of a submission. */
export type BulkValues = ValuesOf<typeof bulkFlags> &
  Readonly<
    Record<
      'from' | 'prover' | 'steps' | 'distance' | 'duration' | 'proof' | 'proofFile' | 'deviceId',
      string | undefined
    >
  >
