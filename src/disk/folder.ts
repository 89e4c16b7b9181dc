/** Folders of our own: 0700 whatever the umask, and on disk before anything is put into them. */
import { access, chmod, constants, mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf, DiskFault, faultOf } from './fault.ts'

/** Makes the folder and its missing parents, 0700. One that exists keeps its mode. Throws DiskFault `unwritable`. */
export async function ensureFolder(path: string): Promise<void> {
  const folder = resolve(path)
  try {
    await make(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw faultOf('unwritable', folder, error)
  }
}

async function make(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (found?.isDirectory()) return
  if (found) throw new DiskFault('unwritable', folder, `${folder} is no folder`)
  const parent = dirname(folder)
  if (parent !== folder) await make(parent)
  try {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return
    throw error
  }
  await syncFolder(parent)
}

/** Flushes the names in a folder to disk; where a system cannot (Windows), it is left undone. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(unlessUnable)
  try {
    await handle?.sync().catch(unlessUnable)
  } finally {
    await handle?.close()
  }
}

const unable = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF'])
const unlessUnable = (error: unknown): undefined => {
  if (!unable.has(codeOf(error) ?? '')) throw error
}
