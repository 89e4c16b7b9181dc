/** The journal's file: appended to by many processes, each line by line under a lock that is held only for that. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openLog, type Log } from '../../disk/append-log.ts'
import { allDone, createBatcher } from '../../disk/batcher.ts'
import { ensureFolder } from '../../disk/folder.ts'
import { machineDisk, type Disk } from '../../disk/disk.ts'
import { DiskError } from '../../disk/disk-error.ts'
import { encodeLine } from '../../disk/log-format.ts'
import { acquire } from '../../disk/lock.ts'
import { replaceFile, sweepDrafts } from '../../disk/atomic-write.ts'
import { unusable } from '../journal-errors.ts'
import { journalFolder, journalPath } from '../present.ts'
import { journalFormat, isPlanned, isStep, type JournalRecord } from './record.ts'

/** Another process holds the lock only for the time of one flush. */
const longestWaitMs = 10_000

export type Journal = {
  /** Resolves once the records are flushed. Throws CLI_STATE (exit 3) where they are not on disk. */
  append(records: readonly JournalRecord[]): Promise<void>
}

/** The writing end for one process, on a disk: what comes while a flush is under way shares the next one. */
export function openJournal(state: string, disk: Disk = machineDisk): Journal {
  /** The file as it was appended to last. */
  let known: string | undefined
  const batcher = createBatcher<readonly JournalRecord[], void>(async (batch) => {
    known = await commit(state, disk, batch.flat(), known)
    return allDone(batch)
  })
  return { append: async (records) => batcher.add(records).catch(unusable) }
}

/**
 * Returns which file it is. Steps of a write that a prune dropped since `known` are
 * dropped too: nothing would tell what they are of.
 */
async function commit(
  state: string,
  disk: Disk,
  records: readonly JournalRecord[],
  known: string | undefined,
): Promise<string | undefined> {
  const path = journalPath(state)
  return withJournalLock(state, disk, async () => {
    const wanted =
      records.some(isStep) && (await fileAt(path)) !== known ? await withoutOrphans(state, records) : records
    const log = await openJournalLog(path, disk)
    try {
      await log.append(wanted, { flush: true })
    } finally {
      await log.close()
    }
    return fileAt(path)
  })
}

/** It is made with its first line in it: an empty one was emptied. Throws DiskError. */
async function openJournalLog(path: string, disk: Disk = machineDisk): Promise<Log> {
  if ((await stat(path).catch(() => undefined))?.size === 0) throw damaged(path, 1)
  return openLog(path, { format: journalFormat, disk })
}

/** What tells a file from one that takes its place. */
const fileAt = async (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ ino, birthtimeMs }) => `${ino} ${birthtimeMs}`,
    () => undefined,
  )

async function withoutOrphans(state: string, records: readonly JournalRecord[]): Promise<JournalRecord[]> {
  const there = [...(await readOnce(state)).records, ...records]
  const ids = new Set(there.filter(isPlanned).map(({ id }) => id))
  return records.filter((record) => !isStep(record) || ids.has(record.id))
}

async function withJournalLock<T>(state: string, disk: Disk, work: () => Promise<T>): Promise<T> {
  await ensureFolder(state)
  await ensureFolder(journalFolder(state))
  const lock = await acquire(join(journalFolder(state), 'lock'), { wait: longestWaitMs, each: true, disk })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

export type JournalContents = {
  records: JournalRecord[]
  /** A last line that was cut off was left out. */
  torn: boolean
}

/** The whole journal in order. Throws CLI_STATE (exit 3) with the line of a damaged one; none is skipped. */
export async function readJournal(state: string): Promise<JournalContents> {
  const found = await readOnce(state).catch(unusable)
  if (!found.torn) return found
  // Half a line may be one that another process is writing just now.
  await pause(50)
  return readOnce(state).catch(unusable)
}

async function readOnce(state: string): Promise<JournalContents> {
  const path = journalPath(state)
  const log = await openJournalLog(path)
  try {
    const records: JournalRecord[] = []
    const ids = new Set<string>()
    for await (const { record, line } of log.read()) {
      const entry = requireRecord(record, path, line)
      if (isPlanned(entry)) ids.add(entry.id)
      // The line that says what it is a step of was lost.
      else if (log.format <= journalFormat && isStep(entry) && !ids.has(entry.id)) throw damaged(path, line)
      records.push(entry)
    }
    return { records, torn: log.torn }
  } finally {
    await log.close()
  }
}

/** Throws DiskError `newer` where a newer movecli wrote the journal: then nothing is sent either. */
export async function refuseNewer(state: string): Promise<void> {
  const path = journalPath(state)
  const log = await openJournalLog(path)
  await log.close()
  if (log.format > journalFormat)
    throw new DiskError('newer', path, `${path} was written by a newer movecli; this one never writes it`)
}

function requireRecord(record: unknown, path: string, line: number): JournalRecord {
  const { id, state, at } = (record ?? {}) as Record<string, unknown>
  if ([id, state, at].every((value) => typeof value === 'string')) return record as JournalRecord
  throw damaged(path, line)
}

const damaged = (path: string, line: number) =>
  new DiskError('damaged', path, `${path} is damaged at line ${line}`, { line })

/** Keeps the records that `keep` chooses, as a whole or not at all; a missing journal stays missing. */
export async function rewriteJournal(
  state: string,
  keep: (records: JournalRecord[]) => JournalRecord[],
): Promise<void> {
  const before = await readOnce(state).catch(unusable)
  if (keep(before.records).length === before.records.length) return
  await withJournalLock(state, machineDisk, async () => {
    const path = journalPath(state)
    sweepDrafts(path)
    await refuseNewer(state)
    const kept = keep((await readOnce(state)).records)
    await replaceFile(path, [{ format: journalFormat }, ...kept].map(encodeLine).join(''))
  }).catch(unusable)
}
