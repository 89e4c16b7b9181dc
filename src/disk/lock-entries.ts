/** The files of a lock: a folder of numbered entries, of which the highest number holds it. */
import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { errnoOf, toDiskError, type Holder } from './disk-error.ts'
import { machineDisk, type Disk } from './disk.ts'
import { lifeOf } from './liveness.ts'
import type { Life, ProcessIdentity } from './process-identity.ts'

/** What an entry says of who made it. */
export type HolderEntry = ProcessIdentity & { note?: string; token: string }

/** Entries of this process that were released on a disk which did not take it. */
const releasedEntries = new Set<string>()
/** The disk keeps the entry: it counts as given back in this process. */
export const markReleased = (token: string): void => void releasedEntries.add(token)

/** `join` would look at every letter of the folder again: so often that V8 optimizes it, which takes longer than the lock. */
export const placeIn = (path: string, name: string): string => `${path}${sep}${name}`

/** Is it the name of an entry? */
export const isNumber = (name: string): boolean => /^\d{1,15}$/.test(name)
/** Is it the name of an entry that is being written? */
export const isDraft = (name: string): boolean => /^[0-9a-f]{8,16}\.tmp$/.test(name)

/** The highest number, 0 where there is none. Throws DiskError `unreadable`. */
export const highest = (path: string, disk: Disk = machineDisk): number => highestOf(entryNames(path, disk))
export const highestOf = (names: readonly string[]): number =>
  Math.max(0, ...names.filter(isNumber).map(Number))

/** The names in the folder of a lock, none where there is no folder. */
export function entryNames(path: string, disk: Disk): string[] {
  try {
    return disk.list(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return []
    throw toDiskError('unreadable', path, error)
  }
}

/** Who made the entry with this number, unless it is known to be gone. */
export function holderAt(path: string, number: number): Holder | undefined {
  const entry = number === 0 ? undefined : entryIn(path, String(number))
  return entry && isHeld(entry) ? entry : undefined
}

const isHeld = (entry: ProcessIdentity & { life: Life }): entry is Holder => entry.life !== 'gone'

/** The entry in a file, unless whoever made it gave it back. */
export function entryIn(
  path: string,
  name: string,
): (ProcessIdentity & { note?: string; life: Life }) | undefined {
  try {
    const { token, ...entry } = (JSON.parse(readFileSync(placeIn(path, name), 'utf8')) ?? {}) as HolderEntry
    if (typeof entry.pid !== 'number' || releasedEntries.has(token)) return undefined
    return { ...entry, life: lifeOf(entry) }
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOENT') return undefined
    throw toDiskError('unreadable', path, error)
  }
}
