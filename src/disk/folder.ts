/** Folders of our own: 0700 whatever the umask, and on disk before anything is put into them. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
  type Stats,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ownUser } from './liveness.ts'
import { errnoOf, DiskError, toDiskError } from './disk-error.ts'

/**
 * Makes the folder and its missing parents, 0700. One that exists keeps its mode. Throws DiskError `unwritable`, or `unsafe`
 * for the folder of another user: who owns it can put files of their own in the place of ours.
 */
export async function ensureFolder(path: string): Promise<void> {
  const folder = resolve(path)
  try {
    // A parent that another process prunes meanwhile is made once more.
    await make(folder).catch(async (error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw error
      await make(folder)
    })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw toDiskError('unwritable', folder, error)
  }
}

/** Throws DiskError `unsafe` where a link, or anything else that is not a folder, has the name of a folder of ours. */
export function refuseLinked(path: string): void {
  const found = statsOf(path)
  if (found.isDirectory()) return
  const what = found.isSymbolicLink() ? 'a link' : 'not a folder'
  throw new DiskError('unsafe', path, `${path} is ${what}; movecli uses only its own folders here`)
}

function statsOf(path: string): Stats {
  try {
    return lstatSync(path)
  } catch (error) {
    throw toDiskError('unreadable', path, error)
  }
}

/** Root may use any user's folder, and any user one that root has made for them, such as a mounted volume. */
function refuseOthers(folder: string, owner: number): void {
  const us = ownUser()
  if (us === undefined || us === 0 || owner === us || owner === 0) return
  throw new DiskError('unsafe', folder, `${folder} belongs to another user (uid ${owner})`)
}

async function make(folder: string): Promise<void> {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return refuseOthers(folder, found.uid)
  if (found) throw new DiskError('unwritable', folder, `${folder} is not a folder`)
  const parent = dirname(folder)
  if (parent !== folder) await makeParent(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return
    throw error
  }
  await syncFolder(parent)
}

/** A folder above ours may be anybody's, such as a home's or a volume's; what we make of it is ours. */
async function makeParent(folder: string): Promise<void> {
  if (!isFolder(folder)) await make(folder)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Flushes the names in a folder to disk; where a system cannot (Windows), it is left undone. */
export async function syncFolder(path: string): Promise<void> {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    await flush(fd)
  } catch (error) {
    if (!unable.has(errnoOf(error) ?? '')) throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const unable = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF'])

/** Resolves once what is in the file outlives the machine. A disk may take its time: other work goes on. */
export const flush = async (fd: number): Promise<void> =>
  new Promise((done, fail) => fsync(fd, (error) => (error ? fail(error) : done())))
