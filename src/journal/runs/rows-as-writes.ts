/** The rows of bulk runs as writes of the journal. */
import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { ProcessIdentity } from '../../disk/process-identity.ts'
import type { Owner } from '../owner.ts'
import type { StepRecord } from '../writes/record.ts'
import { isApplied, type Write } from '../writes/fold.ts'
import { visitRun } from './index/applied-content.ts'
import type { RowState } from './index/row-table.ts'
import { runsIn, runsOf } from './list-runs.ts'
import { newState } from './row-outcome.ts'
import { senderOf } from './run-lock.ts'
import { encodeDigest } from './row-digest.ts'
import {
  readEvents,
  type RunStarted,
  type RowOutcomeRecord,
  type Planner,
  type RowAttempt,
} from './log-records.ts'

/** Every wanted row that was sent; half a line at the end of a journal is left out. Throws DiskError for a damaged one. */
export async function* rowsOfRuns(state: string, wanted?: RowFilter): AsyncGenerator<Write> {
  for await (const { folder } of runsIn(state)) yield* await rowsOfRun(folder, wanted)
}

/** The rows that are under way or unresolved: of a long run that has none, the index alone is read. */
export async function* openRowsOfRuns(state: string): AsyncGenerator<Write> {
  for await (const { folder } of runsIn(state))
    yield* await openRowsOf(folder, await contentsOf(folder, 'unknown'))
}

/** The rows of an owner's runs with this content that are under way or unresolved. Throws DiskError for a damaged journal. */
export async function unresolvedRows(state: string, owner: Owner, content: string): Promise<Write[]> {
  const found: Write[] = []
  for (const { folder } of await runsOf(state, owner))
    if ((await contentsOf(folder, 'unknown')).has(content))
      found.push(...(await openRowsOf(folder, new Set([content]))))
  return found
}

/** The rows of an owner's runs with this content that were applied. Throws DiskError for a damaged journal. */
export async function appliedRows(state: string, owner: Owner, content: string): Promise<Write[]> {
  const found: Write[] = []
  for (const { folder } of await runsOf(state, owner)) {
    if (!(await contentsOf(folder, 'applied')).has(content)) continue
    const rows = await rowsOfRun(folder, (_, sent) => sent.content === content)
    found.push(...rows.filter((row) => row.digest === content && isApplied(row)))
  }
  return found
}

/** The contents of a run that were applied, or are unresolved. */
async function contentsOf(folder: string, kind: 'applied' | 'unknown'): Promise<Set<string>> {
  const contents = new Set<string>()
  const visit = (content: Uint8Array, found: 'applied' | 'unknown'): void => {
    if (found === kind) contents.add(encodeDigest(content))
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
  /** What was known of rows before the attempt that is open. */
  const before = new Map<string, Write>()
  const under = new Set<Write>()
  const working = await workerOf(folder)
  let begun: RunStarted | undefined
  for await (const event of readEvents(folder)) {
    if (event.is === 'begun') begun ??= event.begun
    else if (event.is === 'ended') {
      const { ended } = event
      const write = rows.get(ended.row)
      if (!write) continue
      const known = before.get(ended.row) ?? { ...write }
      before.delete(ended.row)
      under.delete(write)
      step(write, stepOf(write.id, ended))
      const state = newState(stateOf(known), ended, known.digest === write.digest)
      if (!state && stateOf(known) !== 'fresh') rows.set(ended.row, { ...known, until: write.until })
    } else {
      const { row, content, line, by, at } = event.sent
      const id = () => idOf(folder, row)
      const write = rows.get(row) ?? (begun && wanted(id, event.sent) ? writeOf(id(), begun) : undefined)
      if (!write) continue
      rows.set(row, write)
      write.at ||= timeOf(at)
      write.run = { name: begun?.run ?? '', folder, row, ...(line !== undefined && { line }) }
      // Whoever lives as this is read had it under way, though it may have ended meanwhile.
      const worker = by && (await working(by))
      if (by) write.holder = worker ?? by
      under[worker ? 'add' : 'delete'](write)
      const known = { ...write }
      before.set(row, known)
      step(write, { state: 'sending', id: write.id, at: timeOf(at) })
      if (newState(stateOf(known), { state: 'unknown' }, known.digest === content)) {
        for (const said of ['status', 'code', 'request_id', 'as', 'note'] as const) delete write[said]
        Object.assign(write, { state: 'unknown', digest: content })
      } else write.state = known.state
    }
  }
  for (const write of under) write.state = 'sending'
  return [...rows.values()]
}

const stateOf = (write: Write): RowState => {
  if (isApplied(write)) return 'applied'
  return write.state === 'unknown' || write.state === 'rejected' ? write.state : 'fresh'
}

/**
 * The process that sends the run's rows, or that did when the reading began, as its lock
 * names it; nothing where this is another.
 */
async function workerOf(folder: string): Promise<(planner: Planner) => Promise<ProcessIdentity | undefined>> {
  const first = await senderOf(folder)
  const known = new Map<string, ProcessIdentity | undefined>()
  return async ({ boot, pid, start }) => {
    const name = `${boot} ${pid} ${start}`
    if (known.has(name)) return known.get(name)
    const working = [first, await senderOf(folder)].find(
      (found) => found?.pid === pid && found.start === start && (found.boot ?? boot) === boot,
    )
    known.set(name, working)
    return working
  }
}

function step(write: Write, made: StepRecord): void {
  const { id: _, at, ...said } = made
  // What was noted is about its own verdict.
  if (made.state === 'resolved') delete write.note
  Object.assign(write, said, { until: at })
  write.steps.push(made)
}

/** What the service did not take was rejected where it answered, and else not sent. */
function stepOf(id: string, { row: _, at, ...said }: RowOutcomeRecord): StepRecord {
  const when = { id, at: timeOf(at) }
  if (said.state !== 'not_taken') return { ...said, ...when, state: said.state } as StepRecord
  return { ...said, ...when, state: said.status === undefined ? 'not_sent' : 'rejected' }
}

const writeOf = (id: string, { profile, network, origin, address, key, token, near }: RunStarted): Write => ({
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
  ...(near && { near }),
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
