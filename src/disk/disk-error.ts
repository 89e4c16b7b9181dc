/** DiskError: a file or folder that is not as it must be. Callers say it in their own words. */

import type { ProcessIdentity } from './process-identity.ts'

export type DiskErrorKind =
  | 'busy'
  | 'removed'
  | 'unwritable'
  | 'unreadable'
  | 'damaged'
  | 'unsafe'
  | 'unfit'
  | 'newer'

/** Who holds a lock. `unclear`: whether that process still lives cannot be told from here. */
export type Holder = ProcessIdentity & { note?: string; life: 'alive' | 'unclear' }

type More = { line?: number; holder?: Holder; cause?: unknown }

/** `path` is the file; `line` counts from 1 where a line is damaged; `holder` is set where the kind is `busy`. */
export class DiskError extends Error {
  readonly kind: DiskErrorKind
  readonly path: string
  readonly line?: number
  readonly holder?: Holder
  constructor(kind: DiskErrorKind, path: string, message: string, { line, holder, cause }: More = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DiskError'
    this.kind = kind
    this.path = path
    if (line !== undefined) this.line = line
    if (holder !== undefined) this.holder = holder
  }
}

/** Another process has it. */
export const isBusy = (error: unknown): error is DiskError =>
  error instanceof DiskError && error.kind === 'busy'

/** The error as a DiskError of this kind; one that is a DiskError already stays as it is. */
export function toDiskError(kind: DiskErrorKind, path: string, error: unknown): DiskError {
  if (error instanceof DiskError) return error
  const verb = kind === 'unwritable' ? 'write' : 'read'
  return new DiskError(kind, path, `cannot ${verb} ${path}: ${reasonOf(error)}`, { cause: error })
}

/** For `catch`: undefined where what was looked for is not there; throws any other error as a DiskError of this kind. */
export const undefinedIfMissing =
  (kind: DiskErrorKind, path: string) =>
  (error: unknown): undefined => {
    if (errnoOf(error) !== 'ENOENT') throw toDiskError(kind, path, error)
  }

/** Nothing for a file that is missing; throws any other error as it is. */
export const unlessMissing = (error: unknown): undefined => {
  if (errnoOf(error) !== 'ENOENT') throw error
}

/** There is no such name, or what is above it is no folder. */
export const isNoPath = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')

/** The error code of node:fs, such as ENOENT. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

const reasonOf = (error: unknown): string => {
  const code = errnoOf(error)
  // Some of Node's own sentences end with a full stop; ours is put behind them.
  return (
    (code && reasons[code]) ?? (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  )
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  ENOENT: 'it does not exist',
  EEXIST: 'its name is taken',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ELOOP: 'its links form a loop',
  EIO: 'the disk reports an error',
}
