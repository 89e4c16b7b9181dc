/** Errors of the settings and state files, in words that say what to do. */
import { DiskError } from '../disk/disk-error.ts'
import { unlockHint, moveError, MoveError } from '../errors.ts'

export type FileRole = 'settings' | 'state'

/** A DiskError as a MoveError: exit 8 where another movecli is at work, else 3. Anything else stays as it is. */
export function fileError(error: unknown, kind: FileRole): unknown {
  if (!(error instanceof DiskError)) return error
  const fault = { outcome: 'not_sent', cause: error } as const
  if (error.kind === 'busy')
    return moveError('CLI_BUSY', {
      message: `Another movecli (process ${error.holder?.pid}) is changing the ${kind}.`,
      ...fault,
      hint: unlockHint(error.holder, lockNames[kind]) ?? 'Run it again when the other is done.',
    })
  return moveError(kind === 'state' ? 'CLI_STATE' : 'CLI_CONFIG', {
    message: sentence(error.message),
    ...fault,
    hint:
      error.kind === 'unsafe'
        ? 'Put a file or folder of your own there, or remove it.'
        : error.kind === 'unfit'
          ? `Set ${variables[kind]} to a folder on another file system.`
          : `Make the folder writable, or set ${variables[kind]} to one that is.`,
  })
}

/** What to do where the system refuses to show a file or folder: HOME may be that of another user. */
export const deniedHint =
  'Make it readable, or set HOME (or MOVECLI_CONFIG_DIR and MOVECLI_STATE_DIR) to a folder of your own.'

const variables = { settings: 'MOVECLI_CONFIG_DIR', state: 'MOVECLI_STATE_DIR' }
/** What `journal unlock` calls the locks of these files. */
const lockNames = { settings: 'settings', state: 'credentials' }

/** A file that is there and cannot be understood (exit 3). It is left as it is. */
export const brokenFile = (path: string, reason: string, hint: string, cause?: unknown): MoveError =>
  moveError('CLI_CONFIG', { message: `${path} cannot be read: ${reason}.`, hint, cause })

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`
