/**
 * Cuts a FIT file (or several, one behind the other) into small FIT files of the messages and fields that are wanted. The
 * parser holds every field of what it is given, so a long file in one go would not fit into memory.
 */
import { Unreadable } from '../unreadable.ts'
import { crc } from './crc.ts'

type Definition = {
  message: number
  little: boolean
  /** Of the wanted fields alone; `timed` has a time stamp in front. Undefined where none is wanted. */
  bytes?: Uint8Array
  timed?: Uint8Array
  /** Where in a message the wanted fields lie, as far as they do side by side. */
  spans: readonly Span[]
  /**
   * Bytes of a message: its own fields, and those of developers behind them, which are left
   * out: they may bear the names of real ones.
   */
  size: number
  developer: number
  /** Where the time stamp lies. */
  stamp: number
}
type Span = { from: number; to: number }

/** The numbers of the fields that are wanted, by those of their messages. */
export type WantedFields = ReadonlyMap<number, ReadonlySet<number>>

/** Bytes of a piece. */
const pieceSize = 96 * 1024
const timeStamp = 253

export const isFit = (bytes: Uint8Array): boolean =>
  (bytes[0] === 12 || bytes[0] === 14) &&
  Buffer.from(bytes.buffer, bytes.byteOffset + 8, 4).toString('latin1') === '.FIT'

/** The files that are chained in one, each in pieces. Throws Unreadable for one that is cut off or damaged. */
export function* filesIn(file: Uint8Array, wanted: WantedFields): Generator<Generator<Uint8Array>> {
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

function* piecesOf(data: Uint8Array, wanted: WantedFields): Generator<Uint8Array> {
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
  }
  for (let at = 0; at < data.length;) {
    const head = data[at]!
    if ((head & 0xc0) === 0x40) {
      const read = definitionAt(data, at, wanted)
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
    if (!definition.bytes) continue
    if (size > pieceSize) {
      yield closed(parts, size)
      defined = []
      parts = []
      size = 0
    }
    const shape = packed ? withTime(definition, definition.bytes) : definition.bytes
    if (defined[local] !== shape) put(Uint8Array.of(0x40 | local, ...shape))
    defined[local] = shape
    put(Uint8Array.of(local))
    if (packed) put(stampOf(time!, definition.little))
    for (const span of definition.spans) {
      const part = data.subarray(Math.max(from, from + span.from - missing), from + span.to - missing)
      if (part.length > 0) put(part)
    }
  }
  if (size > 0) yield closed(parts, size)
}

function definitionAt(
  data: Uint8Array,
  at: number,
  wanted: WantedFields,
): { definition: Definition; next: number } {
  const fields = at + 6
  const own = data[at + 5] ?? 0
  const end = fields + own * 3
  const more = (data[at]! & 0x20) !== 0
  const developers = more ? (data[end] ?? 0) : 0
  const next = end + (more ? 1 + developers * 3 : 0)
  if (next > data.length) throw new Unreadable('is damaged: a definition longer than the file')
  const little = data[at + 2] === 0
  const message = little ? data[at + 3]! | (data[at + 4]! << 8) : (data[at + 3]! << 8) | data[at + 4]!
  const left = new Set(wanted.get(message))
  const kept: number[] = []
  const spans: Span[] = []
  let [size, stamp, developer] = [0, -1, 0]
  for (let field = fields; field < end; field += 3) {
    const [number, length] = [data[field]!, data[field + 1]!]
    if (stamp < 0 && number === timeStamp && length === 4) stamp = size
    // Of a field that is there twice the first one counts.
    if (left.delete(number)) {
      kept.push(...data.subarray(field, field + 3))
      const last = spans.at(-1)
      if (last?.to === size) last.to = size + length
      else spans.push({ from: size, to: size + length })
    }
    size += length
  }
  for (let field = end + 1; field < next; field += 3) developer += data[field + 1]!
  const bytes = Uint8Array.of(...data.subarray(at + 1, fields - 1), kept.length / 3, ...kept)
  const definition = { message, little, spans, size, developer, stamp, ...(kept.length > 0 && { bytes }) }
  return { definition, next }
}

/** The definition with its time stamp in front. */
function withTime(definition: Definition, bytes: Uint8Array): Uint8Array {
  const { stamp } = definition
  if (stamp === 0 && bytes[5] === timeStamp) return bytes
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
