/** The figures of a run for a dashboard: rows by their status, rate, waits, what is left of the hourly limit. */
import { gauge, seconds, type Metric } from '../../output/openmetrics.ts'
import { writeMetrics } from '../../runtime/metrics-file.ts'
import { ticksOf } from '../../runtime/context.ts'
import { limitFigures, limitMetrics, type LimitFigures } from '../../session/limit-figures.ts'
import { limitsOf } from '../share.ts'
import type { RunContext } from '../run-context.ts'
import { remainingRows, type Tally } from './totals.ts'

/** While rows are sent the file is written this often, and once more at the end. */
const everyMs = 5000

export type RunMetrics = {
  /** Rows have landed. */
  landed: () => void
  /** Nothing is sent for so many milliseconds, for that reason. */
  waiting: (ms: number, why: string) => void
  /** Writes the last figures. Returns why they could not be written; nothing where they were. */
  end: (exit: number) => Promise<string | undefined>
}

/** Figures of the run so far. Times are seconds; `next` is how long until the next attempt. */
type Now = { tally: Tally; rate: number; next: number; waited: ReadonlyMap<string, number>; exit?: number }

/** Keeps the file of --openmetrics up to date; undefined where none was asked for. */
export function runMetrics(work: RunContext, tally: Tally): RunMetrics | undefined {
  const { tools, session, options, place } = work
  const { openmetrics: file, shard } = options
  if (file === undefined) return undefined
  const start = tools.context.now()
  const now = () => ticksOf(tools.context)
  const waited = new Map<string, number>()
  let wait: { why: string; since: number; until: number } | undefined
  let last = { at: now(), landed: 0 }
  let earlier = last
  let writing: Promise<string | undefined> | undefined
  const labels = {
    network: session.network,
    profile: session.profile ?? '',
    run: place.name,
    shard: shard ? `${shard.index}/${shard.count}` : '',
  }

  const settleWait = (): void => {
    if (!wait) return
    const at = now()
    waited.set(wait.why, (waited.get(wait.why) ?? 0) + (at - wait.since) / 1000)
    wait = { ...wait, since: at }
  }
  const write = async (exit?: number): Promise<string | undefined> => {
    settleWait()
    const at = now()
    // The last figures may follow at once: what landed since then would be no rate.
    const since = at - last.at < everyMs ? earlier : last
    const rate = at > since.at ? ((tally.landed - since.landed) * 1000) / (at - since.at) : 0
    earlier = since
    last = { at, landed: tally.landed }
    const next = wait ? Math.max(0, wait.until - at) / 1000 : 0
    try {
      const limit = await limitFigures(tools, session.sender.target, limitsOf(session, shard))
      const figures = { tally, rate, next, waited, ...(exit !== undefined && { exit }) }
      await writeMetrics(file, metricsOf(figures, limit, start, tools.context.now()), labels)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const touch = (): void => {
    if (writing || now() - last.at < everyMs) return
    writing = write().finally(() => (writing = undefined))
  }
  return {
    landed: () => {
      settleWait()
      wait = undefined
      touch()
    },
    waiting: (ms, why) => {
      settleWait()
      wait = { why, since: now(), until: now() + ms }
      touch()
    },
    end: async (exit) => {
      await writing
      settleWait()
      wait = undefined
      return write(exit)
    },
  }
}

const statuses = ['applied', 'skipped', 'rejected', 'unknown', 'invalid'] as const

const metricsOf = (
  { tally, rate, next, waited, exit }: Now,
  limit: LimitFigures,
  start: Date,
  at: Date,
): Metric[] => [
  gauge('movecli_submit_rows', 'Rows of the input by their status; left are those without one.', [
    ...statuses.map((status) => ({ labels: { status }, value: tally[status] })),
    { labels: { status: 'left' }, value: remainingRows(tally) },
  ]),
  gauge('movecli_submit_input_rows', 'Rows that this run is to send.', [{ value: tally.rows }]),
  gauge(
    'movecli_submit_rows_per_second',
    'Rows a second over the last five seconds or more, or since the run began.',
    [{ value: rate }],
  ),
  seconds('movecli_submit_wait_seconds', 'Time until the next attempt, where the run waits.', [
    { value: next },
  ]),
  seconds(
    'movecli_submit_waited_seconds',
    'Time that the run has waited, by reason.',
    [...waited].map(([reason, value]) => ({ labels: { reason }, value })),
  ),
  gauge('movecli_submit_running', '1 while the run goes on, 0 once it has ended.', [
    { value: exit === undefined ? 1 : 0 },
  ]),
  gauge(
    'movecli_submit_exit_code',
    'Exit code of the run, once it has ended.',
    exit === undefined ? [] : [{ value: exit }],
  ),
  seconds('movecli_submit_start_timestamp_seconds', 'When the run began (Unix time).', [
    { value: start.getTime() / 1000 },
  ]),
  seconds('movecli_submit_update_timestamp_seconds', 'When the figures were written (Unix time).', [
    { value: at.getTime() / 1000 },
  ]),
  ...limitMetrics('submit_', limit),
]
