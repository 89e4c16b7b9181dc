/** The flag of commands that write their figures for Prometheus; what it needs is in metrics-file.ts. */
import { asWrittenFile } from './flag-parsers.ts'
import type { Flag, ValuesOf } from './flag.ts'

export const metricsFlag = {
  name: 'openmetrics',
  value: '<file>',
  about: 'Write the figures for Prometheus to a file, replaced as a whole and readable by others',
  complete: 'file',
  parse: asWrittenFile('movecli.prom'),
} as const satisfies Flag

export type MetricsValues = ValuesOf<readonly [typeof metricsFlag]>
