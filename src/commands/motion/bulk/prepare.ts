/** What a run knows before it sends: its input checked, what it did before, and what other runs did with the same rows. */
import { usage, type MoveError } from '../../../errors.ts'
import { lookBack, lookBackDays, type Meeting } from '../../../journal/runs/look-back.ts'
import { folderOf, inShard, type Place } from '../../../journal/runs/place.ts'
import { loadRun, type Loaded } from '../../../journal/runs/load.ts'
import { runFault } from '../../../journal/runs/run.ts'
import type { Table } from '../../../journal/runs/table.ts'
import type { Tools } from '../../tools.ts'
import { changedRows, invalidInput, type Checked } from './check.ts'
import type { Input } from './input.ts'
import type { Options } from './options.ts'
import { digestText } from './row.ts'
import { isOpen } from './supply.ts'

/** Folds the run's own journal into the checked table. Throws CLI_USAGE for ids whose content changed; nothing is sent. */
export async function remember(
  place: Place,
  { table, invalid, problems, lacking }: Checked,
  input: Input,
  device: string | undefined,
  options: Options,
  tools: Tools,
): Promise<Loaded> {
  if (invalid > 0 && !options.skipInvalid) throw invalidInput(invalid, problems)
  const loaded = await loadRun(folderOf(place), table).catch(runFault)
  if (loaded.torn) await tools.note('note: the last line of the run’s journal was cut off, and is left out')
  const begun = loaded.begun?.device
  if (lacking && begun !== undefined && begun !== digestText(device ?? '')) throw anotherDevice()
  const changed = countOf(table, (row) => table.state(row) === 'changed')
  if (changed > 0 && !options.skipInvalid) throw invalidInput(changed, await changedRows(input, table))
  return loaded
}

/** Marks what other runs of this address applied or have in doubt. Throws CLI_USAGE where nobody said what to do about it. */
export async function refuseRepeats(
  place: Place,
  { table, rows }: Checked,
  options: Options,
  tools: Tools,
): Promise<void> {
  if (options.resubmit) return
  const open = (row: number) => isOpen(table, row, options)
  const met = await lookBack(place, table, rows, open, tools.context.now()).catch(runFault)
  if (met.length > 0 && !options.skipApplied) throw repeats(table, rows, met)
}

/** The rows that will be sent. */
export function* openRows(table: Table, rows: number, options: Options): Generator<number> {
  for (let row = 0; row < rows; row++) if (isOpen(table, row, options)) yield row
}

/** How many of this shard's rows were applied, here or elsewhere. */
export const appliedRows = ({ table, rows }: Checked, { shard }: Options): number =>
  countOf(
    table,
    (row) => row < rows && inShard(table.share(row), shard) && table.state(row).startsWith('applied'),
  )

function countOf(table: Table, fits: (row: number) => boolean): number {
  let count = 0
  for (let row = 0; row < table.size; row++) if (fits(row)) count += 1
  return count
}

function repeats(table: Table, rows: number, met: readonly Meeting[]): MoveError {
  const marked = (state: string) => {
    let count = 0
    for (let row = 0; row < rows; row++) if (table.state(row) === state) count += 1
    return count
  }
  const [applied, unknown] = [marked('applied-elsewhere'), marked('unknown-elsewhere')]
  const words = [applied > 0 && `${applied} applied`, unknown > 0 && `${unknown} in doubt`]
    .filter(Boolean)
    .join(', ')
  return usage(
    `${applied + unknown} rows were sent before, in other runs of this address in the last ${lookBackDays} days (${words}); nothing was sent.`,
    '--skip-applied leaves them out, --resubmit sends them once more.',
    met.map(meetingText).join('\n'),
  )
}

const meetingText = ({ run, applied, unknown, from, to, alive }: Meeting): string => {
  const when = from === to ? `on ${dateOf(from)}` : `from ${dateOf(from)} to ${dateOf(to)}`
  return `run ${run}: ${applied} applied, ${unknown} in doubt, ${alive ? 'at work now' : when}`
}

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

const anotherDevice = () =>
  usage(
    'This run was begun with another device_id for the rows that name none.',
    'Give the same --device-id again; --run with another name begins a run of its own.',
  )
