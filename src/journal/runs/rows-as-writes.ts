/** The rows of bulk runs as writes of the journal. */
import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { Owner } from '../owner.ts'
import type { StepRecord } from '../writes/record.ts'
import type { Write } from '../writes/fold.ts'
import { visitRun } from './index/applied-content.ts'
import { runsIn, runsOf } from './list-runs.ts'
import { senderOf } from './run-lock.ts'
import {
  encodeDigest,
  readEvents,
  type RunStarted,
  type RowOutcomeRecord,
  type Planner,
  type RowAttempt,
} from './log-records.ts'

/** Every row that was sent and is wanted, run by run; half a line at the end of a journal is left out. Throws DiskError for a damaged one. */
export async function* rowsOfRuns(state: string, wanted?: RowFilter): AsyncGenerator<Write> {
  for await (const { folder } of runsIn(state)) yield* await rowsOfRun(folder, wanted)
}

/** The rows that are under way or unresolved: of a long run that has none, the index alone is read. */
export async function* openRowsOfRuns(state: string): AsyncGenerator<Write> {
  for await (const { folder } of runsIn(state)) yield* await openRowsOf(folder, await unknownContents(folder))
}

/** The rows of an owner's runs with this content that are under way or unresolved. Throws DiskError for a damaged journal. */
export async function unresolvedRows(state: string, owner: Owner, content: string): Promise<Write[]> {
  const found: Write[] = []
  for (const { folder } of await runsOf(state, owner))
    if ((await unknownContents(folder)).has(content))
      found.push(...(await openRowsOf(folder, new Set([content]))))
  return found
}

/** The unresolved contents of a run. */
async function unknownContents(folder: string): Promise<Set<string>> {
  const contents = new Set<string>()
  const visit = (content: Uint8Array, kind: 'applied' | 'unknown'): void => {
    if (kind === 'unknown') contents.add(encodeDigest(content))
  }
  await visitRun(folder, visit, true)
  return contents
}

async function openRowsOf(folder: string, contents: ReadonlySet<string>): Promise<Write[]> {
  if (contents.size === 0) return []
  const rows = await rowsOfRun(folder, (_, sent) => contents.has(sent.content))
  return rows.filter((row) => contents.has(row.digest) && isOpen(row))
}

const isOpen = ({ state }: Write): boolean => state === 'unknown' || state === 'sending'

/** Which rows: by their id, or as they were sent. */
export type RowFilter = (id: () => string, sent: RowAttempt) => boolean

/** The rows that a run sent. */
export async function rowsOfRun(folder: string, wanted: RowFilter = () => true): Promise<Write[]> {
  const rows = new Map<string, Write>()
  const before = new Map<string, Earlier>()
  const under = new Set<Write>()
  const working = await workerOf(folder)
  let begun: RunStarted | undefined
  for await (const event of readEvents(folder)) {
    if (event.is === 'begun') begun ??= event.begun
    else if (event.is === 'ended') {
      const { row, state } = event.ended
      const write = rows.get(row)
      const earlier = before.get(row)
      // Where another process ended the row first, its word stands.
      if (write && !earlier && hasEnded(write, state)) continue
      if (write) step(write, stepOf(write.id, event.ended))
      // That this attempt was not applied says nothing of an earlier one.
      if (write && (state === 'not_taken' || (state === 'rejected' && earlier?.state === 'unknown')))
        Object.assign(write, earlier)
      before.delete(row)
    } else {
      const { sent } = event
      const id = () => idOf(folder, sent.row)
      const write = rows.get(sent.row) ?? (begun && wanted(id, sent) ? writeOf(id(), begun) : undefined)
      if (!write) continue
      rows.set(sent.row, write)
      const { state, status, code, request_id } = write
      if (state === 'rejected' || isOpen(write))
        before.set(sent.row, { state: state === 'rejected' ? state : 'unknown', status, code, request_id })
      for (const said of ['status', 'code', 'request_id', 'as', 'note'] as const) delete write[said]
      // Whoever lives as this is read had it under way, though it may have ended meanwhile.
      if (sent.by) write.holder = sent.by
      under[sent.by && (await working(sent.by)) ? 'add' : 'delete'](write)
      const { row, line } = sent
      const at = timeOf(sent.at)
      const run = { name: begun?.run ?? '', folder, row, ...(line !== undefined && { line }) }
      Object.assign(write, { digest: sent.content, run }, write.at === '' && { at })
      step(write, { state: 'sending', id: write.id, at })
    }
  }
  for (const write of rows.values())
    if (write.state === 'sending' && !under.has(write)) write.state = 'unknown'
  return [...rows.values()]
}

/** Was what this attempt ended with said of a row whose attempts had all ended? */
const hasEnded = ({ state }: Write, ended: RowOutcomeRecord['state']): boolean =>
  (state === 'applied' && ended !== 'resolved') || (state === 'unknown' && ended === 'rejected')

/** What a row was before it was sent once more. */
type Earlier = { [name in 'state' | 'status' | 'code' | 'request_id']: Write[name] | undefined }

/** Is this the process that sends the run's rows, or that did when the reading began? */
async function workerOf(folder: string): Promise<(planner: Planner) => Promise<boolean>> {
  const first = await senderOf(folder)
  const known = new Map<string, boolean>()
  return async ({ boot, pid, start }) => {
    const name = `${boot} ${pid} ${start}`
    const said = known.get(name)
    if (said !== undefined) return said
    const working = [first, await senderOf(folder)].some(
      (found) => found?.pid === pid && found.start === start && (found.boot ?? boot) === boot,
    )
    known.set(name, working)
    return working
  }
}

function step(write: Write, made: StepRecord): void {
  const { id: _, at, ...said } = made
  Object.assign(write, said, { until: at })
  write.steps.push(made)
}

/** What the service did not take was rejected where it answered, and else not sent. */
function stepOf(id: string, { row: _, at, ...said }: RowOutcomeRecord): StepRecord {
  const when = { id, at: timeOf(at) }
  if (said.state !== 'not_taken') return { ...said, ...when, state: said.state } as StepRecord
  return { ...said, ...when, state: said.status === undefined ? 'not_sent' : 'rejected' }
}

const writeOf = (id: string, { profile, network, origin, address, key, token }: RunStarted): Write => ({
  id,
  state: 'planned',
  at: '',
  until: '',
  profile: profile ?? null,
  network: network ?? '',
  origin,
  address,
  key,
  ...(token !== undefined && { token }),
  operation: 'motion.submit',
  method: 'POST',
  path: '/motion/submit',
  digest: '',
  steps: [],
})

const idOf = (folder: string, row: string): string =>
  createHash('sha256')
    .update(`${basename(dirname(folder))}/${basename(folder)}/${row}`)
    .digest('hex')
    .slice(0, 16)

const timeOf = (at: number): string => new Date(at).toISOString()
