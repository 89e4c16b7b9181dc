/** One run over many rows: its lock, its journal, and which rows it may send. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { thisProcess } from '../../disk/liveness.ts'
import { openLog, type Log } from '../../disk/append-log.ts'
import type { Disk } from '../../disk/disk.ts'
import { DiskError } from '../../disk/disk-error.ts'
import { ensureFolder } from '../../disk/folder.ts'
import { acquire, whoIs, type Lock } from '../../disk/lock.ts'
import { freed, freedBy, moveError } from '../../errors.ts'
import { unusableJournal } from '../journal-errors.ts'
import { sizeOf, writeIndex } from './index/index-file.ts'
import type { ReplayedRun } from './replay.ts'
import { lockRunFor } from './run-lock.ts'
import { refuseNewer } from '../writes/log.ts'
import { folderOf, journalIn, planIn, planningLock, type RunLocation } from './run-paths.ts'
import { writeParts } from '../../disk/replace-streamed.ts'
import {
  encodeDigest,
  type RunStarted,
  runFormat,
  memoryOf,
  type PlannedRow,
  type RowOutcome,
  type RunRecord,
} from './log-records.ts'
import { digestSize, type Table } from './index/row-table.ts'

/** `proofDigest`: of a proof that a prover made for it. */
export type RowKey = { key: Uint8Array; content: Uint8Array; line: number; proofDigest?: string }
export type RowEnd = { outcome: RowOutcome; code?: string; status?: number; requestId?: string }

export type RunJournal = {
  /** How many rows may be planned before they leave. */
  ahead: number
  /** Resolves once the intents of these rows are on disk, by one flush. Throws CLI_STATE. */
  plan(rows: readonly RowKey[]): Promise<void>
  /** A planned row leaves now: it is written before its first byte is sent, so that a kill leaves it unresolved. Throws CLI_STATE. */
  sending(row: RowKey): void
  /** Keeps what became of a row, ahead of every row that leaves later. Never throws: what the disk refuses is tried again at the end. */
  settled(row: RowKey, end: RowEnd): void
  /** Writes what is left to write, and the index where `table` says how the rows ended. Returns how many outcomes the disk refused: those rows stay unresolved. */
  close(table?: Table): Promise<number>
}

type Outside = { now: () => Date; disk: Disk }

/** The run's lock. Throws CLI_BUSY (exit 8) where another process is at work on it, CLI_STATE (exit 3) where nothing may be written. */
export async function lockRun(place: RunLocation): Promise<Lock> {
  const folder = folderOf(place)
  try {
    await ensureFolder(place.state)
    await refuseNewer(place.state)
    await ensureFolder(folder)
    return await lockRunFor(folder, 'sending')
  } catch (error) {
    throw error instanceof DiskError && error.kind === 'busy' ? runBusy(place, error) : runFault(error)
  }
}

/** Runs `decide` while no other run of this address decides what to send. */
export async function withPlanningLock<T>(
  place: RunLocation,
  signal: AbortSignal,
  decide: (turn: Lock) => Promise<T>,
): Promise<T> {
  const patience = { wait: 60_000, each: true, signal }
  const lock = await acquire(planningLock(place), patience).catch((error: unknown) => {
    throw error instanceof DiskError && error.kind === 'busy' ? planningBusy(error) : runFault(error)
  })
  try {
    return await decide(lock)
  } finally {
    await lock.release()
  }
}

/** Says to other runs of this address which rows this one is about to send. Throws CLI_BUSY where its turn to decide was freed meanwhile. */
export async function publishPlan(
  place: RunLocation,
  table: Table,
  rows: Iterable<number>,
  turn: Lock,
): Promise<void> {
  await writeParts(planIn(folderOf(place)), contents(table, rows)).catch(runFault)
  if (!turn.isOurs()) throw freed('The journal')
}

function* contents(table: Table, rows: Iterable<number>): Generator<Uint8Array> {
  const part = Buffer.alloc(4096 * digestSize)
  let used = 0
  for (const row of rows) {
    table.copyContent(row, part, used)
    used += digestSize
    if (used < part.length) continue
    yield part
    used = 0
  }
  yield part.subarray(0, used)
}

