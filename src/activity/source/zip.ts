/** The files in a zip, one after the other, with limits on what they unpack to. The door of yauzl. */
import { constants, read } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'
import type { Bytes } from '../bytes.ts'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'
import { bomb, isBomb, type Unpacked } from './unpacked.ts'

export type Packed = { name: string; bytes: Bytes }

/**
 * Bytes that the files of a zip unpack to, as its directory says. Throws Unreadable for a
 * damaged one, a bomb, and names that lead outside.
 */
export async function unpackedSize(fd: number, size: number): Promise<number> {
  const zip = await opened(fd)
  if (zip.entryCount > limits.entries) throw new Unreadable('holds too many files')
  let all = 0
  await reading(async () => {
    for await (const entry of zip.eachEntry()) all += entry.uncompressedSize
  })
  if (await isEntry(fd, Number(zip.readEntryCursor)))
    throw new Unreadable('is a damaged zip: it holds more files than its end says')
  if (all > limits.unpacked || isBomb(all, size)) throw bomb()
  return all
}

/** Its files in their order; each must be read before the next. */
export async function* packedIn(fd: number, unpacked: Unpacked): AsyncGenerator<Packed> {
  const zip = await opened(fd)
  const entries = zip.eachEntry()
  for (;;) {
    const { done, value } = await reading(async () => entries.next())
    if (done) return
    if (value.fileName.endsWith('/')) continue
    yield { name: value.fileName, bytes: unpackedBytes(zip, value, unpacked) }
  }
}

/** Of a file in the directory of a zip, the first bytes. */
const entryBegins = Buffer.from('PK\x01\x02', 'latin1')

/** Does another file stand in the directory there? */
async function isEntry(fd: number, at: number): Promise<boolean> {
  const bytes = Buffer.alloc(entryBegins.length)
  await promisify(read)(fd, bytes, 0, bytes.length, at)
  return bytes.equals(entryBegins)
}

async function opened(fd: number): Promise<ZipFile> {
  return reading(async () => fromFdPromise(fd, { autoClose: false }))
}

/** Stored, and deflated. */
const methods: ReadonlySet<number> = new Set([0, 8])

/** As zips that Unix wrote have one: its kind of file is in the upper half. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & constants.S_IFMT) === constants.S_IFLNK

async function* unpackedBytes(zip: ZipFile, entry: Entry, unpacked: Unpacked): AsyncGenerator<Uint8Array> {
  if (isLink(entry)) throw new Unreadable('is a link; unpack the zip first')
  if (entry.isEncrypted()) throw new Unreadable('is encrypted')
  if (!methods.has(entry.compressionMethod))
    throw new Unreadable('is compressed in a way that movecli does not read; unpack the zip first')
  const stream = await reading(async () => zip.openReadStreamPromise(entry))
  let size = 0
  let sum = 0
  try {
    for (const parts = stream.iterator() as AsyncIterator<Uint8Array>; ;) {
      const { done, value } = await reading(async () => parts.next())
      if (done) break
      size += value.length
      sum = crc32(value, sum)
      unpacked.add(value.length, size, entry.compressedSize)
      yield value
    }
    if (sum !== entry.crc32) throw new Unreadable('is damaged: its checksum in the zip is wrong')
  } finally {
    stream.destroy()
  }
}

/** What yauzl and zlib say of a zip, in our words. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const message = error instanceof Error ? error.message : ''
    if (/invalid relative path|absolute path|invalid characters in fileName/.test(message))
      throw new Unreadable('holds a file whose name leads outside')
    if (/strong encryption/i.test(message)) throw new Unreadable('is encrypted')
    throw new Unreadable(
      /end of central directory|truncated/i.test(message) ? 'is a zip that is cut off' : 'is a damaged zip',
    )
  }
}
