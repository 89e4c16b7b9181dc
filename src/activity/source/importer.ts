/** Reads files, folders, zips and pipes into one collection, and says of each that gave nothing why. */
import type { Stats } from 'node:fs'
import { lstat, open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isNamedPipe } from '../../disk/named-pipe.ts'
import { peek, type Bytes } from '../bytes.ts'
import { createCollection, type Bounds } from '../collect/collection.ts'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'
import type { Zone } from '../zone.ts'
import { createProblems } from './problems.ts'
import { sniffForm, headSize, readers } from './sniff.ts'
import { createUnpacked } from './unpacked.ts'

export type Options = {
  bounds: Bounds
  zone: Zone
  signal: AbortSignal
  stdin: () => Bytes
  /** A file without a name, for zips that come through a pipe or lie in another zip. */
  spool: () => Promise<FileHandle>
  /** Throws what is said of one that cannot be written. */
  unwritable: (error: unknown) => never
  /** Told of bytes as they are read, of so many in all (0: nobody knows). */
  progress: (name: string, read: number, all: number) => void
}

type Place = { name: string; depth: number; inside: boolean }

export function createImporter({ bounds, zone, signal, stdin, spool, unwritable, progress }: Options) {
  const collection = createCollection(bounds, zone)
  const unpacked = createUnpacked()
  const problems = createProblems()
  let files = 0
  let found = 0
  let current = { name: '', read: 0, all: 0 }

  async function* counted(bytes: Bytes): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      signal.throwIfAborted()
      current.read += part.length
      progress(current.name, current.read, current.all)
      yield part
    }
  }

  /** One file, wherever it lies: a failure costs that file alone. */
  async function attempt({ name, inside }: Place, work: () => Promise<void>): Promise<void> {
    const [back, read] = [collection.mark(), files]
    try {
      await work()
    } catch (error) {
      const failure = unreadable(error)
      back()
      files = read
      const isOther = failure.otherFormat && !namedAsActivity.test(name)
      // In a folder or zip it may be just something else.
      if (!inside || !(failure.noMotion || isOther)) problems.file({ name, reason: failure.message })
    }
  }

  async function readBytes(bytes: Bytes, place: Place): Promise<void> {
    const { head, all } = await peek(bytes, headSize)
    const form = sniffForm(head)
    if (form === 'zip') return spooled(all, place)
    if (form === 'gzip') {
      const { gunzipped } = await import('./gunzip.ts')
      return deeper(place, async (next) => readBytes(gunzipped(all, unpacked), next))
    }
    const reader = readers[form]
    if (!reader)
      throw new Unreadable(other[form] ?? 'is of no format that movecli reads', { otherFormat: true })
    const own = createProblems()
    const read = await reader()
    await read({
      bytes: all,
      name: basename(place.name),
      into: collection.into,
      zone,
      refuseLine: (reason) => own.line({ name: place.name, reason }),
    })
    problems.add(own.all())
    files += 1
  }

  const deeper = async (place: Place, work: (place: Place) => Promise<void>): Promise<void> => {
    if (place.depth >= limits.zipDepth) throw new Unreadable('is packed too many times over')
    await work({ ...place, depth: place.depth + 1 })
  }

  async function spooled(bytes: Bytes, place: Place): Promise<void> {
    const handle = await spool()
    try {
      let size = 0
      for await (const part of bytes)
        for (let at = 0; at < part.length;) {
          const { bytesWritten } = await handle.write(part, at, part.length - at, size).catch(unwritable)
          at += bytesWritten
          size += bytesWritten
        }
      await readZip(handle, size, place)
    } finally {
      await handle.close()
    }
  }

  async function readZip({ fd }: FileHandle, size: number, place: Place): Promise<void> {
    const { packedIn, unpackedSize } = await import('./zip.ts')
    await deeper(place, async ({ depth }) => {
      const all = await unpackedSize(fd, size)
      if (depth === 1) current.all = all
      for await (const { name, bytes } of packedIn(fd, unpacked)) {
        const inner = { name: `${place.name}/${name}`, depth, inside: true }
        await attempt(inner, async () => readBytes(depth === 1 ? counted(bytes) : bytes, inner))
        signal.throwIfAborted()
      }
    })
  }

  async function readFile(path: string, place: Place): Promise<void> {
    const handle = await open(path, 'r').catch(unopened)
    try {
      const before = await handle.stat()
      current = { name: place.name, read: 0, all: before.size }
      const head = Buffer.alloc(4)
      await handle.read(head, 0, 4, 0)
      if (sniffForm(head) === 'zip') await readZip(handle, before.size, place)
      else await readBytes(counted(handle.createReadStream({ start: 0, autoClose: false })), place)
      const { size, mtimeMs } = await handle.stat()
      if (size !== before.size || mtimeMs !== before.mtimeMs)
        throw new Unreadable('changed while it was read; import it again')
    } finally {
      await handle.close()
    }
  }

  async function readFolder(path: string, depth: number): Promise<void> {
    if (depth > limits.folderDepth) throw new Unreadable('is nested too deeply')
    const names = (await readdir(path).catch(unopened)).toSorted()
    for (const name of names) {
      const inner = join(path, name)
      const place = { name: inner, depth: 0, inside: true }
      const kind = await lstat(inner).catch(() => undefined)
      if (kind?.isDirectory()) await attempt(place, async () => readFolder(inner, depth + 1))
      else if (kind?.isFile()) {
        if (++found > limits.folderFiles) throw new Unreadable('holds too many files')
        await attempt(place, async () => readFile(inner, place))
      } else await attempt(place, async () => refuseKind(inner, kind))
      signal.throwIfAborted()
    }
  }

  return {
    problems: problems.all,
    collection: () => collection.result(),
    /** Files that were read to their end. */
    files: () => files,
    /** Reads what a person named; `-` is stdin. */
    async read(path: string): Promise<void> {
      const place = { name: path === '-' ? 'standard input' : path, depth: 0, inside: false }
      current = { name: place.name, read: 0, all: 0 }
      await attempt(place, async () => {
        if (path === '-') return readBytes(counted(stdin()), place)
        const kind = await stat(path).catch(unopened)
        if (kind.isDirectory()) return readFolder(path, 0)
        if (isNamedPipe(path, kind)) throw new Unreadable('is a named pipe; give it on standard input, as -')
        if (kind.isFile()) return readFile(path, place)
        const device = await open(path, 'r').catch(unopened)
        return readBytes(counted(device.createReadStream()), place)
      })
    },
  }
}