/** Opens the journal of a run that is held. `loaded` is what it held before. Once the lock is no longer ours, no row is planned or sent (CLI_BUSY). Throws CLI_STATE. */
export async function openRunJournal(
  place: RunLocation,
  loaded: ReplayedRun,
  begun: Pick<RunStarted, 'profile' | 'network' | 'device'>,
  { now, disk }: Outside,
  lock: Lock,
): Promise<RunJournal> {
  const folder = folderOf(place)
  const log = await openLog(journalIn(folder), { format: runFormat, disk }).catch(runFault)
  const at = () => now().getTime()
  if (!loaded.begun) {
    const first: RunRecord = { state: 'begun', at: at(), run: place.name, ...place.owner, ...begun }
    await append(log, [first], true).catch(async (error: unknown) => {
      await log.close().catch(() => undefined)
      throw error
    })
  }
  const { pid, start } = thisProcess()
  const known = memoryOf(folder)
  const told = known.boot !== undefined && known.mount !== undefined
  const planner = {
    pid,
    ...(start !== undefined && { start }),
    boot: known.boot ?? randomUUID(),
    mount: known.mount ?? randomUUID(),
  }
  let pendingOutcomes: RunRecord[] = []
  let soon: NodeJS.Immediate | undefined
  let planned = false
  const refuseFreed = (): void => {
    if (!lock.isOurs()) throw freed(`The run ${place.name}`)
  }
  const put = (records: RunRecord[]): void => {
    log.put(records)
    pendingOutcomes = []
    clearImmediate(soon)
    soon = undefined
  }
  const flushOutcomes = (): void => {
    soon = undefined
    try {
      if (pendingOutcomes.length > 0) put(pendingOutcomes)
    } catch {
      // They go with the next row that leaves, or at the end.
    }
  }
  return {
    // Where a lost memory cannot be told, all that is planned is unresolved after a kill: then no more than can be in flight.
    ahead: told ? 64 : 0,
    plan: async (rows) => {
      refuseFreed()
      try {
        if (pendingOutcomes.length > 0) put(pendingOutcomes)
      } catch (error) {
        runFault(error)
      }
      planned = true
      const record = { at: at(), ...planner, rows: rows.map(plannedOf) }
      await append(log, [{ state: 'planned', ...record }], true)
    },
    sending: (row) => {
      const [key, , content] = plannedOf(row)
      refuseFreed()
      try {
        const proof = row.proofDigest
        const record = { row: key, ...(content && { content }), ...(proof && { proof }), at: at() }
        put([...pendingOutcomes, { state: 'sending', ...record }])
      } catch (error) {
        runFault(error)
      }
      // Freed from here on, whoever takes the run finds the row as being sent; freed just before, it does not leave.
      refuseFreed()
    },
    settled: ({ key }, { outcome, code, status, requestId }) => {
      pendingOutcomes.push({
        state: outcome,
        row: encodeDigest(key),
        at: at(),
        ...(code !== undefined && { code }),
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { request_id: requestId }),
      })
      soon ??= setImmediate(flushOutcomes)
    },
    close: async (table) => {
      clearImmediate(soon)
      const last = async () => append(log, [...pendingOutcomes, { state: 'closed', at: at() }], true)
      // What another process works on by now is its own: only what became of our rows is added.
      if (!lock.isOurs()) {
        flushOutcomes()
        await log.close().catch(() => undefined)
        return pendingOutcomes.length
      }
      const dropPlan = async () => rm(planIn(folder), { force: true }).catch(() => undefined)
      try {
        // On a full disk the plan makes room.
        if (planned) await last().catch(async () => dropPlan().then(last))
        pendingOutcomes = []
        if (table) await writeIndex(folder, table, await sizeOf(folder))
      } catch {
        // The journal says all the same which rows were being sent; the index is made anew from it.
      } finally {
        await log.close().catch(() => undefined)
        await dropPlan()
      }
      return pendingOutcomes.length
    },
  }
}

const plannedOf = ({ key, content, line }: RowKey): PlannedRow => {
  const row = encodeDigest(key)
  return Buffer.compare(key, content) === 0 ? [row, line] : [row, line, encodeDigest(content)]
}

const append = async (log: Log, records: RunRecord[], flush: boolean): Promise<void> =>
  log.append(records, { flush }).catch(runFault)

/** A fault of the run's files in words: exit 3; other errors stay as they are. */
export function runFault(error: unknown): never {
  if (!(error instanceof DiskError)) throw error
  throw unusableJournal('The journal of the run', error, {
    damaged:
      'Nothing is skipped or repaired automatically. Look at that line, then move the folder of the run away. movecli then no longer knows its rows.',
    unwritable:
      'Make room, or make the state folder writable, and run it again. Nothing is sent before it is on disk.',
  })
}

const runBusy = ({ name }: RunLocation, { holder }: DiskError) =>
  moveError('CLI_BUSY', {
    message: `Another process is sending the run ${name}${holder ? ` (${whoIs(holder)})` : ''}.`,
    hint: freedBy(holder, name) ?? 'Wait for it to end. The same command then goes on where it stopped.',
  })

const planningBusy = ({ holder }: DiskError) =>
  moveError('CLI_BUSY', {
    message: `Another run of this address is starting${holder ? ` (${whoIs(holder)})` : ''}.`,
    hint: freedBy(holder, 'journal'),
  })
