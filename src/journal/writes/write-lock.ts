/** The write lock: one process at a time sends an owner's claim, mint or upgrade, or one of its motions of equal content. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { commandWords } from '../../contract/command-words.ts'
import { isBusy, type DiskError } from '../../disk/disk-error.ts'
import { acquire, lastHolder, whoIs, type Lock } from '../../disk/lock.ts'
import { unlockHint, interrupted, moveError, type MoveError } from '../../errors.ts'
import type { PendingWrite } from './conflicts.ts'
import { unusable } from '../journal-errors.ts'
import { journalFolder } from '../present.ts'
import { ownerName, serviceOf } from '../owner.ts'
import { namesIn } from '../../disk/list-folder.ts'

/** Whose write lock it is, for `journal unlock`. */
export type WriteLockNote = { profile: string | null; network: string }
/** `waited`: another process had it first. */
export type WriteLock = Lock & { waited: boolean }
type WriteLockOptions = WriteLockNote & { wait: number; signal: AbortSignal }

/**
 * The write lock for this operation of this owner. Throws CLI_BUSY (exit 8) after `wait` milliseconds, CLI_STATE (exit 3)
 * where the folder cannot be written, CLI_INTERRUPTED or CLI_TERMINATED; nothing is sent.
 */
export async function acquireWriteLock(
  state: string,
  ask: PendingWrite,
  { wait, signal, profile, network }: WriteLockOptions,
): Promise<WriteLock> {
  const until = performance.now() + wait
  const note = JSON.stringify({ operation: ask.operation, owner: ownerName(ask), profile, network })
  const held: Lock[] = []
  const passed: Lock[] = []
  let waited = false
  const hold = async (name: string) => {
    const path = join(turnsFolder(state), name)
    const lock = await acquire(path, { wait: 0, signal, note }).catch(async (error: unknown) => {
      if (!isBusy(error)) throw error
      waited = true
      return acquire(path, { wait: Math.max(0, until - performance.now()), signal, note })
    })
    held.push(lock)
    return lock
  }
  const release = async () => {
    for (const lock of held.toReversed()) await lock.release()
  }
  const { own, near, gates } = lockNames(ask)
  try {
    if (own === undefined) {
      // The key and the token alone are known: no address that uses one of them may be at work, nor that of their profile.
      for (const name of near) await hold(name)
      for (const gate of gates) await hold(gate)
      for (const name of await namesIn(turnsFolder(state)))
        if (gates.some((gate) => name.startsWith(`${gate}-`))) await hold(name)
    } else {
      await hold(own)
      for (const gate of gates) passed.push(await hold(gate))
      for (const gate of gates) await hold(`${gate}-${own}`)
      for (const lock of passed) await lock.release()
    }
    return { waited, release, isOurs: () => held.every((lock) => passed.includes(lock) || lock.isOurs()) }
  } catch (error) {
    await release()
    if (signal.aborted) throw interrupted(signal).with({ outcome: 'not_sent' })
    if (isBusy(error)) throw writeBusy(error, ask)
    return unusable(error)
  }
}

export const turnsFolder = (state: string): string => join(journalFolder(state), 'turns')

/**
 * The locks of an owner's operation. `own` is the address's, whichever key it uses. Who knows an address passes the `gates`
 * of its key and its token, always in the same order, and holds `<gate>-<own>`; who knows no address stays in them, behind the
 * locks of what is `near` it. So wallets of one key do not wait for each other, and no two processes hold the write lock of one
 * address, however each learned it.
 */
function lockNames(ask: PendingWrite): { own?: string; near: string[]; gates: string[] } {
  const { origin, address, key, token, near = [], operation, content, motion, digest = '' } = ask
  // Equal motions wait for each other; a few thousand locks are enough to keep others apart.
  const what = (motion ?? content ?? digest).slice(0, 2)
  const of = (name: string) => hash([serviceOf(origin), name, operation, what].join('\n'))
  const gates = [of(key), ...(token === undefined ? [] : [of(token)])].toSorted()
  // A lock that is asked for twice would wait for itself.
  const others = new Set(near.map(of))
  return { gates, near: [...others], ...(address !== null && { own: of(address.toLowerCase()) }) }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** A write lock that somebody holds, may hold, or held when it was last seen. */
export type HeldWriteLock = WriteLockNote & {
  path: string
  operation: string
  owner: string
  holder: LastHolder
}
type LastHolder = NonNullable<Awaited<ReturnType<typeof lastHolder>>>

/** The write locks that were not released in a state folder. Throws DiskError. */
export async function heldWriteLocks(state: string): Promise<HeldWriteLock[]> {
  const held: HeldWriteLock[] = []
  for (const name of await namesIn(turnsFolder(state))) {
    const path = join(turnsFolder(state), name)
    const found = await lastHolder(path)
    if (found) held.push({ ...aboutOf(found), path, holder: found })
  }
  return held
}

const aboutOf = ({ note = '{}' }: LastHolder): Omit<HeldWriteLock, 'path' | 'holder'> => {
  const said = JSON.parse(note) as Partial<HeldWriteLock>
  const { operation = '', owner = '', profile = null, network = '' } = said
  return { operation, owner, profile, network }
}

function writeBusy({ holder: found }: DiskError, ask: PendingWrite): MoveError {
  return moveError('CLI_BUSY', {
    message: `Another movecli (${found ? whoIs(found) : 'unknown'}) is sending the same for ${ownerName(ask)}. Nothing was sent.`,
    hint: unlockHint(found, commandWords(ask.operation)),
  })
}
