/** The disk's seam for flushes: what happens when a file is asked to be safe. */
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'

const own = await open(import.meta.filename)
const handles = Object.getPrototypeOf(own) as Record<'sync' | 'datasync', Flush>
await own.close()
type Flush = (this: { fd: number }) => Promise<void>

/**
 * Every flush of this process goes through `hook`, which is given the file and the flush
 * itself, until the answer is called.
 */
export function onFlush(hook: (fd: number, flush: () => Promise<void>) => Promise<void>): () => void {
  const real = { sync: handles.sync, datasync: handles.datasync }
  for (const name of ['sync', 'datasync'] as const)
    handles[name] = async function () {
      return hook(this.fd, async () => real[name].call(this))
    }
  const { fsync } = fs
  const hooked = (fd: number, done: fs.NoParamCallback) => {
    hook(fd, async () => promisify(fsync)(fd)).then(() => done(null), done)
  }
  fs.fsync = hooked as typeof fsync
  syncBuiltinESMExports()
  return () => {
    Object.assign(handles, real)
    fs.fsync = fsync
    syncBuiltinESMExports()
  }
}
