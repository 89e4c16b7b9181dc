/** Reads the days of motion, page by page, as rows or as a chart. Its line is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import { usage } from '../../errors.ts'
import { collected } from '../../output/filtered.ts'
import { rows, text } from '../../output/view.ts'
import type { Body } from '../../runtime/command.ts'
import { lister } from '../../operations/list.ts'
import { isAcross } from '../../operations/read-flags.ts'
import { dayColumns } from './columns.ts'

/** api.md §2 shows no field of an entry: those of a day are looked for first. */
const columns = dayColumns.map((column) => ({ ...column, guess: true }))
const empty = 'no motion yet'

const list = lister({ of: async () => ({ operation: 'motion.history', input: {} }), columns, empty })

export const run: Body = async (given, tools) => {
  if (given.flags['chart'] !== true) return list(given, tools)
  if (isAcross(given)) throw usage('--chart draws one wallet.', 'Leave it out, or choose one with --profile.')
  const result = await list(given, tools)
  if (result.kind !== 'rows') return result
  const { data, failure } = await collected(result, (row) => row)
  const days = data as Json[]
  const { historyChart } = await import('./chart.ts')
  const { drawn, left } = await historyChart(days, tools.context)
  if (left > 0) await tools.note(undrawn(left, days.length))
  const until = failure === undefined ? {} : { until: failing(failure) }
  return drawn === undefined ? rows(each(days, failure), columns, empty) : { ...text(drawn, days), ...until }
}

const undrawn = (left: number, all: number) =>
  left === all
    ? 'note: no row has a date with steps or earnings to draw'
    : `note: ${left} of ${all} rows have no date with steps or earnings, and are not drawn`

async function* each(days: Json[], failure: unknown) {
  yield* days
  if (failure !== undefined) throw failure
}

/** Rejects, for whoever awaits it once the result is written. */
function failing(failure: unknown): Promise<never> {
  const failed = Promise.reject(failure)
  failed.catch(() => {})
  return failed
}
