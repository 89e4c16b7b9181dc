/** A log that only grows: JSON lines with checksums, flushed together, read from where one stopped. */
import { promises } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Disk } from './disk.ts'
import { DiskError, toDiskError, undefinedIfMissing } from './disk-error.ts'
import { readLines, logStart, lastCompleteLineEnd, type Position } from './log-format.ts'
import { assertRegularFile } from './atomic-write.ts'
import { createLogWriter } from './log-writer.ts'

export type LogEntry = { record: unknown; line: number }

export type Log = {
  /** The entries since the last reading (or since `from`), by this and other processes. The first line, the header, is none. */
  read(from?: Position): AsyncGenerator<LogEntry>
  /** Where the next reading starts. */
  readonly position: Position
  /** Resolves once these records are in the file and, with `flush`, on disk. Callers hold a lock against other processes. */
  append(records: readonly unknown[], options: { flush: boolean }): Promise<void>
  /** These records are in the file when it returns, and on disk with the next flush. Only after an `append`. */
  put(records: readonly unknown[]): void
  /** Never throws: what was to be on disk was flushed. */
  close(): Promise<void>
  /** A last line that was cut off was found: it is left out, and removed before the next append. */
  readonly torn: boolean
  /** The format of the file, which may be newer than ours: then it is read, and never written. */
  readonly format: number
}

/**
 * Opens a log, on the machine's disk where no other is given; a missing one is empty, and made by the first append. Throws
 * DiskError: `damaged` with its line, `unreadable`, `unsafe` for a link. `append` and `put` throw `unwritable` (nothing is
 * kept), `append` also `newer`.
 */
export async function openLog(path: string, { format, disk }: { format: number; disk?: Disk }): Promise<Log> {
  assertRegularFile(path)
  const writer = createLogWriter(path, { format }, disk)
  let reader: FileHandle | undefined
  let position = logStart
  let found = format
  let torn = false

  async function* read(from: Position = position): AsyncGenerator<LogEntry> {
    await writer.idle()
    reader ??= await promises.open(path, 'r').catch(undefinedIfMissing('unreadable', path))
    if (!reader) return
    const { size, nlink } = await reader.stat()
    if (nlink === 0) throw new DiskError('removed', path, `${path} was removed or replaced while in use`)
    if (size < from.offset) throw new DiskError('damaged', path, `${path} is shorter than it was`)
    position = from
    for await (const { record, line, next } of readLines(reader, path, from, size)) {
      position = next
      if (line === 1) found = formatOf(record, path)
      else yield { record, line }
    }
    torn ||= position.offset < size
  }

  const handle = await promises.open(path, 'r').catch(undefinedIfMissing('unreadable', path))
  if (handle) {
    reader = handle
    try {
      const { size } = await handle.stat()
      torn = (await lastCompleteLineEnd(handle, size)) < size
      for await (const { record } of readLines(handle, path, logStart, size)) {
        found = formatOf(record, path)
        break
      }
    } catch (error) {
      await handle.close()
      throw toDiskError('unreadable', path, error)
    }
  }

  return {
    read,
    get position() {
      return position
    },
    append: async (records, { flush }) => {
      if (found > format) throw newerLog(path)
      return writer.append(records, flush)
    },
    put: (records) => writer.put(records),
    close: async () => {
      await writer.close()
      await reader?.close().catch(() => undefined)
      reader = undefined
    },
    get torn() {
      return torn
    },
    get format() {
      return found
    },
  }
}

function formatOf(record: unknown, path: string): number {
  const format = (record as { format?: unknown } | null)?.format
  if (typeof format === 'number') return format
  throw new DiskError('damaged', path, `${path} does not start with its format`, { line: 1 })
}

const newerLog = (path: string) =>
  new DiskError(
    'newer',
    path,
    `${path} was written by a newer movecli; this one reads it and never writes it`,
  )
