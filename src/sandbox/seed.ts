/** The seed that a folder's data was made with: submitted motion and claims only fit the data they were made beside. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf, toDiskError } from '../disk/disk-error.ts'
import { ensureFolder } from '../disk/folder.ts'
import { replaceFile } from '../disk/atomic-write.ts'

export const seedIn = (folder: string): string => join(folder, 'seed')

/** What nobody chose. */
export const usualSeed = 'movecli'

/** The seed of the folder's data. Throws DiskError `unreadable`. */
export async function seedOf(folder: string): Promise<string> {
  return readFile(seedIn(folder), 'utf8').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return usualSeed
    throw toDiskError('unreadable', seedIn(folder), error)
  })
}

/** Keeps the seed of a folder that holds no data yet. Throws DiskError `unwritable`. */
export async function keepSeed(folder: string, seed: string): Promise<void> {
  await ensureFolder(folder)
  await replaceFile(seedIn(folder), seed)
}
