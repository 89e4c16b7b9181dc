/** A file without a name: what is too long to be held is kept there, and is gone with the process. */
import { randomBytes } from 'node:crypto'
import { promises } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { toDiskError } from './disk-error.ts'
import { ensureFolder } from './folder.ts'

const chunk = 64 * 1024

/** Opens it on the disk of a folder, 0600, to be written and read. Throws DiskError `unwritable`. */
export async function openSpool(folder: string): Promise<FileHandle> {
  await ensureFolder(folder)
  const place = join(folder, `spool-${randomBytes(8).toString('hex')}.tmp`)
  let handle: FileHandle | undefined
  try {
    handle = await promises.open(place, 'wx+', 0o600)
    await handle.chmod(0o600)
    await promises.rm(place)
    return handle
  } catch (error) {
    await handle?.close()
    await promises.rm(place, { force: true }).catch(() => undefined)
    throw toDiskError('unwritable', folder, error)
  }
}

/** Text written to a spool part by part, and read again; a part that fails to be written is not in it. */
export function textSpool(handle: FileHandle) {
  let end = 0
  return {
    write: async (text: string): Promise<void> => {
      const bytes = Buffer.from(text)
      let done = 0
      while (done < bytes.length)
        done += (await handle.write(bytes, done, bytes.length - done, end + done)).bytesWritten
      end += bytes.length
    },
    async *read(): AsyncGenerator<string> {
      const decoder = new TextDecoder()
      const room = Buffer.allocUnsafe(Math.min(chunk, end))
      for (let at = 0; at < end;) {
        const { bytesRead } = await handle.read(room, 0, Math.min(room.length, end - at), at)
        if (bytesRead === 0) return
        at += bytesRead
        yield decoder.decode(room.subarray(0, bytesRead), { stream: true })
      }
    },
    close: async (): Promise<void> => handle.close(),
  }
}
