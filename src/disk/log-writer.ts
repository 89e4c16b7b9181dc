/** The writing end of a log: lines that come together go to disk together, and half a line is never kept. */
import { randomBytes } from 'node:crypto'
import { fstatSync, promises } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { allDone, createBatcher } from './batcher.ts'
import { machineDisk, type Disk } from './disk.ts'
import { errnoOf, DiskError, toDiskError, unlessMissing } from './disk-error.ts'
import { syncFolder } from './folder.ts'
import { encodeLine, lastCompleteLineEnd } from './log-format.ts'
import { writeWhole } from './atomic-write.ts'

type PendingLines = { text: string; flush: boolean }

type Open = Pick<FileHandle, 'fd'>

export type LogWriter = {
  append(records: readonly unknown[], flush: boolean): Promise<void>
  /** Writes at once, also while a flush is under way, and flushes nothing. Something was appended before. */
  put(records: readonly unknown[]): void
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Writes lines to the end of the log at `path` on a disk; the first of them makes it, with `header` as line 1. */
export function createLogWriter(
  path: string,
  header: { format: number },
  disk: Disk = machineDisk,
): LogWriter {
  let handle: FileHandle | undefined
  let known = -1
  let broken: DiskError | undefined
  let closed = false
  const batcher = createBatcher<PendingLines, void>(async (batch) => {
    try {
      await commit(
        batch.map(({ text }) => text).join(''),
        batch.some(({ flush }) => flush),
      )
      return allDone(batch)
    } catch (error) {
      throw toDiskError('unwritable', path, error)
    }
  })

  async function commit(text: string, flush: boolean): Promise<void> {
    if (broken) throw broken
    handle ??= await openForAppend(path, header)
    // Looking and writing reach the page cache alone and are done at once; the flush is what takes time.
    const size = refuseRemoved(handle)
    const end = size === known ? size : await lastCompleteLineEnd(handle, size)
    known = end
    if (end < size) cut(handle)
    if (broken) throw broken
    const after = write(handle, end === 0 ? encodeLine(header) + text : text)
    try {
      if (flush) await disk.flush(handle)
    } catch (error) {
      // What was put behind it meanwhile has happened, and stays.
      if (known === after) {
        known = end
        cut(handle)
      }
      throw error
    }
  }

  /** Bytes of the file. */
  function refuseRemoved({ fd }: Open): number {
    const { size, nlink } = fstatSync(fd)
    if (nlink > 0) return size
    throw new DiskError('removed', path, `${path} was removed or replaced while in use`)
  }

  /** The end of the file after these lines; of half of them nothing is kept. */
  function write({ fd }: Open, text: string): number {
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length;) done += disk.write(fd, bytes, done)
      return (known += bytes.length)
    } catch (error) {
      cut({ fd })
      throw error
    }
  }

  /** Drops what is behind the last whole line. */
  function cut({ fd }: Open): void {
    try {
      disk.truncate(fd, known)
    } catch (error) {
      broken = toDiskError('unwritable', path, error)
    }
  }

  return {
    append: async (records, flush) => {
      if (closed) throw new DiskError('unwritable', path, `${path} is closed`)
      return batcher.add({ text: records.map(encodeLine).join(''), flush })
    },
    put: (records) => {
      if (broken) throw broken
      if (closed || !handle) throw new DiskError('unwritable', path, `${path} is not open to be written`)
      try {
        refuseRemoved(handle)
        write(handle, records.map(encodeLine).join(''))
      } catch (error) {
        throw toDiskError('unwritable', path, error)
      }
    },
    idle: async () => batcher.idle(),
    close: async () => {
      closed = true
      await batcher.idle()
      await handle?.close().catch(() => undefined)
      handle = undefined
    },
  }
}

/** The log opened for appending; where it is missing it appears at once with its whole first line. */
async function openForAppend(path: string, header: object): Promise<FileHandle> {
  const existing = await openExisting(path)
  if (existing) return existing
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeWhole(draft, encodeLine(header))
    await promises.link(draft, path).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await promises.rm(draft, { force: true }).catch(() => undefined)
  }
  await syncFolder(dirname(path))
  return promises.open(path, 'a+')
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  // Not `a+`, which would make the file, without its header.
  const there = await promises.open(path, 'r').catch(unlessMissing)
  await there?.close()
  return there && promises.open(path, 'a+', 0o600)
}
