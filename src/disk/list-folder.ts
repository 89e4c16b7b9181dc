/** What a folder holds. */
import { readdir } from 'node:fs/promises'
import { errnoOf, toDiskError } from './disk-error.ts'

/** The names in a folder; none where it is missing or no folder. Throws DiskError `unreadable`. */
export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return []
    throw toDiskError('unreadable', folder, error)
  })
