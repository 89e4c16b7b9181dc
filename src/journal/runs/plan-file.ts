/**
 * The plan of a run at work: contents, ids and times of the rows that it will send, and where in its journal their records
 * begin.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Interval } from '../../contract/interval.ts'
import { assertRegularFile } from '../../disk/atomic-write.ts'
import { toDiskError, undefinedIfMissing } from '../../disk/disk-error.ts'
import { writeParts } from '../../disk/replace-streamed.ts'
import { wholeSizeOf } from './index/index-file.ts'
import { digestSize } from './row-digest.ts'
import type { NumberedInterval } from './shared-time.ts'
import type { Table } from './index/row-table.ts'
import { journalIn, planIn } from './run-paths.ts'

/** Behind the digests, 8 bytes each: how many of them are contents, and how many bytes of the journal were there before. */
const tailSize = 16
/** Before that, where rows say when they were: 8 bytes for how many do, and these 4. */
const timesMagic = Buffer.from('mvi1')
const timesTailSize = 12
/** The key of a row, and its start and end in milliseconds, 6 bytes each. */
const timeSize = digestSize + 12

export type Plan = {
  contents: () => Generator<Uint8Array>
  /** Keys of the rows that have an id, and of the dates of activities. */
  ids: () => Generator<Uint8Array>
  /** Rows that say when they were, by their keys. */
  times: () => Generator<Interval & { key: Uint8Array }>
  /** Records behind this byte of the journal are of the rows that were planned. */
  from: number
}

/**
 * Rows that are about to be sent. `rows` is gone through twice; `times`: of those that say when they were, by row;
 * `parts`: keys of the dates of activities.
 */
export type PlannedRows = {
  table: Table
  rows: () => Iterable<number>
  times?: () => Iterable<NumberedInterval>
  parts?: () => Iterable<Uint8Array>
}

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
  const hasTimes = isWhole && bytes.subarray(0, end).subarray(-timesMagic.length).equals(timesMagic)
  const timesEnd = hasTimes ? end - timesTailSize : end
  const idsEnd = hasTimes ? timesEnd - bytes.readDoubleLE(timesEnd) * timeSize : end
  const digests = function* (from: number, until: number): Generator<Uint8Array> {
    for (let at = from; at + digestSize <= until; at += digestSize) yield bytes.subarray(at, at + digestSize)
  }
  return {
    contents: () => digests(0, contents),
    ids: () => digests(contents, idsEnd),
    times: function* () {
      for (let at = idsEnd; at + timeSize <= timesEnd; at += timeSize) {
        const [start, end] = [0, 6].map((behind) => bytes.readUIntLE(at + digestSize + behind, 6))
        yield { key: bytes.subarray(at, at + digestSize), start: start!, end: end! }
      }
    },
    // Where that is not told, no record is one of these rows: more is held up, and never less.
    from: isWhole ? bytes.readDoubleLE(end + 8) : Infinity,
  }
}

/** Throws DiskError `unreadable`. */
export async function hasPlan(folder: string): Promise<boolean> {
  const path = planIn(folder)
  return (await stat(path).catch(undefinedIfMissing('unreadable', path))) !== undefined
}

function* parts(
  { table, rows, times, parts: dates }: PlannedRows,
  journalSize: number,
): Generator<Uint8Array> {
  const part = Buffer.alloc(4096 * digestSize)
  let [used, contents, timed] = [0, 0, 0]
  const full = (): boolean => used + timeSize > part.length
  const content = (row: number): number => {
    table.copyContent(row, part, used)
    contents += 1
    return digestSize
  }
  const id = (row: number): number => {
    if (!table.hasId(row)) return 0
    table.copyKey(row, part, used)
    return digestSize
  }
  for (const copied of [content, id]) {
    for (const row of rows()) {
      used += copied(row)
      if (!full()) continue
      yield part.subarray(0, used)
      used = 0
    }
  }
  for (const key of dates?.() ?? []) {
    part.set(key, used)
    used += digestSize
    if (!full()) continue
    yield part.subarray(0, used)
    used = 0
  }
  for (const { number, start, end } of times?.() ?? []) {
    table.copyKey(number, part, used)
    part.writeUIntLE(start, used + digestSize, 6)
    part.writeUIntLE(end, used + digestSize + 6, 6)
    used += timeSize
    timed += 1
    if (!full()) continue
    yield part.subarray(0, used)
    used = 0
  }
  yield part.subarray(0, used)
  if (timed > 0) {
    const count = Buffer.alloc(timesTailSize)
    count.writeDoubleLE(timed)
    timesMagic.copy(count, 8)
    yield count
  }
  const tail = Buffer.alloc(tailSize)
  tail.writeDoubleLE(contents)
  tail.writeDoubleLE(journalSize, 8)
  yield tail
}
