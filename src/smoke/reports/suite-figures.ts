/** A run as figures for a dashboard: checks, latencies, clock, and how it ended. */
import { gauge, seconds, type Metric } from '../../output/openmetrics.ts'
import { countsOf, statuses } from '../run-suite.ts'
import type { Report } from './report.ts'

/** One answer of the service: which operation (`motion.daily`) and after how many milliseconds. */
export type Latency = { operation: string; ms: number }

export type Measured = {
  report: Report
  /** What the command ends with. */
  exit: number
  latencies: readonly Latency[]
  /** Milliseconds by which the service's clock is ahead of this machine's; undefined where no answer had a date. */
  skewMs: number | undefined
}

/**
 * The figures of one run. A status is three figures, of which one is 1, so that a
 * dashboard can follow a check through them.
 */
export function smokeMetrics({ report, exit, latencies, skewMs }: Measured): Metric[] {
  const { outcomes, baseUrl, at } = report
  const counts = countsOf(outcomes)
  return [
    gauge('movecli_smoke_info', 'The service that was checked.', [
      { labels: { base_url: baseUrl }, value: 1 },
    ]),
    seconds('movecli_smoke_start_timestamp_seconds', 'When the run began (Unix time).', [
      { value: at.getTime() / 1000 },
    ]),
    seconds('movecli_smoke_duration_seconds', 'How long the checks took together.', [
      { value: outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1000 },
    ]),
    gauge('movecli_smoke_exit_code', 'Exit code of the run: 0 passed, 10 a check failed.', [{ value: exit }]),
    gauge(
      'movecli_smoke_checks',
      'Checks by their status.',
      statuses.map((status) => ({ labels: { status }, value: counts[status] })),
    ),
    gauge(
      'movecli_smoke_check_status',
      'The status of each check: 1 for the one that it has, 0 for the others.',
      outcomes.flatMap(({ name, status: found }) =>
        statuses.map((status) => ({ labels: { check: name, status }, value: status === found ? 1 : 0 })),
      ),
    ),
    seconds(
      'movecli_smoke_check_duration_seconds',
      'How long each check took.',
      outcomes.map(({ name, ms }) => ({ labels: { check: name }, value: ms / 1000 })),
    ),
    {
      name: 'movecli_smoke_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Time from a request to the end of its answer, by operation.',
      series: [...new Set(latencies.map(({ operation }) => operation))].map((operation) => ({
        labels: { operation },
        values: latencies.filter((each) => each.operation === operation).map(({ ms }) => ms / 1000),
      })),
    },
    seconds(
      'movecli_smoke_clock_skew_seconds',
      "How far the service's clock is ahead of this machine's.",
      skewMs === undefined ? [] : [{ value: skewMs / 1000 }],
    ),
  ]
}
