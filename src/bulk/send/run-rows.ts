/** One run from its first row to its summary: rows out as they land, the rest told at the end. */
import { createBudget, type Budget } from '../../client/budget.ts'
import { withGuards } from '../../client/guarded-transport.ts'
import type { Sender } from '../../client/client.ts'
import type { Stopping } from '../../client/delayed-abort.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { DiskError } from '../../disk/disk-error.ts'
import { misconfigured, type MoveError } from '../../errors.ts'
import type { RunJournal } from '../../journal/runs/run-journal.ts'
import { progress } from '../../output/progress.ts'
import { rows as rowsResult, type Result } from '../../output/view.ts'
import { ticksOf } from '../../runtime/context.ts'
import { countsOf, momentOf } from '../../session/rate-limit.ts'
import { tracer } from '../../session/http-trace.ts'
import { transportFor } from '../../session/transport.ts'
import { columnsFor } from '../report/row-columns.ts'
import type { RunContext } from '../run-context.ts'
import { createResultQueue } from './result-queue.ts'
import type { ProofStage, ProofStageOptions } from '../prove/proof-stage.ts'
import { createBackoff } from './backoff.ts'
import { pace } from '../report/progress-text.ts'
import type { Task } from './prefetch.ts'
import { sendRows } from './dispatcher.ts'
import { createRunSession } from './run-session.ts'
import { limitsOf } from '../share.ts'
import { runMetrics } from '../report/run-figures.ts'
import { reportRun } from '../report/summary.ts'
import { selectRows, type RowReport } from '../plan/selection.ts'
import { tallyRow, emptyWords, runError, leftOf, createTally, tallyText } from '../report/totals.ts'

