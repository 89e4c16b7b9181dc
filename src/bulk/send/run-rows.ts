/** One run from its first row to its summary: rows out as they land, the rest told at the end. */
import { withGuards } from '../../client/guarded-transport.ts'
import type { Stopping } from '../../client/delayed-abort.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { misconfigured, type MoveError } from '../../errors.ts'
import { epochDay } from '../../journal/runs/index/row-table.ts'
import { newState } from '../../journal/runs/row-outcome.ts'
import type { RunJournal } from '../../journal/runs/run-journal.ts'
import { progress } from '../../output/progress.ts'
import { rows as rowsResult, type Result } from '../../output/view.ts'
import { ticksOf } from '../../runtime/context.ts'
import { isTerse } from '../../runtime/services.ts'
import { transportFor } from '../../session/transport.ts'
import { columnsFor } from '../report/row-columns.ts'
import type { MotionRow } from '../input/row.ts'
import type { RunContext } from '../run-context.ts'
import { createResultQueue } from './result-queue.ts'
import { createBackoff } from './backoff.ts'
import type { RunProvers } from '../prove/provers.ts'
import { pace } from '../report/progress-text.ts'
import { sendRows } from './dispatcher.ts'
import { budgetOf } from './run-budget.ts'
import { createRunSession } from './run-session.ts'
import { rowTrace } from './row-trace.ts'
import type { Task } from './prefetch.ts'
import { proveRows, rowsIn } from './rows-to-send.ts'
import { runMetrics } from '../report/run-figures.ts'
import { reportRun } from '../report/summary.ts'
import { selectRows, type Elsewhere, type RowReport } from '../plan/selection.ts'
import { tallyRow, emptyWords, runError, remainingRows, createTally, tallyText } from '../report/totals.ts'

/** `total` rows are this command's; `release` is called when all is written. */
type RunParts = {
  journal: RunJournal
  provers: RunProvers | undefined
  total: number
  release: () => Promise<void>
}

