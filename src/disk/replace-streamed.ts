/** A file written part by part, so that a long one is never held whole. */
import { promises } from 'node:fs'
import { replaceBy } from './atomic-write.ts'

/** Puts the parts under `path`, 0600, flushed, as `replaceBy` does. A part may be used again once asked for the next. */
export async function writeParts(path: string, parts: Iterable<Uint8Array>): Promise<void> {
  await replaceBy(
    path,
    async (draft) => {
      const handle = await promises.open(draft, 'wx', 0o600)
      try {
        await handle.chmod(0o600)
        for (const part of parts)
          for (let at = 0; at < part.length;) at += (await handle.write(part, at)).bytesWritten
        await handle.datasync()
      } finally {
        await handle.close()
      }
    },
    { flushName: false },
  )
}
