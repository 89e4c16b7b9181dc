/** The plan of a run at work: contents and ids of the rows that it will send, and where in its journal their records begin. */
import { readFile, stat } from 'node:fs/promises'
import { assertRegularFile } from '../../disk/atomic-write.ts'
import { toDiskError, undefinedIfMissing } from '../../disk/disk-error.ts'
import { writeParts } from '../../disk/replace-streamed.ts'
import { wholeSizeOf } from './index/index-file.ts'
import { digestSize } from './row-digest.ts'
import type { Table } from './index/row-table.ts'
import { journalIn, planIn } from './run-paths.ts'

/** Behind the digests, 8 bytes each: how many of them are contents, and how many bytes of the journal were there before. */
const tailSize = 16

export type Plan = {
  contents: () => Generator<Uint8Array>
  /** Keys of the rows that have an id. */
  ids: () => Generator<Uint8Array>
  /** Records behind this byte of the journal are of the rows that were planned. */
  from: number
}

/** Rows that are about to be sent. `rows` is gone through twice. */
export type PlannedRows = { table: Table; rows: () => Iterable<number> }

/** Keeps the contents of these rows, and the keys of those that have an id. Throws DiskError. */
export async function writePlan(folder: string, planned: PlannedRows): Promise<void> {
  const size = await wholeSizeOf(folder).catch((error: unknown) => {
    throw toDiskError('unreadable', journalIn(folder), error)
  })
  await writeParts(planIn(folder), parts(planned, size))
}

/** The plan of a run; nothing where it has none. Throws DiskError `unreadable`, `unsafe`. */
export async function readPlan(folder: string): Promise<Plan | undefined> {
  const path = planIn(folder)
  assertRegularFile(path)
  const bytes = await readFile(path).catch(undefinedIfMissing('unreadable', path))
  if (!bytes) return undefined
  const end = bytes.length - (bytes.length % digestSize === tailSize % digestSize ? tailSize : 0)
  const isWhole = end < bytes.length && end >= 0
  const contents = isWhole ? bytes.readDoubleLE(end) * digestSize : bytes.length
  const digests = function* (from: number, until: number): Generator<Uint8Array> {
    for (let at = from; at + digestSize <= until; at += digestSize) yield bytes.subarray(at, at + digestSize)
  }
  return {
    contents: () => digests(0, contents),
    ids: () => digests(contents, end),
    // Where that is not told, no record is one of these rows: more is held up, and never less.
    from: isWhole ? bytes.readDoubleLE(end + 8) : Infinity,
  }
}

/** Throws DiskError `unreadable`. */
export async function hasPlan(folder: string): Promise<boolean> {
  const path = planIn(folder)
  return (await stat(path).catch(undefinedIfMissing('unreadable', path))) !== undefined
}

function* parts({ table, rows }: PlannedRows, journalSize: number): Generator<Uint8Array> {
  const part = Buffer.alloc(4096 * digestSize)
  let [used, contents] = [0, 0]
  const content = (row: number): boolean => {
    table.copyContent(row, part, used)
    contents += 1
    return true
  }
  const id = (row: number): boolean => {
    if (table.hasId(row)) table.copyKey(row, part, used)
    return table.hasId(row)
  }
  for (const copied of [content, id]) {
    for (const row of rows()) {
      if (!copied(row)) continue
      used += digestSize
      if (used < part.length) continue
      yield part
      used = 0
    }
  }
  yield part.subarray(0, used)
  const tail = Buffer.alloc(tailSize)
  tail.writeDoubleLE(contents)
  tail.writeDoubleLE(journalSize, 8)
  yield tail
}
