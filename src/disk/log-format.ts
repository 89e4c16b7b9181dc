/** The lines of a log: checksum, space, JSON. Read in chunks, so that a long log is never held whole. */
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { DiskError, toDiskError } from './disk-error.ts'

/** A place in a log: bytes before it, and the number of the line that starts there (from 1). */
export type Position = { offset: number; line: number }
export const logStart: Position = { offset: 0, line: 1 }

const blockSize = 256 * 1024
const newline = 10
const prefix = 9

const checksum = (bytes: string | Uint8Array) => crc32(bytes).toString(16).padStart(8, '0')

/** One record as a line. Throws TypeError for what JSON cannot hold. */
export function encodeLine(record: unknown): string {
  const json = JSON.stringify(record)
  if (json === undefined) throw new TypeError('a record of a log must be JSON')
  return `${checksum(json)} ${json}\n`
}

/**
 * Every whole line between `from` and byte `end`, with the place after it. Throws
 * DiskError: `damaged` with the line, `unreadable`.
 */
export async function* readLines(
  handle: FileHandle,
  path: string,
  from: Position,
  end: number,
): AsyncGenerator<{ record: unknown; line: number; next: Position }> {
  let { offset, line } = from
  let rest: Buffer = Buffer.alloc(0)
  while (offset + rest.length < end) {
    const room = Buffer.allocUnsafe(Math.min(blockSize, end - offset - rest.length))
    const { bytesRead } = await handle
      .read(room, 0, room.length, offset + rest.length)
      .catch((error: unknown) => {
        throw toDiskError('unreadable', path, error)
      })
    if (bytesRead === 0) return
    const got = room.subarray(0, bytesRead)
    rest = rest.length === 0 ? got : Buffer.concat([rest, got])
    let used = 0
    for (let stop = rest.indexOf(newline); stop >= 0; stop = rest.indexOf(newline, used)) {
      const record = decode(rest.subarray(used, stop), path, line)
      offset += stop + 1 - used
      used = stop + 1
      yield { record, line, next: { offset, line: line + 1 } }
      line += 1
    }
    rest = rest.subarray(used)
  }
}

function decode(bytes: Buffer, path: string, line: number): unknown {
  const json = bytes.subarray(prefix)
  if (bytes.toString('latin1', 0, prefix) === `${checksum(json)} `) {
    try {
      return JSON.parse(json.toString())
    } catch {
      // The checksum holds and the JSON does not: damaged all the same.
    }
  }
  throw new DiskError('damaged', path, `${path} is damaged at line ${line}`, { line })
}

/** Bytes up to the end of the last whole line of a file of `size` bytes. */
export async function lastCompleteLineEnd(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - blockSize)
    const room = Buffer.alloc(end - from)
    await handle.read(room, 0, room.length, from)
    const found = room.lastIndexOf(newline)
    if (found >= 0) return from + found + 1
    end = from
  }
  return 0
}
