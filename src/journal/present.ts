/** Whether there is a journal at all, told by one look: reading it loads what few other reads need. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

export const journalFolder = (state: string): string => join(state, 'journal')
export const journalPath = (state: string): string => join(journalFolder(state), 'writes.log')

/** False where the file is not there; what cannot be told is for the reader of the journal to say. */
export function mayHaveJournal(state: string): boolean {
  try {
    return lstatSync(journalPath(state), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
