/** A lock that is held until its holder is known to be gone. Its files are in lock-entries.ts. */
import { randomBytes, randomInt } from 'node:crypto'
import { fchmodSync, fstatSync, openSync, statSync, truncateSync, writeFileSync, type Stats } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { thisProcess } from './liveness.ts'
import type { Life, ProcessIdentity } from './process-identity.ts'
import { machineDisk, type Disk } from './disk.ts'
import { errnoOf, DiskError, toDiskError, type Holder } from './disk-error.ts'
import { ensureFolder, refuseLinked } from './folder.ts'
import {
  entryIn,
  entryNames,
  highest,
  highestOf,
  holderAt,
  isDraft,
  isNumber,
  markReleased,
  placeIn,
  type HolderEntry,
} from './lock-entries.ts'

/** `release` never throws: what the lock was held for has happened. A lock that the disk keeps ends with this process. */
export type Lock = {
  release(): Promise<void>
  /**
   * False once it was released, freed by another's word, or its folder moved, replaced or
   * removed: cheap enough to ask before each write.
   */
  isOurs(): boolean
}
type AcquireOptions = {
  wait: number
  /** `wait` is for each holder, not for all of them together: a crowd that moves on is waited for. */
  each?: boolean
  signal?: AbortSignal
  note?: string
  /** The machine's without. */
  disk?: Disk
}
const longestPauseMs = 300

/**
 * Takes the lock, waiting at most `wait` milliseconds for the holder. One that is gone is passed over; one that is merely
 * stopped, or of which nobody can tell, is not. Throws DiskError `busy` with the holder, `unwritable`, `unfit`, `unsafe`
 * for a link, or an AbortError.
 */
export async function acquire(
  path: string,
  { wait, each = false, signal, note, disk = machineDisk }: AcquireOptions,
): Promise<Lock> {
  if (signal?.aborted) await pause(0, undefined, { signal })
  await ensureFolder(path)
  refuseLinked(path)
  let until: number | undefined
  let met = 0
  let longest = 50
  const token = randomBytes(8).toString('hex')
  const entry: HolderEntry = { ...thisProcess(), ...(note !== undefined && { note }), token }
  for (;;) {
    const top = highest(path, disk)
    const other = holderAt(path, top)
    if (!other) {
      const lock = takeNumber(disk, path, top + 1, entry)
      if (lock) return lock
      await ensureFolder(path)
      continue
    }
    // The clock costs more to load than all of this: where nobody is in the way it is not asked.
    if (until === undefined || (each && top !== met)) until = performance.now() + wait
    met = top
    const left = until - performance.now()
    if (left <= 0) throw lockBusy(path, other)
    await pause(Math.min(left, randomInt(5, longest)), undefined, signal ? { signal } : {})
    // A crowd that looks all the time leaves no time for the work.
    longest = Math.min(longest + 10, longestPauseMs)
  }
}

/** The holder of the lock that is not known to be gone, if there is one. */
export async function holder(path: string): Promise<Holder | undefined> {
  return holderAt(path, highest(path))
}

/** The entry on the lock, also of a process that is gone as seen from here: elsewhere that may not be seen. */
export async function lastHolder(
  path: string,
): Promise<(ProcessIdentity & { note?: string; life: Life }) | undefined> {
  const top = highest(path)
  return top === 0 ? undefined : entryIn(path, String(top))
}

/**
 * Frees the lock of a holder that is gone, or of which nobody can tell, on a person's word. Throws
 * DiskError `busy` while it is seen to live.
 */
export async function free(path: string): Promise<void> {
  const top = highest(path)
  if (top === 0) return
  const found = holderAt(path, top)
  if (found?.life === 'alive') throw lockBusy(path, found)
  try {
    truncateSync(placeIn(path, String(top)))
  } catch (error) {
    throw toDiskError('unwritable', path, error)
  }
}

