/** The flags of smoke, and the values of them that its bodies are given. */
import { suites } from '../../smoke/check.ts'
import { metricsFlag } from '../../runtime/metrics-flag.ts'
import { watchFlag } from '../../operations/watch-flag.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import { asCount, asWrittenFile } from '../../runtime/flag-parsers.ts'

export const smokeFlags = [
  {
    name: 'suite',
    value: '<suite>',
    about: 'Which checks to run (default read)',
    choices: suites,
    agent: ['read', 'auth'],
  },
  {
    name: 'prover',
    value: '<program>',
    about: 'Program that makes the proof of the motion that the full suite submits',
  },
  {
    name: 'junit',
    value: '<file>',
    parse: asWrittenFile('junit.xml'),
    about: 'Also write the result as JUnit XML',
    complete: 'file',
  },
  metricsFlag,
  { name: 'fail-fast', about: 'Stop at the first check that fails' },
  { name: 'require-all', about: 'Fail with 4 if a check is skipped' },
  {
    name: 'repeat',
    value: '<n>',
    parse: asCount({ most: 1000, example: '20' }),
    about: 'Requests per operation for its latency (default 1)',
  },
  {
    name: 'max-latency',
    value: '<ms>',
    parse: asCount({ most: 600_000, example: '20' }),
    about: "Fail if an operation's p95 latency is above this",
  },
  watchFlag,
] as const satisfies readonly Flag[]
export type SmokeValues = ValuesOf<typeof smokeFlags>
