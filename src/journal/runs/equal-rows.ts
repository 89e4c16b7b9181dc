/** How many equal rows a run was begun with: those that its input names twice, each with an id of its own, are meant twice. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { undefinedIfMissing } from '../../disk/disk-error.ts'
import { writeParts } from '../../disk/replace-streamed.ts'
import { digestSize, encodeDigest } from './row-digest.ts'
import type { ByContent, Table } from './index/row-table.ts'

/** 4 bytes name and format; for each content its digest and how many rows have it; 4 bytes checksum. */
const magic = Buffer.from('mvt1')
const entrySize = digestSize + 4
const intendedCountsFile = (folder: string): string => join(folder, 'equals')

/**
 * How many rows of a content were meant, where more than one was. A file that is not
 * whole counts as missing: that stops more.
 */
export async function* intendedCounts(folder: string): AsyncGenerator<{ content: Uint8Array; rows: number }> {
  const path = intendedCountsFile(folder)
  const bytes = await readFile(path).catch(undefinedIfMissing('unreadable', path))
  const end = (bytes?.length ?? 0) - 4
  if (!bytes || end < 4 || !bytes.subarray(0, 4).equals(magic)) return
  if ((end - 4) % entrySize !== 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return
  for (let at = 4; at < end; at += entrySize)
    yield { content: bytes.subarray(at, at + digestSize), rows: bytes.readUInt32LE(at + digestSize) }
}

/** Keeps how many rows of each content the input has, where that is more than before; not of those `left` out. */
export async function keepIntendedCounts(
  folder: string,
  table: Table,
  byContent: ByContent,
  left: ReadonlySet<string>,
): Promise<void> {
  let wanted = 0
  const isLeft = (row: number) => left.size > 0 && left.has(encodeDigest(table.copyContent(row)))
  for (const [first] of byContent.equals()) if (first !== undefined && !isLeft(first)) wanted += 1
  if (wanted === 0) return
  let covered = 0
  const old = new Map<string, number>()
  for await (const each of intendedCounts(folder)) {
    const rows = [...byContent.rowsWith(each.content)].length
    if (rows > 1 && rows <= each.rows && !left.has(encodeDigest(each.content))) covered += 1
    old.set(encodeDigest(each.content), each.rows)
  }
  if (covered === wanted) return
  for (const rows of byContent.equals()) {
    const name = encodeDigest(table.copyContent(rows[0]!))
    if (!left.has(name)) old.set(name, Math.max(rows.length, old.get(name) ?? 1))
  }
  await writeParts(intendedCountsFile(folder), entries(old))
}

function* entries(intended: ReadonlyMap<string, number>): Generator<Uint8Array> {
  let sum = crc32(magic)
  yield magic
  const entry = Buffer.alloc(entrySize)
  for (const [content, rows] of intended) {
    Buffer.from(content, 'base64url').copy(entry)
    entry.writeUInt32LE(rows, digestSize)
    sum = crc32(entry, sum)
    yield entry
  }
  const last = Buffer.alloc(4)
  last.writeUInt32LE(sum)
  yield last
}
