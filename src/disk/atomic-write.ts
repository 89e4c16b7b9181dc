/** A file replaced as a whole: at any moment either the old one is there or the new one. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DiskError, toDiskError } from './disk-error.ts'
import { flush, syncFolder } from './folder.ts'

/** Writes `content` under `path`, flushed, with the permissions of `mode`. Throws as `replaceBy`. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600 } = {},
): Promise<void> {
  await replaceBy(path, async (draft) => writeWhole(draft, content, mode))
}

type ReplaceOptions = {
  /** Where the new file is made: a name of its own beside `path`, by default. */
  draft?: string
  /** Flush the new name too; not needed where the old file, or none, serves as well after power was lost. */
  flushName?: boolean
}

/**
 * Gives `path` the file that `make` writes and flushes as a draft: the old one is there until the new one is whole.
 * Throws DiskError `unwritable`, or `unsafe` for a link; the old file stays whole.
 */
export async function replaceBy(
  path: string,
  make: (draft: string) => Promise<void>,
  { draft = `${path}.${randomBytes(6).toString('hex')}.tmp`, flushName = true }: ReplaceOptions = {},
): Promise<void> {
  assertRegularFile(path)
  try {
    await make(draft)
    renameSync(draft, path)
    if (flushName) await syncFolder(dirname(path))
  } catch (error) {
    removeQuietly(draft)
    throw toDiskError('unwritable', path, error)
  }
}

/** Removes the drafts that a killed process left beside `path`. Whoever calls holds a lock against others that replace it. */
export function sweepDrafts(path: string): void {
  const folder = dirname(path)
  const drafts = namesBeside(path).filter(
    (name) =>
      name.startsWith(`${basename(path)}.`) &&
      /^\.[0-9a-f]{12}\.tmp$/.test(name.slice(basename(path).length)),
  )
  for (const name of drafts) removeQuietly(join(folder, name))
}

function namesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path))
  } catch {
    return []
  }
}

/** What cannot be removed stays; the next one sweeps it. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It may not be there at all.
  }
}

/** Throws DiskError `unsafe` where a link, a folder or a device has the name of a file of ours. */
export function assertRegularFile(path: string): void {
  const found = statsOf(path)
  if (!found || found.isFile()) return
  const what = found.isSymbolicLink() ? 'a link' : 'no regular file'
  throw new DiskError('unsafe', path, `${path} is ${what}; movecli writes only to its own files`)
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw toDiskError('unwritable', path, error)
  }
}

/** A new file, of that mode whatever the umask, with all of `content` on disk. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const fd = openSync(path, 'wx', mode)
  try {
    fchmodSync(fd, mode)
    writeFileSync(fd, content)
    await flush(fd)
  } finally {
    closeSync(fd)
  }
}
