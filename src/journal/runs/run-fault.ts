/** Faults of a run's files, in words. */
import { DiskError } from '../../disk/disk-error.ts'
import { unusableJournal } from '../journal-errors.ts'

/** A fault of the run's files in words: exit 3; other errors stay as they are. */
export function runFault(error: unknown): never {
  if (!(error instanceof DiskError)) throw error
  throw unusableJournal('The journal of the run', error, {
    damaged:
      'Nothing is skipped or repaired automatically. Look at that line, then move the folder of the run away. movecli then no longer knows its rows.',
    unwritable:
      'Free some disk space, or make the state folder writable, and run it again. Nothing is sent before it is on disk.',
  })
}
