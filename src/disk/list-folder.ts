/** What a folder holds. */
import { readdir } from 'node:fs/promises'
import { codeOf, faultOf } from './fault.ts'

/** The names in a folder; none where it is missing or no folder. Throws DiskFault `unreadable`. */
export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw faultOf('unreadable', folder, error)
  })
