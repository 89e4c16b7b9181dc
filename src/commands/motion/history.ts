/** Reads the days of motion, page by page, as rows, as a chart or as a picture. Its line is in ./index.ts. */
import type { Json } from '../../contract/lossless-json.ts'
import { usage } from '../../errors.ts'
import { collected } from '../../output/jq-output.ts'
import { rows, text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { listCommand } from '../../operations/list.ts'
import { wantsSeveralProfiles } from '../../operations/read-flags.ts'
import { dayColumns } from './day-columns.ts'
import type { HistoryValues } from './flags.ts'

/** The fields of an entry are open (docs/service.md §2): those of a day are looked for first. */
const historyColumns = dayColumns.map((column) => ({ ...column, guess: true }))
const empty = 'no motion yet'

const listDays = listCommand({
  of: async () => ({ operation: 'motion.history', input: {} }),
  columns: historyColumns,
  empty,
})

const drawings = ['chart', 'svg', 'html'] as const

export const run: CommandHandler<HistoryValues> = async (given, tools) => {
  const wanted = drawings.filter((name) => given.flags[name] !== undefined)
  if (wanted.length === 0) return listDays(given, tools)
  if (wantsSeveralProfiles(given.flags))
    throw usage(`--${wanted[0]} works with one profile only.`, 'Leave it out, or choose one with --profile.')
  const { nothingToDraw, pictureFiles, writePictures } = await import('./picture-files.ts')
  const files = await pictureFiles(given, tools)
  const result = await listDays(given, tools)
  if (result.kind !== 'rows')
    return files.length === 0 ? result : { ...result, until: failing(nothingToDraw(files, 'no list')) }
  const { data, failure: unread } = await collected(result, (row) => row)
  const days = data as Json[]
  const pictured = files.length === 0 ? undefined : await writePictures(files, days, tools)
  const chart = wanted.includes('chart')
    ? await (await import('./chart.ts')).historyChart(days, tools.context)
    : undefined
  const failure = unread ?? pictured?.undrawn
  const left = chart?.left ?? pictured?.left ?? 0
  if (left > 0) await tools.note(undrawn(left, days.length))
  const until = failure === undefined ? {} : { until: failing(failure) }
  return chart?.drawn === undefined
    ? rows(daysThenFailure(days, failure), historyColumns, empty)
    : { ...text(chart.drawn, days), ...until }
}

const undrawn = (left: number, all: number) =>
  left === all
    ? 'note: No row has a valid date with steps or earnings to draw.'
    : `note: ${left} of ${all} rows have no valid date with steps or earnings, and are not drawn.`

async function* daysThenFailure(days: Json[], failure: unknown) {
  yield* days
  if (failure !== undefined) throw failure
}

/** Rejects, for whoever awaits it once the result is written. */
function failing(failure: unknown): Promise<never> {
  const failed = Promise.reject(failure)
  failed.catch(() => {})
  return failed
}
