/** The compact index beside a run's journal: which contents it applied or left unresolved, and on which day. */
import { open, stat, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { assertRegularFile } from '../../../disk/atomic-write.ts'
import { DiskError, toDiskError, undefinedIfMissing } from '../../../disk/disk-error.ts'
import { lastCompleteLineEnd } from '../../../disk/log-format.ts'
import { indexIn, journalIn } from '../run-paths.ts'
import { isKept } from '../row-outcome.ts'
import { writeParts } from '../../../disk/replace-streamed.ts'
import { digestSize } from '../row-digest.ts'
import type { Table } from './row-table.ts'

/** A content that a run applied or left unresolved. The buffer is used again: take what is needed. */
export type ContentVisitor = (content: Uint8Array, kind: 'applied' | 'unknown', day: number) => void

/** 4 bytes name and format, 8 bytes length of the journal that it covers; the entries; 4 bytes checksum of all before. */
const magic = 'mvd2'
const headSize = 12
const sumSize = 4
const entrySize = digestSize + 3
const entriesPerBlock = 4096

/** Bytes of a run's journal; 0 where there is none. */
export const sizeOf = async (folder: string): Promise<number> =>
  stat(journalIn(folder)).then(
    ({ size }) => size,
    () => 0,
  )

/** Bytes of its whole lines. */
export async function wholeSizeOf(folder: string): Promise<number> {
  const journal = await open(journalIn(folder), 'r')
  try {
    return await lastCompleteLineEnd(journal, (await journal.stat()).size)
  } finally {
    await journal.close()
  }
}

/**
 * Writes the index of a table that holds a run as it is in the first `size` bytes of its journal; where a row's content was
 * changed it is left out, to be made anew.
 */
export async function writeIndex(folder: string, table: Table, size: number): Promise<void> {
  for (let row = 0; row < table.size; row++) if (table.state(row) === 'changed') return
  const journal = await open(journalIn(folder), 'r+')
  try {
    // Half a line is cut off by who writes next, and what is covered must outlive the machine before the index does.
    if ((await lastCompleteLineEnd(journal, size)) < size) return
    await journal.datasync()
  } finally {
    await journal.close()
  }
  await writeParts(indexIn(folder), entries(table, size))
}

function* entries(table: Table, size: number): Generator<Uint8Array> {
  let sum = 0
  for (const part of parts(table, size)) {
    sum = crc32(part, sum)
    yield part
  }
  const last = Buffer.alloc(sumSize)
  last.writeUInt32LE(sum)
  yield last
}

function* parts(table: Table, size: number): Generator<Uint8Array> {
  yield head(size)
  const part = Buffer.alloc(entriesPerBlock * entrySize)
  let used = 0
  for (let row = 0; row < table.size; row++) {
    const state = table.ownState(row)
    if (!isKept(state)) continue
    table.copyContent(row, part, used)
    part.writeUInt16LE(table.day(row), used + digestSize)
    part.writeUInt8(state === 'applied' ? 1 : 2, used + digestSize + 2)
    used += entrySize
    if (used < part.length) continue
    yield part
    used = 0
  }
  yield part.subarray(0, used)
}

const head = (size: number): Buffer => {
  const bytes = Buffer.alloc(headSize)
  bytes.write(magic, 'latin1')
  bytes.writeDoubleLE(size, 4)
  return bytes
}

/** What is read from the index; undefined if there is none. Throws DiskError `unreadable`, or `unsafe` unless it is a file. */
async function readIndex<T>(folder: string, read: (index: FileHandle) => Promise<T>): Promise<T | undefined> {
  const path = indexIn(folder)
  assertRegularFile(path)
  const index = await open(path, 'r').catch(undefinedIfMissing('unreadable', path))
  if (!index) return undefined
  try {
    return await read(index).catch((error: unknown) => {
      throw toDiskError('unreadable', path, error)
    })
  } finally {
    await index.close()
  }
}

/** True where the index is whole, covers the whole journal and was read. */
export async function forEachIndexed(folder: string, size: number, visit: ContentVisitor): Promise<boolean> {
  const read = await readIndex(folder, async (index) => {
    const end = await endOfEntries(index, size)
    for await (const bytes of entryBlocks(index, headSize, end)) {
      for (let entry = 0; entry < bytes.length; entry += entrySize) {
        const kind = bytes[entry + digestSize + 2] === 1 ? 'applied' : 'unknown'
        visit(bytes.subarray(entry, entry + digestSize), kind, bytes.readUInt16LE(entry + digestSize))
      }
    }
    return end > 0
  })
  return read ?? false
}

/** Throws DiskError `damaged` where less of a journal was read than its index covers: there was more once. */
export async function assertNotTruncated(folder: string, read: number): Promise<void> {
  const path = journalIn(folder)
  if (read < (await indexedBytes(folder)))
    throw new DiskError('damaged', path, `${path} is shorter than it was`)
}

/** How much of the journal the index says to cover; 0 where there is none. */
export async function indexedBytes(folder: string): Promise<number> {
  const covered = await readIndex(folder, async (index) => {
    const { bytesRead, buffer } = await index.read(Buffer.alloc(headSize), 0, headSize, 0)
    return bytesRead === headSize && buffer.toString('latin1', 0, 4) === magic ? buffer.readDoubleLE(4) : 0
  })
  return covered ?? 0
}

/** Where the entries end; 0 where the index is not whole, or covers another length of journal. */
async function endOfEntries(handle: FileHandle, size: number): Promise<number> {
  const end = (await handle.stat()).size - sumSize
  if (end < headSize || (end - headSize) % entrySize !== 0) return 0
  const edge = Buffer.alloc(headSize)
  await handle.read(edge, 0, headSize, 0)
  if (edge.toString('latin1', 0, 4) !== magic || edge.readDoubleLE(4) !== size) return 0
  let sum = crc32(edge)
  for await (const bytes of entryBlocks(handle, headSize, end)) sum = crc32(bytes, sum)
  await handle.read(edge, 0, sumSize, end)
  return edge.readUInt32LE(0) === sum ? end : 0
}

/** The bytes between two places, whole entries at a time; the buffer is used again. */
async function* entryBlocks(handle: FileHandle, from: number, end: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.alloc(entriesPerBlock * entrySize)
  for (let at = from; at < end;) {
    const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - at), at)
    const whole = bytesRead - (bytesRead % entrySize)
    if (whole === 0) return
    yield bytes.subarray(0, whole)
    at += whole
  }
}
