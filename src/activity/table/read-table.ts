/** CSV with named columns: days, stretches of time or activities; among them what Google Fit and Strava export. */
import type { ReadTask } from '../reader.ts'
import { measures } from '../sample.ts'
import { googleFit } from '../source-kind.ts'
import { Unreadable } from '../unreadable.ts'
import { garminLine, isGarminList } from './garmin-list.ts'
import { createHalvesOfDay } from './halves-of-day.ts'
import { columnsOf, namesIn, type Columns } from './known-columns.ts'
import { googleDay, isGoogleDay } from './google-day.ts'
import { namedLines, type Lines, type TableTask } from './named-lines.ts'
import { openTable, secondOf, type Cells } from './parse-table.ts'
import { isStrava, stravaActivity, stravaList } from './strava.ts'

/** Throws Unreadable where no column is known, no line is whole, or quotes do not close. */
export async function readTable({ bytes, name, into, zone, refuseLine }: ReadTask): Promise<void> {
  let lines: Lines | undefined
  const table = await openTable(bytes)
  let whole = 0
  for await (const { cells, wrong } of table.lines) {
    lines ??= linesFor(cells, name, { into, zone, delimiter: table.delimiter })
    if (wrong !== undefined) {
      refuseLine(wrong)
      continue
    }
    whole += 1
    lines.line(cells)
  }
  if (lines && whole === 0) throw new Unreadable('has no line with as many cells as its header')
  lines?.end?.()
  if (!lines)
    throw new Unreadable('has no line below its first one: it is neither a table nor a recording', {
      otherFormat: true,
    })
}

function linesFor(cells: Cells, name: string, task: TableTask): Lines {
  const { into } = task
  if (isStrava(cells)) return { line: (each) => stravaActivity(each, into) }
  const columns = columnsOf(cells.keys())
  if (isSleep(name, columns, cells)) throw new Unreadable('is a list of sleep', { noMotion: true })
  const isTimed = columns.date !== undefined || columns.start !== undefined
  if (!isTimed && name === stravaList)
    throw new Unreadable(
      "has columns that movecli does not know. If it is Strava's, set its language to English there and ask for the export again",
    )
  const foreign = columns.steps ? undefined : [...cells.keys()].find((each) => stepsElsewhere.test(each))
  if (foreign !== undefined)
    throw new Unreadable(
      `has its steps in a column called "${foreign}". Export it in English, or call the column steps`,
    )
  const twice = namesIn(columns).find((each) => cells.has(secondOf(each)))
  if (twice !== undefined) throw new Unreadable(`has two columns called "${twice}"`)
  if (isGoogleDay(cells)) {
    const day = googleDay(name)
    return { line: (each) => day(each, into) }
  }
  if (!isTimed || measures.every((measure) => columns[measure] === undefined))
    throw new Unreadable(
      'is not FIT, GPX, TCX, Apple Health, a zip of them, or CSV with columns such as date and steps',
      { otherFormat: true },
    )
  const isGarmin = isGarminList(cells)
  const sourceName = cells.has('move minutes count') ? googleFit.name : 'CSV'
  const lines = namedLines({ columns, sourceName, areActivities: isGarmin }, task)
  const asOthers = isGarmin ? garminLine : createHalvesOfDay()
  return { ...lines, line: (each) => lines.line(asOthers(each)) }
}

/** What exports in other languages call steps. */
const stepsElsewhere =
  /schritte?\b|schrittzahl|\b(?:pas|pasos|passi|passos|stappen|steg|skridt|skritt|askele\w*|kroki|kroków|adım\w*)\b|шаг|歩数|步数|걸음/

/** Its durations are no motion. A summary of days may tell of sleep beside steps. */
const isSleep = (name: string, { start, steps, distance }: Columns, cells: Cells): boolean =>
  (/(?:^|[^a-z])sleep/i.test(name) && steps === undefined && distance === undefined) ||
  (start !== undefined && [...cells.keys()].some((each) => /^(?:time in bed|sleep quality)\b/.test(each)))
