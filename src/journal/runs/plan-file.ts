/** The plan of a run at work: the contents of the rows that it will send, and where in its journal the records of sending them begin. */
import { readFile, stat } from 'node:fs/promises'
import { toDiskError, undefinedIfMissing } from '../../disk/disk-error.ts'
import { writeParts } from '../../disk/replace-streamed.ts'
import { wholeSizeOf } from './index/index-file.ts'
import { digestSize, type Table } from './index/row-table.ts'
import { journalIn, planIn } from './run-paths.ts'

/** Behind the digests, 8 bytes: how many bytes of the journal were there before. */
const tailSize = 8

export type Plan = {
  contents: () => Generator<Uint8Array>
  /** Records behind this byte of the journal are of the rows that were planned. */
  from: number
}

/** Keeps the contents of these rows. Throws DiskError. */
export async function writePlan(folder: string, table: Table, rows: Iterable<number>): Promise<void> {
  const size = await wholeSizeOf(folder).catch((error: unknown) => {
    throw toDiskError('unreadable', journalIn(folder), error)
  })
  await writeParts(planIn(folder), parts(table, rows, size))
}

/** The plan of a run; nothing where it has none. Throws DiskError `unreadable`. */
export async function readPlan(folder: string): Promise<Plan | undefined> {
  const path = planIn(folder)
  const bytes = await readFile(path).catch(undefinedIfMissing('unreadable', path))
  if (!bytes) return undefined
  const end = bytes.length - (bytes.length % digestSize)
  return {
    *contents() {
      for (let at = 0; at < end; at += digestSize) yield bytes.subarray(at, at + digestSize)
    },
    // Where that is not told, no record is one of these rows: more is held up, and never less.
    from: bytes.length - end === tailSize ? bytes.readDoubleLE(end) : Infinity,
  }
}

/** Throws DiskError `unreadable`. */
export async function hasPlan(folder: string): Promise<boolean> {
  const path = planIn(folder)
  return (await stat(path).catch(undefinedIfMissing('unreadable', path))) !== undefined
}

function* parts(table: Table, rows: Iterable<number>, journalSize: number): Generator<Uint8Array> {
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
  const tail = Buffer.alloc(tailSize)
  tail.writeDoubleLE(journalSize)
  yield tail
}
