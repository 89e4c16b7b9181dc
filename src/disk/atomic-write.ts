/** A file replaced as a whole: at any moment either the old one is there or the new one. */
import { randomBytes } from 'node:crypto'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DiskError, toDiskError, undefinedIfMissing } from './disk-error.ts'
import { syncFolder } from './folder.ts'

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
  await assertRegularFile(path)
  try {
    await make(draft)
    await rename(draft, path)
    if (flushName) await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw toDiskError('unwritable', path, error)
  }
}

/** Removes the drafts that a killed process left beside `path`. Whoever calls holds a lock against others that replace it. */
export async function sweepDrafts(path: string): Promise<void> {
  const folder = dirname(path)
  const drafts = (await readdir(folder).catch(() => [])).filter(
    (name) =>
      name.startsWith(`${basename(path)}.`) &&
      /^\.[0-9a-f]{12}\.tmp$/.test(name.slice(basename(path).length)),
  )
  for (const name of drafts) await rm(join(folder, name), { force: true }).catch(() => undefined)
}

/** Throws DiskError `unsafe` where a link, a folder or a device has the name of a file of ours. */
export async function assertRegularFile(path: string): Promise<void> {
  const found = await lstat(path).catch(undefinedIfMissing('unwritable', path))
  if (!found || found.isFile()) return
  const what = found.isSymbolicLink() ? 'a link' : 'no regular file'
  throw new DiskError('unsafe', path, `${path} is ${what}; movecli writes only to its own files`)
}

/** A new file, of that mode whatever the umask, with all of `content` on disk. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.chmod(mode)
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
