/** Runs smoke checks and tells what came of them. Its line is in ./index.ts. */
import { digits, type Json } from '../../contract/digits.ts'
import type { Column, Result } from '../../output/view.ts'
import { progress } from '../../output/progress.ts'
import { checks } from '../../smoke/checks.ts'
import { groundOf } from '../../smoke/ground.ts'
import type { Report } from '../../smoke/reports/report.ts'
import { checksOf, countsOf, runChecks, verdict, type Outcome } from '../../smoke/run.ts'
import { changes, intervalOf, sayingOnce } from '../changes.ts'
import type { Body, Given } from '../command.ts'
import type { Tools } from '../tools.ts'
import { standing } from './ground.ts'
import { optionsOf, type SmokeOptions } from './options.ts'
import { harmlessReport, refuseUnwritableFile, tell } from './told.ts'

const columns: Column[] = [
  { field: 'name', title: 'Check' },
  { field: 'status', title: 'Status' },
  { field: 'ms', title: 'ms', right: true },
  { field: 'message', title: 'What' },
]

export const run: Body = async (given, tools) => {
  const options = optionsOf(given)
  const every = intervalOf(given)
  if (options.junit !== undefined) await refuseUnwritableFile(options.junit)
  if (every !== undefined) return watched(every, options, given, tools)
  const { report } = await once(options, tools)
  await tell(report, options.junit, tools)
  const error = verdict(report.outcomes, options)
  // Only with exit 10 the checks are a result (PRODUCT.md §4); else the error names those that were skipped.
  if (error && error.fault.exit !== 10) throw error
  return {
    kind: 'rows',
    rows: told(report, error),
    columns,
    empty: '',
    whole: (rows) => object(report, rows),
  }
}

async function* told({ outcomes }: Report, error: Error | undefined): AsyncGenerator<Json> {
  for (const outcome of outcomes) yield rowOf(outcome)
  if (error) throw error
}

const object = ({ network, baseUrl, suite, outcomes }: Report, rows: Json[]): Json => {
  const { passed, failed, skipped } = countsOf(outcomes)
  const counts = { passed: digits(passed), failed: digits(failed), skipped: digits(skipped) }
  return { network, base_url: baseUrl, suite, checks: rows, ...counts }
}

const rowOf = ({ name, status, ms, asserts, section, message }: Outcome): Json => ({
  name,
  status,
  ms: digits(Math.round(ms)),
  asserts,
  section,
  ...(message !== undefined && { message }),
})

/** One run of the suite, told by a line of progress on a terminal. */
async function once(options: SmokeOptions, tools: Tools): Promise<{ report: Report; requests: number }> {
  const { context, globals } = tools
  const { stderr, env, now, secrets } = context
  const at = now()
  const ground = groundOf(await standing(options, tools))
  const all = checksOf(checks, options.suite)
  const outcomes: Outcome[] = []
  const shown = progress({
    stream: stderr.stream,
    isTTY: stderr.isTTY && tools.verbose === 0,
    quiet: globals['quiet'] === true || ['json', 'ndjson'].includes(tools.format),
    env,
    redact: (text) => secrets.redact(text),
  })
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
  return { report: harmlessReport(report, tools), requests: ground.heard.length }
}

/** The suite again and again: each check whose status is another one than before is a row. */
function watched(every: number, options: SmokeOptions, given: Given, tools: Tools): Result {
  let [requests, last] = [1, '']
  const calm = sayingOnce(tools)
  const poll = async () => {
    const { report, requests: made } = await once(options, calm)
    requests = Math.max(requests, made)
    const marks = report.outcomes.map(({ status }) => status).join()
    if (marks !== last) await tell(report, options.junit, tools)
    const error = verdict(report.outcomes, options)
    if (last === '' && error?.fault.exit === 4) throw error
    last = marks
    return report.outcomes.map((outcome) => ({
      key: outcome.name,
      row: rowOf(outcome),
      mark: outcome.status,
    }))
  }
  const rows = changes(given, tools, { every, poll, requests: () => requests })
  return { kind: 'rows', rows, columns, empty: '', endless: true }
}