/** Begins at once; the result's rows come as they land, and its end is the run's. `release` is called when all is written. */
export async function runRows(
  work: RunContext,
  journal: RunJournal,
  total: number,
  release: () => Promise<void>,
): Promise<Result> {
  const { tools, session, options, input, checked, place } = work
  const { context } = tools
  const { table } = checked
  const [transport, budget] = await Promise.all([
    transportFor({ ...tools, many: true }, session.resolved, session.baseUrl),
    budgetFor(work),
  ])
  const tally = createTally(total)
  let left = false
  const channel = createResultQueue<Json>(() => (left = true))
  context.signal.addEventListener('abort', channel.widen, { once: true })
  /** A person wants to know what did not go well; a format that was asked for has every row. */
  const brief = context.stdout.isTTY && tools.format === 'table'
  const bar = progress({
    stream: context.stderr.stream,
    isTTY: context.stderr.isTTY,
    quiet: tools.globals['quiet'] === true || tools.format === 'json' || tools.format === 'ndjson',
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
  const say = (said: RowReport): void => {
    tallyRow(tally, said)
    bar.update(speed(total - leftOf(tally)))
    const well = said.status === 'applied' || (said.status === 'skipped' && said.message === undefined)
    if (!brief || !well) channel.push({ ...said })
  }
  const failures = () => tally.rejected + tally.unknown
  const before = { rejected: 0, unknown: 0 }
  const stopped = (): boolean =>
    left ||
    (options.stopOnError && tally.rejected > before.rejected) ||
    failures() - before.rejected - before.unknown >= options.maxFailures

  const unsent = rowsIn(selectRows(input, checked, options), async (said) => {
    if (said.status === 'rejected' || said.status === 'unknown') before[said.status] += 1
    say(said)
    await channel.untilRoom()
  })
  const proving = await provingOf(work, unsent, {
    over: () => context.signal.aborted || stopped(),
    failed: async ({ row, at }, { message, fault: { code } }) => {
      // What became of it when it was sent earlier is as unknown as it was.
      const status = table.state(at) === 'unknown' ? 'unknown' : 'rejected'
      if (status === 'rejected') {
        table.setState(at, status, code)
        journal.settled(row, { outcome: status, code })
      }
      tally.unproved += 1
      say({ row: row.line, id: row.id ?? null, status, code, message })
      await channel.untilRoom()
    },
  })

  const sending = sendRows({
    sender: { ...session.sender, send: withGuards(transport), stopping, ...tracing(work) },
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
      // That this attempt was not taken says nothing of an earlier one.
      const status = untaken && table.state(at) === 'unknown' ? 'unknown' : end
      if (untaken) tally.untaken += Number(status === end)
      else {
        table.setState(at, status, code)
        table.setDay(at, Math.floor(context.now().getTime() / 86_400_000))
      }
      say({
        row: row.line,
        id: row.id ?? null,
        status,
        ...(code !== undefined && { code }),
        ...(message !== undefined && { message }),
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
    const failure = await sending.finally(channel.end)
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
    usual: brief ? 'table' : 'ndjson',
    recourse: 'The same command again sends no row twice.',
    report: async (exit) => reportRun(work, tally, { exit, metrics }),
  }
}

/** The rows with their proofs; without a prover, as they come. */
async function provingOf(
  { options: { prover, concurrency }, tools }: RunContext,
  rows: () => Promise<Task | undefined>,
  handlers: Pick<ProofStageOptions, 'over' | 'failed'>,
): Promise<ProofStage> {
  if (!prover) return { next: rows, isReady: () => true, end: async () => {} }
  const { proofStageOf } = await import('../prove/provers.ts')
  return proofStageOf(prover, { rows, concurrency, ...handlers }, tools)
}

/** The rows to be sent, one by one; of the others `say` is told. */
function rowsIn(
  batches: AsyncGenerator<({ send: Task['row']; at: number } | { say: RowReport })[]>,
  say: (said: RowReport) => Promise<void>,
) {
  let batch: Awaited<ReturnType<typeof batches.next>>['value'] = []
  let at = 0
  return async (): Promise<Task | undefined> => {
    for (;;) {
      while (at < batch.length) {
        const item = batch[at++]
        if ('send' in item) return { row: item.send, at: item.at }
        await say(item.say)
      }
      const { done, value } = await batches.next()
      if (done) return undefined
      batch = value
      at = 0
    }
  }
}

async function budgetFor({ tools, session, options }: RunContext): Promise<Budget | undefined> {
  const limits = limitsOf(session, options.shard)
  if (limits === undefined) return undefined
  const { fileCounts } = await import('../../client/budget-file.ts')
  const folder = await countsOf(tools.folders.state, session.sender.target)
  const counts = fileCounts(folder, () => momentOf(tools.context), tools.context.signal)
  const exchange: typeof counts.exchange = async (now, decide) =>
    counts.exchange(now, decide).catch((error: unknown) => {
      throw error instanceof DiskError ? uncounted(error) : error
    })
  return createBudget(limits, { exchange })
}

/** The service's word is not on disk: the next run cannot know it. */
const unkept = (rows: number): MoveError =>
  misconfigured(
    `The outcomes of ${rows} rows could not be written to the run's journal.`,
    'Make room, then run the same command again. It reports these rows as unknown, although stdout has their outcome.',
    'CLI_STATE',
  )

/** Without the count the limit could be passed. */
const uncounted = (fault: DiskError): MoveError =>
  misconfigured(
    `Cannot count requests for the hourly limit: ${fault.message}.`,
    'Make the state folder writable, or set --rate-limit 0.',
    'CLI_STATE',
  )

/** Lines of -v; what they hold of answers is without proofs. */
function tracing({ tools, session }: RunContext): Pick<Sender, 'trace'> {
  if (tools.verbose === 0) return {}
  return {
    trace: (event) => {
      const { body } = event.request
      const proof = (body as Record<string, Json> | undefined)?.['proof']
      const hide = (text: string) => (typeof proof === 'string' ? text.replaceAll(proof, '[redacted]') : text)
      tracer({ ...tools, trace: (text) => tools.trace(hide(text)) }, session.sender.target)(event)
    },
  }
}
