/** The journal's file: appended to by many processes, each line by line under a lock that is held only for that. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../disk/append.ts'
import { ensureFolder } from '../disk/folder.ts'
import { DiskFault } from '../disk/fault.ts'
import { encode } from '../disk/lines.ts'
import { acquire } from '../disk/lock.ts'
import { replaceFile, sweepDrafts } from '../disk/replace.ts'
import { unusable } from './faults.ts'
import { format, type JournalRecord } from './records.ts'

export const journalFolder = (state: string): string => join(state, 'journal')
export const journalPath = (state: string): string => join(journalFolder(state), 'writes.log')

/** Another process holds the lock only for the time of one flush. */
const longestWaitMs = 10_000

export type Journal = {
  /** Resolves once the records are flushed. Throws CLI_STATE (exit 3) where they are not on disk. */
  append(records: readonly JournalRecord[]): Promise<void>
}

type Job = { records: readonly JournalRecord[]; resolve(): void; reject(error: unknown): void }

/** The writing end for one process: what comes while a flush is under way shares the next one. */
export function openJournal(state: string): Journal {
  let queue: Job[] = []
  let running: Promise<void> | undefined
  async function drain(): Promise<void> {
    // One turn, so that callers of the same moment share the first flush too.
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue
      queue = []
      const records = batch.flatMap((job) => job.records)
      await commit(state, records).then(
        () => batch.forEach((job) => job.resolve()),
        (error: unknown) => batch.forEach((job) => job.reject(error)),
      )
    }
    running = undefined
  }
  return {
    append: async (records) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ records, resolve, reject })
        running ??= drain()
      }).catch(unusable),
  }
}

async function commit(state: string, records: readonly JournalRecord[]): Promise<void> {
  await locked(state, async () => {
    const log = await openLog(journalPath(state), { format })
    try {
      await log.append(records, { flush: true })
    } finally {
      await log.close()
    }
  })
}

async function locked<T>(state: string, work: () => Promise<T>): Promise<T> {
  await ensureFolder(state)
  await ensureFolder(journalFolder(state))
  const lock = await acquire(join(journalFolder(state), 'lock'), { wait: longestWaitMs })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

export type Read = {
  records: JournalRecord[]
  /** A last line that was cut off was left out. */
  torn: boolean
}

/** The whole journal in order. Throws CLI_STATE (exit 3) with the line of a damaged one; none is skipped. */
export async function readJournal(state: string): Promise<Read> {
  const found = await readOnce(state).catch(unusable)
  if (!found.torn) return found
  // Half a line may be one that another process is writing just now.
  await pause(50)
  return readOnce(state).catch(unusable)
}

async function readOnce(state: string): Promise<Read> {
  const path = journalPath(state)
  const log = await openLog(path, { format })
  try {
    const records: JournalRecord[] = []
    for await (const { record, line } of log.read()) records.push(checked(record, path, line))
    return { records, torn: log.torn }
  } finally {
    await log.close()
  }
}

/** Throws DiskFault `newer` where a newer movecli wrote the journal: then nothing is sent either. */
export async function refuseNewer(state: string): Promise<void> {
  const path = journalPath(state)
  const log = await openLog(path, { format })
  await log.close()
  if (log.format > format)
    throw new DiskFault('newer', path, `${path} was written by a newer movecli; this one never writes it`)
}

function checked(record: unknown, path: string, line: number): JournalRecord {
  const { id, state, at } = (record ?? {}) as Record<string, unknown>
  if ([id, state, at].every((value) => typeof value === 'string')) return record as JournalRecord
  throw new DiskFault('damaged', path, `${path} is damaged at line ${line}`, { line })
}

/** Keeps the records that `keep` chooses, as a whole or not at all; a missing journal stays missing. */
export async function rewriteJournal(
  state: string,
  keep: (records: JournalRecord[]) => JournalRecord[],
): Promise<void> {
  const before = await readOnce(state).catch(unusable)
  if (keep(before.records).length === before.records.length) return
  await locked(state, async () => {
    const path = journalPath(state)
    await sweepDrafts(path)
    await refuseNewer(state)
    const kept = keep((await readOnce(state)).records)
    await replaceFile(path, [{ format }, ...kept].map(encode).join(''))
  }).catch(unusable)
}
