/** The figures of a smoke run, for --openmetrics. */
import type { SmokeContext } from '../../smoke/smoke-context.ts'
import { serviceAheadMs } from '../../smoke/smoke-context.ts'
import { smokeMetrics } from '../../smoke/reports/suite-figures.ts'
import type { Report } from '../../smoke/reports/report.ts'
import { writeMetrics } from '../../runtime/metrics-file.ts'
import { limitFigures, limitMetrics } from '../../session/limit-figures.ts'
import { limitOf, type CountTools } from '../../session/rate-limit.ts'
import type { Session } from '../../session/session.ts'

/** One run of the suite: its report, and what it was made with. */
export type Made = { report: Report; ground: SmokeContext; session: Session }

/** Replaces the file, where one was asked for. Throws CLI_OUTPUT. */
export async function measure(
  file: string | undefined,
  { report, ground, session }: Made,
  exit: number,
  tools: CountTools,
): Promise<void> {
  if (file === undefined) return
  const { resolved, profile = '', sender } = session
  const limit = limitOf(resolved, sender.target)
  const figures = await limitFigures(tools, sender.target, limit === undefined ? undefined : { limit })
  const latencies = ground.heard.map(({ request: { method, path, operation }, ms }) => ({
    operation: operation?.name ?? `${method} ${path}`,
    ms,
  }))
  const smoke = smokeMetrics({ report, exit, latencies, skewMs: serviceAheadMs(ground.first) })
  const { network, suite } = report
  await writeMetrics(file, [...smoke, ...limitMetrics('smoke_', figures)], { network, profile, suite })
}
