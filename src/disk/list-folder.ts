/** What a folder holds. */
import { promises } from 'node:fs'
import { isNoPath, toDiskError } from './disk-error.ts'

/** The names in a folder; none where it is missing or no folder. Throws DiskError `unreadable`. */
export const namesIn = async (folder: string): Promise<string[]> =>
  promises.readdir(folder).catch((error: unknown) => {
    if (isNoPath(error)) return []
    throw toDiskError('unreadable', folder, error)
  })
