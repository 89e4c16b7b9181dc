/** A file written part by part, so that a long one is never held whole. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { toDiskError } from './disk-error.ts'
import { assertRegularFile } from './atomic-write.ts'

/** Puts the parts under `path`, 0600, flushed: the old file is there until the new one is whole. A part may be used again once asked for the next. Throws DiskError `unwritable`. */
export async function writeParts(path: string, parts: Iterable<Uint8Array>): Promise<void> {
  await assertRegularFile(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.chmod(0o600)
      for (const part of parts)
        for (let at = 0; at < part.length;) at += (await handle.write(part, at)).bytesWritten
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw toDiskError('unwritable', path, error)
  }
}