/** Makes the number ours; undefined where another was first. It counts only while no higher one is seen after it. */
function takeNumber(disk: Disk, path: string, number: number, entry: HolderEntry): Lock | undefined {
  const place = placeIn(path, String(number))
  const draft = placeIn(path, `${entry.token}.tmp`)
  const fd = write(disk, path, draft, entry)
  if (fd === undefined) return undefined
  let linked = false
  try {
    disk.link(draft, place)
    linked = true
    const names = entryNames(path, disk)
    if (highestOf(names) === number) {
      quietly(() => tidy(disk, path, number, names, draft))
      return lockHandle(disk, fd, place, entry)
    }
    quietly(() => disk.remove(place))
  } catch (error) {
    // A number that is ours and not held must not look like a holder.
    if (linked) letGo(disk, fd, entry)
    // Another made this number first, or swept the draft away while it was half written.
    if (errnoOf(error) !== 'EEXIST' && errnoOf(error) !== 'ENOENT') {
      quietly(() => disk.close(fd))
      throw noLinks.has(errnoOf(error) ?? '') ? unfit(path, error) : toDiskError('unwritable', path, error)
    }
  } finally {
    quietly(() => disk.remove(draft))
  }
  quietly(() => disk.close(fd))
  return undefined
}

/** The draft of an entry; undefined where the folder was removed meanwhile. */
function write(disk: Disk, path: string, draft: string, entry: HolderEntry): number | undefined {
  let fd: number | undefined
  try {
    fd = openSync(draft, 'wx', 0o600)
    fchmodSync(fd, 0o600)
    writeFileSync(fd, JSON.stringify(entry))
    return fd
  } catch (error) {
    const opened = fd
    if (opened === undefined && errnoOf(error) === 'ENOENT') return undefined
    if (opened !== undefined) quietly(() => disk.close(opened))
    quietly(() => disk.remove(draft))
    throw toDiskError('unwritable', path, error)
  }
}

function lockHandle(disk: Disk, fd: number, place: string, entry: HolderEntry): Lock {
  let open = true
  const held = fstatSync(fd)
  return {
    isOurs: () => open && isWhole(held, place),
    release: async () => {
      if (!open) return
      open = false
      letGo(disk, fd, entry)
      quietly(() => disk.close(fd))
    },
  }
}

/**
 * Who frees or passes over an entry empties its file, and whoever takes the lock after that removes it. Where the path leads to
 * another file or to none, the folder is another by now: other processes see nothing of this entry.
 */
function isWhole(held: Stats, place: string): boolean {
  try {
    const named = statSync(place)
    return named.size > 0 && held.ino === named.ino && held.dev === named.dev
  } catch {
    return false
  }
}

/** An empty file is a released one: it needs no space on a full disk, and the number stays taken. */
function letGo(disk: Disk, fd: number, { token }: HolderEntry): void {
  try {
    disk.truncate(fd, 0)
  } catch {
    markReleased(token)
  }
}

/** What may fail once the lock is held or given back: it changes nothing of either. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // The next one to take the lock tidies up.
  }
}

/**
 * Removes what is past. The number before ours stays, so that a listing never misses both it and its successor; it is emptied:
 * if its process lives after all, it learns before its next write that the lock is another's. Our own draft is still ours.
 */
function tidy(disk: Disk, path: string, number: number, names: readonly string[], draft: string): void {
  if (number > 1) quietly(() => truncateSync(placeIn(path, String(number - 1))))
  for (const name of names) {
    const place = placeIn(path, name)
    const old = isNumber(name)
      ? Number(name) < number - 1
      : place !== draft && isDraft(name) && (entryIn(path, name)?.life ?? 'gone') === 'gone'
    if (old) disk.remove(place)
  }
}

const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

const unfit = (path: string, cause: unknown) =>
  new DiskError('unfit', path, `${path} is on a file system without hard links`, { cause })

const lockBusy = (path: string, found: Holder) =>
  new DiskError('busy', path, `${path} is held by ${whoIs(found)}`, { holder: found })

/** The holder in words. */
export const whoIs = ({ pid, life }: { pid: number; life: Life }): string =>
  life !== 'unclear'
    ? `process ${pid}`
    : `process ${pid} of another container, another machine or an earlier start of this one`
