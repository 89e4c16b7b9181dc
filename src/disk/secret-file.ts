/** Secret files that we are given, under ssh's rule: one of our own that others can reach is refused. */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errnoOf, DiskError, toDiskError } from './disk-error.ts'
import { chomp, decodeText } from './text.ts'

const cap = 64 * 1024

/**
 * The secret in a file, without one trailing line break. `uid` is ours; without it (Windows) modes are not looked at.
 * Pipes, /dev/fd/N, files of other owners and of linked volumes are read as they are.
 * Throws DiskError: `unsafe`, or `unreadable` (missing, no text, over 64 KB).
 */
export async function readSecretFile(
  path: string,
  { uid }: { uid?: number | undefined } = {},
): Promise<string> {
  try {
    const bytes = await readGuarded(path, uid)
    if (bytes.length > cap) throw new DiskError('unreadable', path, `${path} is larger than 64 KB`)
    return chomp(decodeText(bytes))
  } catch (error) {
    if (error instanceof TypeError) throw new DiskError('unreadable', path, `${path} is not UTF-8 text`)
    throw toDiskError('unreadable', path, error)
  }
}

async function readGuarded(path: string, uid: number | undefined): Promise<Uint8Array> {
  const descriptor =
    /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1] ?? (path === '/dev/stdin' ? '0' : undefined)
  const fd = openRegular(path)
  if (fd === undefined) return readAwaited(path, descriptor)
  try {
    const stats = fstatSync(fd)
    if (descriptor === undefined && stats.uid === uid && exposed(stats) && !onLinkedVolume(path, stats))
      throw new DiskError('unsafe', path, `${path} can be read by others (mode ${modeOf(stats)})`)
    return readCapped(fd)
  } finally {
    closeSync(fd)
  }
}

/** A regular file, which is opened and read at once; not a pipe or a device, which may have to be waited for. */
function openRegular(path: string): number | undefined {
  if (!statSync(path).isFile()) return undefined
  // Should a pipe have taken its place, this does not wait for the other end.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  return undefined
}

async function readAwaited(path: string, descriptor: string | undefined): Promise<Uint8Array> {
  try {
    return await capped(createReadStream(path))
  } catch (error) {
    // A socket cannot be opened by its name, only read by its number.
    if (errnoOf(error) !== 'ENXIO' || descriptor === undefined) throw error
    const { Socket } = await import('node:net')
    return capped(new Socket({ fd: Number(descriptor), readable: true, writable: false }))
  }
}

const exposed = (stats: Stats) => (stats.mode & 0o077) !== 0
const modeOf = (stats: Stats) => (stats.mode & 0o777).toString(8).padStart(4, '0')

/** A link into another file system, or through a linked folder, as container platforms mount their secrets. */
function onLinkedVolume(path: string, target: Stats): boolean {
  const link = lstatSync(path)
  if (!link.isSymbolicLink()) return false
  if (link.dev !== target.dev) return true
  const folder = dirname(resolve(realpathSync(dirname(path)), readlinkSync(path)))
  return folder !== realpathSync(folder)
}

/** One byte more than may be there tells of too many. */
function readCapped(fd: number): Uint8Array {
  const bytes = Buffer.alloc(cap + 1)
  let length = 0
  for (let came = -1; came !== 0 && length < bytes.length; length += came)
    came = readSync(fd, bytes, length, bytes.length - length, null)
  return bytes.subarray(0, length)
}

async function capped(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    if (size > cap) break
  }
  return Buffer.concat(parts)
}