/** What is no file, or none that its name finds. A link may lead outside, or round in a circle. */
function refuseKind(path: string, kind: Stats | undefined): never {
  if (kind?.isSymbolicLink()) throw new Unreadable('is a link; name the file that it leads to')
  if (kind) throw new Unreadable('is no file')
  throw new Unreadable(
    path.includes('\ufffd') ? 'has a name that is not UTF-8; rename it' : 'does not exist any more',
  )
}

/** A name that only an activity has: where its content is something else, it is damaged. A Mac keeps notes in `._walk.fit`. */
const namedAsActivity = /(?:^|[\\/])(?!\._)[^\\/]*\.(?:fit|gpx|tcx)(?:\.gz)?$/iu

const other: Partial<Record<string, string>> = {
  empty: 'is empty',
  wide: 'is text in UTF-16 without the mark at its start; save it as UTF-8',
  json: 'is JSON, which movecli does not import',
}

/** A disk that fails under one file is that file's failure. */
function unreadable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'read') return new Unreadable(`cannot be read (${code})`)
  throw error
}

function unopened(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  throw new Unreadable(
    code === 'ENOENT'
      ? 'does not exist'
      : code === 'EACCES'
        ? 'cannot be opened: no permission'
        : `cannot be opened (${code})`,
  )
}
