/**
 * Cuts a FIT file (or several, one behind the other) into small FIT files of the messages that are wanted. The parser
 * holds every field of what it is given, so a long file in one go would not fit into memory.
 */
import { Unreadable } from '../unreadable.ts'
import { crc } from './crc.ts'

type Definition = {
  message: number
  little: boolean
  /** As it stands in the file, without developer fields; `timed` has a time stamp in front. */
  bytes: Uint8Array
  timed?: Uint8Array
  /**
   * Bytes of a message: its own fields, and those of developers behind them, which are left
   * out: they may bear the names of real ones.
   */
  size: number
  developer: number
  /** Where the time stamp lies. */
  stamp: number
}

/** Bytes of a piece, and how long it may become where no message with a time stamp allows a cut. */
const pieceSize = 96 * 1024
const longestPiece = 1024 * 1024
const timeStamp = 253

export const isFit = (bytes: Uint8Array): boolean =>
  (bytes[0] === 12 || bytes[0] === 14) &&
  Buffer.from(bytes.buffer, bytes.byteOffset + 8, 4).toString('latin1') === '.FIT'

/** The files that are chained in one, each in pieces. Throws Unreadable for one that is cut off or damaged. */
export function* filesIn(file: Uint8Array, wanted: ReadonlySet<number>): Generator<Generator<Uint8Array>> {
  for (let at = 0; at < file.length;) {
    const rest = file.subarray(at)
    if (at === 0 && rest.length < 14) throw new Unreadable('is cut off')
    if (rest.length < 14 || !isFit(rest))
      throw new Unreadable(at === 0 ? 'is not a FIT file' : 'has bytes behind its end that are not FIT')
    const view = new DataView(rest.buffer, rest.byteOffset)
    const [header, size] = [rest[0]!, view.getUint32(4, true)]
    const end = header + size
    if (end + 2 > rest.length) throw new Unreadable('is cut off')
    if (crc(rest.subarray(0, end)) !== view.getUint16(end, true))
      throw new Unreadable('is damaged: its checksum is wrong')
    yield piecesOf(rest.subarray(header, end), wanted)
    at += end + 2
  }
}

function* piecesOf(data: Uint8Array, wanted: ReadonlySet<number>): Generator<Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const definitions: (Definition | undefined)[] = []
  /** What the piece defines, by local number. */
  let defined: (Uint8Array | undefined)[] = []
  let parts: Uint8Array[] = []
  let size = 0
  let time: number | undefined
  const put = (part: Uint8Array): void => {
    parts.push(part)
    size += part.length
    if (size > longestPiece) throw new Unreadable('is damaged: its messages have no times')
  }
  for (let at = 0; at < data.length;) {
    const head = data[at]!
    if ((head & 0xc0) === 0x40) {
      const read = definitionAt(data, at)
      definitions[head & 15] = read.definition
      at = read.next
      continue
    }
    const packed = (head & 0x80) !== 0
    const local = packed ? (head >> 5) & 3 : head & 15
    const definition = definitions[local]
    if (!definition) throw new Unreadable('is damaged: a message without its definition')
    // A packed message has the last bits of its time in its head, and its time stamp is not written out.
    const missing = packed && definition.stamp === 0 ? 4 : 0
    const from = at + 1
    const to = from + definition.size - missing
    at = to + definition.developer
    if (at > data.length) throw new Unreadable('is damaged: a message longer than the file')
    if (packed) {
      if (time === undefined) continue
      time = (time & ~31) + (head & 31) + ((head & 31) < (time & 31) ? 32 : 0)
    } else if (definition.stamp >= 0) {
      const stamp = view.getUint32(from + definition.stamp, definition.little)
      if (stamp !== 0xffff_ffff) time = stamp
    }
    if (!wanted.has(definition.message)) continue
    if (size > pieceSize && !packed && definition.stamp >= 0) {
      yield closed(parts, size)
      defined = []
      parts = []
      size = 0
    }
    const shape = packed ? withTime(definition) : definition.bytes
    if (defined[local] !== shape) put(Uint8Array.of(0x40 | local, ...shape))
    defined[local] = shape
    put(Uint8Array.of(local))
    if (packed) put(stampOf(time!, definition.little))
    put(data.subarray(from, to))
  }
  if (size > 0) yield closed(parts, size)
}

function definitionAt(data: Uint8Array, at: number): { definition: Definition; next: number } {
  const fields = at + 6
  const own = data[at + 5] ?? 0
  const end = fields + own * 3
  const more = (data[at]! & 0x20) !== 0
  const developers = more ? (data[end] ?? 0) : 0
  const next = end + (more ? 1 + developers * 3 : 0)
  if (next > data.length) throw new Unreadable('is damaged: a definition longer than the file')
  const little = data[at + 2] === 0
  const definition: Definition = {
    message: little ? data[at + 3]! | (data[at + 4]! << 8) : (data[at + 3]! << 8) | data[at + 4]!,
    little,
    bytes: data.subarray(at + 1, end),
    size: 0,
    developer: 0,
    stamp: -1,
  }
  for (let field = fields; field < end; field += 3) {
    if (data[field] === timeStamp && data[field + 1] === 4) definition.stamp = definition.size
    definition.size += data[field + 1]!
  }
  for (let field = end + 1; field < next; field += 3) definition.developer += data[field + 1]!
  return { definition, next }
}

/** The definition with its time stamp in front. */
function withTime(definition: Definition): Uint8Array {
  const { bytes, stamp } = definition
  if (stamp === 0) return bytes
  if (stamp > 0) throw new Unreadable('is damaged: a time stamp that is there twice')
  return (definition.timed ??= Uint8Array.of(
    ...bytes.subarray(0, 4),
    bytes[4]! + 1,
    timeStamp,
    4,
    0x86,
    ...bytes.subarray(5),
  ))
}

function stampOf(time: number, little: boolean): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, time, little)
  return bytes
}

/** A FIT file of its own. */
function closed(parts: readonly Uint8Array[], size: number): Uint8Array {
  const file = new Uint8Array(14 + size + 2)
  const view = new DataView(file.buffer)
  file.set([14, 0x20, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54])
  view.setUint32(4, size, true)
  let at = 14
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  view.setUint16(at, crc(file.subarray(0, at)), true)
  return file
}
