/** Faults of the journal's files in words. */
import { DiskError } from '../disk/disk-error.ts'
import { bringBackHint, unlockHint, misconfigured, moveError, type MoveError } from '../errors.ts'

/** Throws a DiskError as a MoveError (CLI_STATE, exit 3; CLI_BUSY, exit 8), anything else as it is. */
export function unusable(error: unknown): never {
  throw error instanceof DiskError ? stateFault(error) : error
}

/** A fault of the state folder: nothing was sent. */
function stateFault(fault: DiskError): MoveError {
  return fault.kind === 'busy'
    ? moveError('CLI_BUSY', {
        message: `The journal of writes is busy: ${fault.message}.`,
        hint: unlockHint(fault.holder, 'journal'),
      })
    : unusableJournal('The journal of writes', fault)
}

type Hints = Partial<Record<DiskError['kind'], string>>

/** A journal that cannot be used (exit 3): nothing is sent. `own` hints stand in for the usual ones. */
export const unusableJournal = (what: string, { kind, message }: DiskError, own: Hints = {}): MoveError =>
  misconfigured(`${what} cannot be used: ${message}.`, own[kind] ?? hints[kind], 'CLI_STATE')

const hints: Hints = {
  damaged: 'Nothing is skipped or repaired automatically. Look at that line, then move the file away.',
  removed: bringBackHint,
  newer: 'Use the newer movecli for writes.',
  unsafe: 'Use a state folder without links in it, or set MOVECLI_STATE_DIR.',
  unfit: 'Set MOVECLI_STATE_DIR to a folder on another file system.',
  unwritable: 'Make the state folder writable, or set MOVECLI_STATE_DIR.',
  unreadable: 'Make the state folder readable, or set MOVECLI_STATE_DIR.',
}

/** Said once where the last line of a journal was cut off: by a process that was killed, or a disk that was full. */
export const tornNote = (journal: string): string =>
  `note: The last line of ${journal} is incomplete and was left out.`
