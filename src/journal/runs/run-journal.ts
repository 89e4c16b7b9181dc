/** The journal of one run over many rows: what is planned, what leaves, and what became of it. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Interval } from '../../contract/interval.ts'
import { thisProcess } from '../../disk/liveness.ts'
import { openLog, type Log } from '../../disk/append-log.ts'
import type { Disk } from '../../disk/disk.ts'
import type { Lock } from '../../disk/lock.ts'
import { lockFreedError } from '../../errors.ts'
import { sizeOf, writeIndex } from './index/index-file.ts'
import type { ReplayedRun } from './replay.ts'
import { runFault } from './run-fault.ts'
import { folderOf, journalIn, planIn, type RunLocation } from './run-paths.ts'
import { encodeDigest } from './row-digest.ts'
import {
  type RunStarted,
  runFormat,
  memoryOf,
  type PlannedRow,
  type RowOutcome,
  type RunRecord,
} from './log-records.ts'
import type { Table } from './index/row-table.ts'

/** `proofDigest`: of a proof that a prover made for it. */
export type RowKey = {
  key: Uint8Array
  content: Uint8Array
  line: number
  interval?: Interval
  date?: string
  proofDigest?: string
}
export type RowEnd = { outcome: RowOutcome; code?: string; status?: number; requestId?: string }

export type RunJournal = {
  /** How many rows may be planned before they leave. */
  ahead: number
  /** Resolves once the intents of these rows are on disk, by one flush. Throws CLI_STATE. */
  plan(rows: readonly RowKey[]): Promise<void>
  /**
   * A planned row leaves now: resolves once that is in the file, before its first byte, so that a kill leaves it unresolved.
   * Rows of one turn share a write. Throws CLI_STATE, and CLI_BUSY where the lock is no longer ours: the row must not leave.
   */
  sending(row: RowKey): Promise<void>
  /**
   * Keeps what became of a row, ahead of every row that leaves later: resolves once it is in the file, before anybody is told.
   * What the disk refuses is tried again at the end.
   */
  recordOutcome(row: RowKey, end: RowEnd): Promise<void>
  /** Writes what is left, and the index where `table` says how the rows ended. Returns how many outcomes the disk refused. */
  close(table?: Table): Promise<number>
}

type Leaving = { record: RunRecord; leave: () => void; refuse: (why: unknown) => void }
type Outside = { now: () => Date; disk: Disk }

/** Opens the journal of a held run. Once the lock is no longer ours, no row is planned or sent (CLI_BUSY). Throws CLI_STATE. */
export async function openRunJournal(
  place: RunLocation,
  loaded: Pick<ReplayedRun, 'begun'>,
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
  const canDetectReboot = known.boot !== undefined && known.mount !== undefined
  const planner = {
    pid,
    ...(start !== undefined && { start }),
    boot: known.boot ?? randomUUID(),
    mount: known.mount ?? randomUUID(),
  }
  let pendingOutcomes: RunRecord[] = []
  /** Rows that leave in this turn. */
  let leaving: Leaving[] = []
  /** Told once the outcomes of this turn are written. */
  let recorded: (() => void)[] = []
  let soon: NodeJS.Immediate | undefined
  let planned = false
  const freed = () => lockFreedError(`The run ${place.name}`)
  /** Puts what became of rows, and after it those that leave, into the file. */
  const put = (rows: readonly RunRecord[]): void => {
    if (rows.length > 0 && !lock.isOurs()) {
      // What became of other rows is written all the same, where it can be.
      try {
        put([])
      } catch {
        // That the run was freed says why.
      }
      throw freed()
    }
    const records = [...pendingOutcomes, ...rows]
    if (records.length > 0) log.put(records)
    pendingOutcomes = []
    // Freed from here on, whoever takes the run finds the rows as being sent; freed just before, they do not leave.
    if (rows.length > 0 && !lock.isOurs()) throw freed()
  }
  const putAll = (): void => {
    clearImmediate(soon)
    soon = undefined
    const [rows, tell] = [leaving, recorded]
    leaving = []
    recorded = []
    try {
      put(rows.map(({ record }) => record))
      for (const { leave } of rows) leave()
    } catch (error) {
      // Outcomes go with the next row that leaves, or at the end.
      for (const { refuse } of rows) refuse(error)
    }
    for (const each of tell) each()
  }
  return {
    // Where a reboot or remount cannot be detected, every planned row is unknown after a kill: then none is planned ahead.
    ahead: canDetectReboot ? 64 : 0,
    plan: async (rows) => {
      if (!lock.isOurs()) throw freed()
      putAll()
      // Before a run that goes on has planned anything its log is not open: what failed by then goes with the plan.
      const outcomes = pendingOutcomes
      pendingOutcomes = []
      const record = { at: at(), ...planner, rows: rows.map(plannedOf) }
      await append(log, [...outcomes, { state: 'planned', ...record }], true).catch((error: unknown) => {
        pendingOutcomes = [...outcomes, ...pendingOutcomes]
        throw error
      })
      planned = true
    },
    sending: async (row) => {
      const [key, , content] = plannedOf(row)
      const proof = row.proofDigest
      const record = { row: key, ...(content && { content }), ...(proof && { proof }), at: at() }
      soon ??= setImmediate(putAll)
      return new Promise<void>((leave, refuse) =>
        leaving.push({ record: { state: 'sending', ...record }, leave, refuse }),
      ).catch(runFault)
    },
    recordOutcome: async ({ key }, { outcome, code, status, requestId }) => {
      pendingOutcomes.push({
        state: outcome,
        row: encodeDigest(key),
        at: at(),
        ...(code !== undefined && { code }),
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { request_id: requestId }),
      })
      soon ??= setImmediate(putAll)
      return new Promise((tell) => recorded.push(tell))
    },
    close: async (table) => {
      putAll()
      // Of a plan that the disk refused nothing is closed: an earlier one, of which rows may have left, stands before it.
      const closed: RunRecord[] = planned ? [{ state: 'closed', at: at() }] : []
      const last = async () => append(log, [...pendingOutcomes, ...closed], true)
      // What another process works on by now is its own: only what became of our rows is added.
      if (!lock.isOurs()) {
        await log.close().catch(() => undefined)
        return pendingOutcomes.length
      }
      const dropPlan = async () => rm(planIn(folder), { force: true }).catch(() => undefined)
      try {
        // On a full disk the plan makes room.
        if (planned || pendingOutcomes.length > 0) await last().catch(async () => dropPlan().then(last))
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

const plannedOf = ({ key, content, line, interval, date }: RowKey): PlannedRow => {
  const row = encodeDigest(key)
  const times = interval ? ([interval.start, interval.end] as const) : []
  if (interval || date !== undefined)
    return [row, line, encodeDigest(content), ...times, ...(date === undefined ? [] : [date])] as PlannedRow
  return Buffer.compare(key, content) === 0 ? [row, line] : [row, line, encodeDigest(content)]
}

const append = async (log: Log, records: RunRecord[], flush: boolean): Promise<void> =>
  log.append(records, { flush }).catch(runFault)
