/** FIT files message by message, also wrong ones. */

export type Field = [number: number, size: number, baseType: number]

/** A definition of a message under a local number. */
export const definition = (
  local: number,
  global: number,
  fields: readonly Field[],
  { count = fields.length, big = false } = {},
): number[] => [
  0x40 | local,
  0,
  big ? 1 : 0,
  ...(big ? [global >> 8, global & 255] : [global & 255, global >> 8]),
  count,
  ...fields.flat(),
]

export const u32 = (value: number): number[] => [
  value & 255,
  (value >>> 8) & 255,
  (value >>> 16) & 255,
  (value >>> 24) & 255,
]

/** A whole file of such bytes; `size` and `crc` in place of the true ones. */
export function fit(data: readonly number[], { size, crc }: { size?: number; crc?: number } = {}): Buffer {
  const file = Buffer.concat([
    Buffer.from([14, 0x20, 0, 0, ...u32(size ?? data.length), 0x2e, 0x46, 0x49, 0x54, 0, 0]),
    Buffer.from(data),
    Buffer.alloc(2),
  ])
  file.writeUInt16LE(crc ?? checksum(file.subarray(0, -2)), file.length - 2)
  return file
}

export function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xa001
  }
  return crc
}

/** Seconds since the end of 1989, as FIT counts. */
export const fitTime = (text: string): number => Date.parse(text) / 1000 - 631_065_600

export const sessionFields: Field[] = [
  [253, 4, 0x86],
  [2, 4, 0x86],
  [5, 1, 0],
  [7, 4, 0x86],
  [8, 4, 0x86],
  [9, 4, 0x86],
  [10, 4, 0x86],
  [94, 1, 2],
]

/** A session as a message behind its definition; `cycleParts` are 128ths of a cycle, `timer` its seconds without pauses, where there were some. */
export const session = ({
  start = fitTime('2026-01-02T10:00:00Z'),
  sport = 11,
  seconds = 600,
  timer = 0,
  meters = 800,
  cycles = 500,
  cycleParts = 0,
  pad = 0,
}): number[] => [
  ...definition(0, 18, [...sessionFields, ...(pad > 0 ? [[200, pad, 13] as Field] : [])]),
  0,
  ...u32(start + seconds),
  ...u32(start),
  sport,
  ...u32(seconds * 1000),
  ...u32((timer || seconds) * 1000),
  ...u32(meters * 100),
  ...u32(cycles),
  cycleParts,
  ...Array<number>(pad).fill(1),
]

/** Who wrote an activity: the watch of Garmin that `counted` names too. */
export const fileId = (serial: number): number[] => [
  ...definition(1, 0, [
    [0, 1, 0],
    [1, 2, 0x84],
    [2, 2, 0x84],
    [3, 4, 0x8c],
  ]),
  1,
  4,
  1,
  0,
  3121 & 255,
  3121 >> 8,
  ...u32(serial),
]

/** What a watch of Garmin counts all day, of walking (6) or running (1): its time, steps and, where they are there, meters and seconds. */
export const counted = (
  counts: readonly (readonly [time: string, steps: number, meters?: number, seconds?: number])[],
  { product = 3121, serial = 0, type = 6 } = {},
): Buffer =>
  fit([
    ...definition(2, 0, [
      [0, 1, 0],
      [1, 2, 0x84],
      [2, 2, 0x84],
      [3, 4, 0x8c],
    ]),
    2,
    32,
    1,
    0,
    product & 255,
    product >> 8,
    ...u32(serial),
    ...definition(0, 55, [
      [253, 4, 0x86],
      [3, 4, 0x86],
      [2, 4, 0x86],
      [4, 4, 0x86],
      [5, 1, 0],
    ]),
    ...counts.flatMap(([time, steps, meters, seconds]) => [
      0,
      ...u32(fitTime(time)),
      ...u32(steps),
      ...u32(meters === undefined ? 0xffff_ffff : meters * 100),
      ...u32(seconds === undefined ? 0xffff_ffff : seconds * 1000),
      type,
    ]),
  ])
