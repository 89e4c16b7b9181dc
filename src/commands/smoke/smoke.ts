/** Runs smoke checks and tells what came of them. Its line is in ./index.ts. */
import { hasExit } from '../../errors.ts'
import { digits, type Json } from '../../contract/lossless-json.ts'
import type { Column, Result } from '../../output/view.ts'
import { progress } from '../../output/progress.ts'
import { checks } from '../../smoke/checks.ts'
import { groundOf } from '../../smoke/smoke-context.ts'
import type { Report } from '../../smoke/reports/report.ts'
import { checksOf, countsOf, runChecks, suiteError, type CheckOutcome } from '../../smoke/run-suite.ts'
import { changes, dedupeNotes } from '../../operations/watch.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { metricsFile } from '../../runtime/metrics-file.ts'
import { progressLine } from '../../runtime/progress-line.ts'
import { refuseOwnFile } from '../../runtime/result-file.ts'
import type { Part, Tools } from '../../runtime/services.ts'
import { measure, type Made } from './measure.ts'
import { setUp } from './setup.ts'
import { optionsOf, type SmokeOptions } from './options.ts'
import { harmlessReport, refuseUnwritableFile, tell, tellCounts } from './publish.ts'
import type { SmokeValues } from './flags.ts'

const checkColumns: Column[] = [
  { field: 'name', title: 'Check' },
  { field: 'status', title: 'Status' },
  { field: 'ms', title: 'ms', right: true },
  { field: 'message', title: 'What' },
]

const atColumn: Column = { field: 'at', title: 'At' }

export const run: CommandHandler<SmokeValues> = async (given, tools) => {
  const options = optionsOf(given)
  const every = given.flags.watch?.seconds
  if (options.junit !== undefined) {
    await refuseUnwritableFile(options.junit)
    await refuseOwnFile(options.junit, '--junit', tools)
  }
  const file = await metricsFile(given.flags, tools)
  if (every !== undefined) return watchSuite(every, options, tools, file)
  const made = await once(options, tools)
  const { report } = made
  await tell(report, options.junit, tools)
  const error = suiteError(report.outcomes, { ...options, login: made.ground.login })
  await measure(file, made, error?.fault.exit ?? 0, tools)
  // Only with exit 10 the checks are a result; else the error names those that were skipped.
  if (error && !hasExit(error, 'partial')) throw error
  return {
    kind: 'rows',
    rows: told(report, error, tools),
    columns: checkColumns,
    empty: '',
    whole: (rows) => object(report, rows),
  }
}

async function* told(report: Report, error: Error | undefined, tools: Part<'note'>): AsyncGenerator<Json> {
  for (const outcome of report.outcomes) yield checkRow(outcome)
  await tellCounts(report, tools)
  if (error) throw error
}

const object = ({ network, baseUrl, suite, outcomes }: Report, rows: Json[]): Json => {
  const { passed, failed, skipped } = countsOf(outcomes)
  const counts = { passed: digits(passed), failed: digits(failed), skipped: digits(skipped) }
  return { network, base_url: baseUrl, suite, checks: rows, ...counts }
}

const checkRow = ({ name, status, ms, asserts, section, message }: CheckOutcome): Record<string, Json> => ({
  name,
  status,
  ms: digits(Math.round(ms)),
  asserts,
  section,
  ...(message !== undefined && { message }),
})

/** One run of the suite, told by a line of progress on a terminal. */
async function once(options: SmokeOptions, tools: Tools): Promise<Made> {
  const { stderr, now, secrets } = tools.context
  const at = now()
  const { inputs, session } = await setUp(options, { ...tools, many: true })
  const ground = groundOf(inputs)
  const all = checksOf(checks, options.suite, { signer: ground.sign !== undefined })
  const outcomes: CheckOutcome[] = []
  const shown = progress({ ...progressLine(tools), isTTY: stderr.isTTY && tools.verbose === 0 })
  try {
    for await (const outcome of runChecks(all, ground, options)) {
      outcomes.push(outcome)
      shown.update(`${outcomes.length} of ${all.length} checks`)
    }
  } finally {
    shown.done()
  }
  const { network, sender } = ground
  const report = { network, baseUrl: sender.target.baseUrl, suite: options.suite, outcomes, at }
  return { report: harmlessReport(report, secrets), ground, session }
}

/** What makes a row of `--watch`: another status, or another reason of the same failure. Times that passed are no news. */
const markOf = ({ status, message = '' }: CheckOutcome): string =>
  status === 'failed' ? `failed ${message.replace(/\d+/g, '#')}` : status

/** The suite again and again: each check that changed is a row, with the time of its run. */
function watchSuite(every: number, options: SmokeOptions, tools: Tools, file: string | undefined): Result {
  let [requests, last] = [1, '']
  const calm = dedupeNotes(tools)
  const poll = async () => {
    const made = await once(options, calm)
    const { report } = made
    requests = Math.max(requests, made.ground.heard.length)
    const marks = report.outcomes.map(markOf).join('\n')
    if (marks !== last) await tell(report, options.junit, tools)
    const error = suiteError(report.outcomes, { ...options, login: made.ground.login })
    await measure(file, made, error?.fault.exit ?? 0, tools)
    if (last === '' && hasExit(error, 'auth')) throw error
    if (marks !== last) await tellCounts(report, tools)
    last = marks
    const at = report.at.toISOString()
    return report.outcomes.map((outcome) => ({
      key: outcome.name,
      row: { at, ...checkRow(outcome) },
      mark: markOf(outcome),
    }))
  }
  const rows = changes({}, tools, { every, poll, requests: () => requests })
  return { kind: 'rows', rows, columns: [atColumn, ...checkColumns], empty: '', endless: true }
}
