/** Zips by the format's own words, so that a test can write what no archiver would. */
import { crc32, deflateRawSync } from 'node:zlib'

export type Packed = {
  name: string
  content: string | Uint8Array
  /** What the directory says in place of the truth. */
  size?: number
  crc?: number
  /** Bytes in the zip in place of the content deflated. */
  packed?: Uint8Array
  flags?: number
  method?: number
  /** A symbolic link of Unix. */
  link?: boolean
}

export function zip(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, size, crc, packed, flags = 0, method = 8, link } of files) {
    const bytes = Buffer.from(content as Uint8Array)
    const data = Buffer.from(packed ?? (method === 0 ? bytes : deflateRawSync(bytes)))
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc ?? crc32(bytes), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(size ?? bytes.length, 18)
    shared.writeUInt16LE(title.length, 22)
    shared.copy(local, 4)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    shared.copy(entry, 6)
    if (link) {
      entry.writeUInt8(3, 5)
      entry.writeUInt32LE(0o120777 * 2 ** 16, 38)
    }
    entry.writeUInt32LE(at, 42)
    parts.push(local, title, data)
    directory.push(entry, title)
    at += local.length + title.length + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

/** A zip whose end says another number of files. */
export function withCount(whole: Buffer, files: number): Buffer {
  const end = whole.length - 22
  whole.writeUInt16LE(files, end + 8)
  whole.writeUInt16LE(files, end + 10)
  return whole
}
