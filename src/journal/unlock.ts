/** What processes hold of which nobody can tell whether they live, and how a person's word frees it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { commandWords } from '../contract/command-words.ts'
import { operationNames } from '../contract/operations.ts'
import { lifeOf } from '../disk/liveness.ts'
import type { Life, ProcessIdentity } from '../disk/process-identity.ts'
import { free, lastHolder } from '../disk/lock.ts'
import { unusable } from './journal-errors.ts'
import { journalFolder } from './present.ts'
import { openJournal, readJournal } from './writes/log.ts'
import { ownerName } from './owner.ts'
import type { StepRecord } from './writes/record.ts'
import { runsIn } from './runs/list-runs.ts'
import { namesIn } from '../disk/list-folder.ts'
import { lockIn } from './runs/run-paths.ts'
import { heldWriteLocks } from './writes/write-lock.ts'
import { fold, readWrites, type Write } from './writes/fold.ts'

/** A lock by its path, or a write that is under way; `what` says it to a person. */
export type HeldItem = {
  what: string
  holder: ProcessIdentity & { life: Life }
  path?: string
  write?: Write
}

/** `profile` and `network` narrow an operation down. */
export type UnlockTarget = { name: string; profile?: string; network?: string }

/** All that is held under a name: of a run, of an operation, or `locks` of that name. Throws CLI_STATE. */
export async function heldUnder(
  state: string,
  wanted: UnlockTarget,
  locks: ReadonlyMap<string, readonly string[]>,
): Promise<HeldItem[]> {
  try {
    const found = [
      ...(await heldRuns(state, wanted)),
      ...(await heldOperations(state, wanted)),
      ...(await heldWrites(state, wanted)),
    ]
    for (const path of locks.get(wanted.name) ?? []) {
      const by = await lastHolder(path)
      if (by) found.push({ what: wanted.name, holder: by, path })
    }
    return found
  } catch (error) {
    return unusable(error)
  }
}

/** Is it the name of an operation, of a run or of `locks`, held or not? Throws CLI_STATE. */
export async function isKnownName(
  state: string,
  name: string,
  locks: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  if (locks.has(name) || operationNames.some((operation) => isOperation(operation, name))) return true
  for await (const { run } of runsIn(state)) if (run === name) return true
  const isOf = ({ operation }: { operation: string }) => isOperation(operation, name)
  return (await readWrites(state)).writes.some(isOf) || (await heldWriteLocks(state)).some(isOf)
}

/** The locks that the journal holds for as long as one flush or one decision takes. */
export async function journalLocks(state: string): Promise<string[]> {
  const planning = join(journalFolder(state), 'planning')
  return [
    join(journalFolder(state), 'lock'),
    ...(await namesIn(planning)).map((name) => join(planning, name)),
  ]
}

async function heldRuns(state: string, { name }: UnlockTarget): Promise<HeldItem[]> {
  const found: HeldItem[] = []
  for await (const { run, folder } of runsIn(state)) {
    const by = run === name ? await lastHolder(lockIn(folder)) : undefined
    if (by) found.push({ what: `run ${run}`, holder: by, path: lockIn(folder) })
  }
  return found
}

async function heldOperations(state: string, wanted: UnlockTarget): Promise<HeldItem[]> {
  return (await heldWriteLocks(state))
    .filter((held) => fits(held, wanted))
    .map(({ path, holder: by, ...held }) => ({ what: whatOf(held, held.owner), holder: by, path }))
}

/**
 * Those of processes that are seen to be gone too: another container cannot see that, and
 * may know it from the record alone.
 */
async function heldWrites(state: string, wanted: UnlockTarget): Promise<HeldItem[]> {
  const { records } = await readJournal(state)
  return fold(records, () => false).flatMap((write) => {
    const under = write.state === 'planned' || write.state === 'sending'
    if (!under || !write.holder || !fits(write, wanted)) return []
    const what = `${whatOf(write, ownerName(write))}, record ${write.id}`
    return [{ what, holder: { ...write.holder, life: lifeOf(write.holder) }, write }]
  })
}

type Operation = { operation: string; profile: string | null; network: string }

const fits = ({ operation, profile, network }: Operation, wanted: UnlockTarget): boolean =>
  isOperation(operation, wanted.name) &&
  (wanted.profile === undefined || wanted.profile === profile) &&
  (wanted.network === undefined || wanted.network === network)

const isOperation = (operation: string, name: string): boolean =>
  [operation, commandWords(operation)].includes(name.trim().replace(/\s+/g, ' '))

const whatOf = ({ operation, network }: Operation, owner: string): string =>
  `${commandWords(operation)} of ${owner} on ${network}`

/** Puts it on record that these processes are gone, and frees what they held. Throws CLI_STATE, CLI_BUSY. */
export async function freeAll(state: string, held: readonly HeldItem[], at: Date): Promise<void> {
  const when = at.toISOString()
  try {
    // The journal's own lock first: without it nothing can be put on record.
    const own = new Set(await journalLocks(state))
    for (const { path } of held) if (path !== undefined && own.has(path)) await free(path)
    await openJournal(state).append(
      held.flatMap(({ what, holder: by, write }) => {
        const { pid, start, boot, space, clock, machine } = by
        const who = JSON.parse(JSON.stringify({ pid, start, boot, space, clock, machine })) as ProcessIdentity
        const id = randomBytes(8).toString('hex')
        const unlocked = { state: 'unlocked', id, at: when, note: what, holder: who } as const
        return write ? [unlocked, stepOf(write, when)] : [unlocked]
      }),
    )
    for (const { path } of held) if (path !== undefined && !own.has(path)) await free(path)
  } catch (error) {
    unusable(error)
  }
}

/** What was being sent is unresolved; what waited for its next attempt was not taken. */
const stepOf = ({ id, state }: Write, at: string): StepRecord => ({
  state: state === 'sending' ? 'unknown' : 'not_sent',
  id,
  at,
  note: 'freed with journal unlock: its process is gone',
})
