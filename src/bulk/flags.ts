/** The flags of a submission of many rows. */
import type { Flag } from '../runtime/command.ts'
import { metricsFlag } from '../runtime/metrics-flag.ts'

/** All of them go with --from. */
export const bulkFlags: readonly Flag[] = [
  {
    name: 'run',
    value: '<name>',
    about: 'Name of the run; by default the digest of the input',
    complete: 'run',
  },
  {
    name: 'plan',
    about: 'Say what is left, how long the limit makes it last, whether the session lives that long',
  },
  { name: 'concurrency', value: '<n>', about: 'Rows in flight at once; 8' },
  { name: 'skip-invalid', about: 'Send the good rows and report the others' },
  { name: 'retry-failed', about: 'Send rows again that were rejected' },
  { name: 'retry-unknown', about: 'Send rows again that are in doubt, at the risk of sending them twice' },
  {
    name: 'skip-applied',
    about: 'Leave out rows that other runs of the last 30 days applied or have in doubt',
  },
  { name: 'resubmit', about: 'Send such rows once more' },
  { name: 'max-failures', value: '<n>', about: 'Stop once this many rows failed' },
  {
    name: 'on-error',
    value: '<stop|continue>',
    about: 'Stop at the first rejected row, or go on',
    choices: ['stop', 'continue'],
  },
  {
    name: 'shard',
    value: '<i/n>',
    about: 'Only the i-th of n parts: the same each time, each with its own journal',
  },
  { name: 'summary', value: '<file>', about: 'Write the summary as JSON' },
  metricsFlag,
]
