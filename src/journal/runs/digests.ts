/** The compact index beside a run's journal: which contents it applied or left in doubt, and on which day. Made from the journal whenever it is missing or old. */
import { open, stat, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { codeOf, faultOf } from '../../disk/fault.ts'
import { indexIn, journalIn } from './place.ts'
import { writeParts } from './parts.ts'
import { loadRun } from './load.ts'
import { createTable, digestSize, type Table } from './table.ts'

/** A content that a run applied or left in doubt. The buffer is used again: take what is needed. */
export type Visit = (content: Uint8Array, kind: 'applied' | 'unknown', day: number) => void

/** 4 bytes name and format, 8 bytes length of the journal that it covers; the entries; 4 bytes checksum of all before. */
const magic = 'mvd2'
const headSize = 12
const sumSize = 4
const entrySize = digestSize + 3
const batch = 4096

/** Writes the index of a table that holds the whole run; where a row's content was changed it is left out, to be made anew. */
export async function writeIndex(folder: string, table: Table): Promise<void> {
  for (let row = 0; row < table.size; row++) if (table.state(row) === 'changed') return
  const { size } = await stat(journalIn(folder))
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
  const part = Buffer.alloc(batch * entrySize)
  let used = 0
  for (let row = 0; row < table.size; row++) {
    const state = table.state(row)
    if (state !== 'applied' && state !== 'unknown') continue
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

/** Visits what a run applied or left in doubt. `keep`: an index that had to be made is written. Throws DiskFault for a damaged journal. */
export async function visitRun(folder: string, visit: Visit, keep: boolean): Promise<void> {
  const size = await stat(journalIn(folder)).then(
    (found) => found.size,
    () => 0,
  )
  if (size === 0 || (await visitIndex(folder, size, visit))) return
  const table = createTable()
  await loadRun(folder, table)
  const content = Buffer.alloc(digestSize)
  for (let row = 0; row < table.size; row++) {
    const state = table.state(row)
    if (state !== 'applied' && state !== 'unknown') continue
    table.copyContent(row, content, 0)
    visit(content, state, table.day(row))
  }
  // Where nothing can be written the index is made again next time.
  if (keep) await writeIndex(folder, table).catch(() => undefined)
}

/** True where the index is whole, covers the whole journal and was read. */
async function visitIndex(folder: string, size: number, visit: Visit): Promise<boolean> {
  const path = indexIn(folder)
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw faultOf('unreadable', path, error)
  })
  if (!handle) return false
  try {
    const end = await endOf(handle, size)
    for await (const bytes of read(handle, headSize, end)) {
      for (let entry = 0; entry < bytes.length; entry += entrySize) {
        const kind = bytes[entry + digestSize + 2] === 1 ? 'applied' : 'unknown'
        visit(bytes.subarray(entry, entry + digestSize), kind, bytes.readUInt16LE(entry + digestSize))
      }
    }
    return end > 0
  } finally {
    await handle.close()
  }
}

/** Where the entries end; 0 where the index is not whole, or covers another length of journal. */
async function endOf(handle: FileHandle, size: number): Promise<number> {
  const end = (await handle.stat()).size - sumSize
  if (end < headSize || (end - headSize) % entrySize !== 0) return 0
  const edge = Buffer.alloc(headSize)
  await handle.read(edge, 0, headSize, 0)
  if (edge.toString('latin1', 0, 4) !== magic || edge.readDoubleLE(4) !== size) return 0
  let sum = crc32(edge)
  for await (const bytes of read(handle, headSize, end)) sum = crc32(bytes, sum)
  await handle.read(edge, 0, sumSize, end)
  return edge.readUInt32LE(0) === sum ? end : 0
}

/** The bytes between two places, whole entries at a time; the buffer is used again. */
async function* read(handle: FileHandle, from: number, end: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.alloc(batch * entrySize)
  for (let at = from; at < end;) {
    const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - at), at)
    const whole = bytesRead - (bytesRead % entrySize)
    if (whole === 0) return
    yield bytes.subarray(0, whole)
    at += whole
  }
}
