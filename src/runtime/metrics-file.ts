/** The file of --openmetrics: replaced as a whole, so that whoever reads it never sees a part of it. */
import { DiskError } from '../disk/disk-error.ts'
import { replaceFile } from '../disk/atomic-write.ts'
import { moveError } from '../errors.ts'
import { openMetrics, type Labels, type Metric } from '../output/openmetrics.ts'
import type { MetricsValues } from './metrics-flag.ts'
import { refuseOwnFile, refuseUnwritable } from './result-file.ts'
import type { Part } from './services.ts'

/**
 * The file that --openmetrics names; none with --dry-run. Throws CLI_USAGE, before
 * anything is sent, where it cannot be replaced.
 */
export async function metricsFile(
  { openmetrics: path }: MetricsValues,
  tools: Part<'dryRun' | 'folders', 'env'>,
): Promise<string | undefined> {
  if (path === undefined) return undefined
  await refuseUnwritable(path, '--openmetrics')
  await refuseOwnFile(path, '--openmetrics', tools)
  return tools.dryRun ? undefined : path
}

/** Replaces the file; whoever collects it is another user, so all may read it. Throws CLI_OUTPUT (exit 1). */
export async function writeMetrics(path: string, metrics: readonly Metric[], labels: Labels): Promise<void> {
  await replaceFile(path, openMetrics(metrics, labels), { mode: 0o644 }).catch((error: unknown) => {
    if (!(error instanceof DiskError)) throw error
    throw moveError('CLI_OUTPUT', {
      message: `The figures could not be written: ${error.message}.`,
      hint: 'See whether its disk is full, and whether its folder can be written.',
    })
  })
}