/** Begins at once; the result's rows come as they land, and its end is the run's. */
export async function runRows(
  work: RunContext,
  { journal, provers, total, release }: RunParts,
): Promise<Result> {
  const { tools, session, options, input, checked, place } = work
  const { context } = tools
  const { table } = checked
  const [transport, budget] = await Promise.all([
    transportFor({ ...tools, many: true }, session.resolved, session.baseUrl),
    budgetOf(work),
  ])
  const { replacement: _, ...sender } = session.sender
  const tally = createTally(total)
  let left = false
  const channel = createResultQueue<Json>(() => (left = true))
  context.signal.addEventListener('abort', channel.widen, { once: true })
  /** A person wants to know what did not go well; a format that was asked for has every row. */
  const brief = context.stdout.isTTY && tools.format === 'table'
  const bar = progress({
    stream: context.stderr.stream,
    isTTY: context.stderr.isTTY,
    quiet: isTerse(tools),
    env: context.env,
    now: context.now,
    redact: (text) => context.secrets.redact(text),
  })
  const speed = pace(total, () => ticksOf(context))
  const metrics = runMetrics(work, tally)

  const stopping: Stopping = {
    ...session.sender.stopping,
    waits: (ms) => {
      bar.done()
      session.sender.stopping.waits(ms)
    },
  }
  const say = (said: RowReport, elsewhere?: Elsewhere): void => {
    tallyRow(tally, said, elsewhere)
    bar.update(speed(total - remainingRows(tally)))
    const well = said.status === 'applied' || (said.status === 'skipped' && elsewhere !== 'changed')
    if (!brief || !well) channel.push({ ...said })
  }
  const failures = () => tally.rejected + tally.unknown
  const before = { rejected: 0, unknown: 0 }
  const stopped = (): boolean =>
    left ||
    (options.stopOnError && tally.rejected > before.rejected) ||
    failures() - before.rejected - before.unknown >= options.maxFailures

  /** Unresolved rows that were taken up to be sent again, and have no outcome of that yet. */
  const resumed = new Map<number, MotionRow>()
  const unsent = rowsIn(selectRows(input, checked, options), async ({ say: said, elsewhere }) => {
    if (said.status === 'rejected' || said.status === 'unknown') before[said.status] += 1
    say(said, elsewhere)
    await channel.untilRoom()
  })
  const takeUp = async (): Promise<Task | undefined> => {
    const task = await unsent()
    if (task && table.state(task.at) === 'unknown') resumed.set(task.at, task.row)
    return task
  }
  const proving = await proveRows(provers, options, takeUp, {
    over: () => context.signal.aborted || stopped(),
    failed: async ({ row, at }, { message, fault: { code } }) => {
      resumed.delete(at)
      // What became of it when it was sent earlier is as unknown as it was.
      const status = newState(table.state(at), { state: 'rejected' }) ? 'rejected' : 'unknown'
      if (status === 'rejected') {
        table.setState(at, status, code)
        await journal.recordOutcome(row, { outcome: status, code })
      }
      tally.unproved += 1
      say({ row: row.line, id: row.id ?? null, status, code, message })
      await channel.untilRoom()
    },
  })

  const sending = sendRows({
    // The run renews its session itself: rows in flight count on that.
    sender: { ...sender, send: withGuards(transport), stopping, ...rowTrace(work) },
    run: journal,
    backoff: createBackoff({
      concurrency: options.concurrency,
      maxWaitMs: options.maxWaitMs,
      random: session.sender.retryPolicy.random,
    }),
    budget,
    ...proving,
    session: createRunSession(work),
    onResult: ({ row, at, suspect }, { status: end, code, message, data, untaken }) => {
      if (code === 'MOTION_002') suspect?.()
      resumed.delete(at)
      const status = newState(table.state(at), { state: end }) ? end : 'unknown'
      if (untaken) tally.untaken += Number(status === end)
      else if (status === end) {
        table.setState(at, status, code)
        table.setDay(at, epochDay(context.now().getTime()))
      }
      const words = status === end ? message : doubted(message)
      say({
        row: row.line,
        id: row.id ?? null,
        status,
        ...(code !== undefined && { code }),
        ...(words !== undefined && { message: words }),
        ...(data !== undefined && { data }),
      })
      tally.landed += 1
      metrics?.landed()
    },
    untilRoom: channel.untilRoom,
    stopped,
    waiting: (ms, why) => {
      metrics?.waiting(ms, why)
      bar.update(`Waiting for ${why}: ${tallyText(tally)}; next attempt in ${Math.ceil(ms / 1000)} s`)
      if (!context.stderr.isTTY) void tools.note(`Waiting ${Math.ceil(ms / 1000)} s for ${why}.`)
    },
    signal: context.signal,
    now: context.now,
    ticks: () => ticksOf(context),
    sleep: context.sleep,
  })

  const finished = (async () => {
    const failure = await sending.finally(() => {
      for (const [at, row] of resumed) say(stillUnknown(row, table.code(at)))
      channel.end()
    })
    bar.done()
    const lost = await journal.close(table)
    // What became of the rows does not change by it, and the summary is theirs.
    await release().catch(() => {})
    const end = runError(tally, failure ?? (lost > 0 ? unkept(lost) : undefined), context.signal)
    if (end) throw end
    await tools.note(`run ${place.name}: ${tallyText(tally)}`)
  })()
  finished.catch(() => {})
  return {
    ...rowsResult(channel.items, columnsFor(checked), () => emptyWords(tally)),
    until: finished,
    defaultFormat: brief ? 'table' : 'ndjson',
    recourse: 'The same command again sends no row twice.',
    report: async (exit) => reportRun(work, tally, { exit, metrics }),
  }
}

/** Of a row that was refused now and whose earlier attempt nobody knows the outcome of. */
const doubted = (message: string | undefined): string =>
  `An earlier attempt may have been applied. This one was refused${message === undefined ? '.' : `: ${message}`}`

/** Of an unresolved row that was to be sent again, and which the service has not taken. */
const stillUnknown = ({ line, id }: MotionRow, code: string | undefined): RowReport => ({
  row: line,
  id: id ?? null,
  status: 'unknown',
  ...(code !== undefined && { code }),
  message: 'An earlier attempt may have been applied, and the service has taken no other.',
})

/** The service's word is not on disk: the next run cannot know it. */
const unkept = (rows: number): MoveError =>
  misconfigured(
    `The ${rows === 1 ? 'outcome of 1 row' : `outcomes of ${rows} rows`} could not be written to the run's journal.`,
    'Free some disk space, then run the same command again. It reports these rows as unknown, although stdout has their outcome.',
    'CLI_STATE',
  )
