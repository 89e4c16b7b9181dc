/** The checksum at the end of a FIT file. */
const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xa001
  return value
})

/** CRC-16 with the polynomial 0xA001, begun with zero. */
export function crc(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = (value >>> 8) ^ crcTable[(value ^ byte) & 0xff]!
  return value
}
