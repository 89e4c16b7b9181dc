/** Reads the days of motion, page by page, as rows or as a chart. Its line is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import { usage } from '../../errors.ts'
import { rows, text } from '../../output/view.ts'
import type { Body } from '../command.ts'
import { lister } from '../lister.ts'
import { isAcross } from '../reading.ts'
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
  const days: Json[] = []
  for await (const row of result.rows) if (row !== undefined) days.push(row)
  const { historyChart } = await import('./chart.ts')
  const drawn = historyChart(days, tools.context)
  if (drawn !== undefined) return text(drawn, days)
  if (days.length > 0) await tools.note('note: no row has a date with steps or earnings to draw')
  return rows(each(days), columns, empty)
}

async function* each(days: Json[]) {
  yield* days
}
