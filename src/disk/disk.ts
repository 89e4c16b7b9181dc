/** What logs and locks ask of the disk: a value, so that one that fails, loses or is slow can be handed to them. */
import { closeSync, ftruncateSync, linkSync, readdirSync, unlinkSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { errnoOf } from './disk-error.ts'

export type Disk = {
  /** Writes the bytes behind the first `from` of them to the end of the file; returns how many it took. */
  write: (fd: number, bytes: Uint8Array, from: number) => number
  truncate: (fd: number, size: number) => void
  /** Resolves once what was written to the file outlives the machine. */
  flush: (handle: Pick<FileHandle, 'fd' | 'datasync'>) => Promise<void>
  close: (fd: number) => void
  /** A second name of a file; fails where the name is taken. */
  link: (path: string, name: string) => void
  list: (folder: string) => string[]
  /** A name; one that is not there is no failure. */
  remove: (path: string) => void
}

/** The disk of this machine. */
export const machineDisk: Disk = {
  write: (fd, bytes, from) => writeSync(fd, bytes, from),
  truncate: (fd, size) => ftruncateSync(fd, size),
  flush: async (handle) => handle.datasync(),
  close: (fd) => closeSync(fd),
  link: (path, name) => linkSync(path, name),
  list: (folder) => readdirSync(folder),
  remove: (path) => {
    try {
      unlinkSync(path)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  },
}
