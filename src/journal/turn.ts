/** Taking turns: one process at a time sends a claim of an address, and equal ones wait. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DiskFault } from '../disk/fault.ts'
import { acquire, type Lock } from '../disk/lock.ts'
import { interrupted, MoveError } from '../errors.ts'
import type { Ask } from './doubt.ts'
import { unusable } from './faults.ts'
import { journalFolder } from './file.ts'
import { nameOf } from './owner.ts'

type Options = { wait: number; signal: AbortSignal }

/**
 * The turn for this operation of this owner. Throws CLI_BUSY (exit 8) after `wait` milliseconds, CLI_STATE (exit 3) where the
 * folder cannot be written, CLI_INTERRUPTED or CLI_TERMINATED; nothing is sent.
 */
export async function takeTurn(state: string, ask: Ask, { wait, signal }: Options): Promise<Lock> {
  try {
    return await acquire(turnPath(state, ask), { wait, signal })
  } catch (error) {
    if (signal.aborted) throw interrupted(signal).with({ outcome: 'not_sent' })
    if (error instanceof DiskFault && error.kind === 'busy') throw busy(error, ask)
    return unusable(error)
  }
}

/** Where the lock of an operation and its owner is. */
export function turnPath(state: string, ask: Ask): string {
  const parts = [ask.origin, nameOf(ask).toLowerCase(), ask.operation, ask.content ?? ask.digest ?? '']
  const name = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)
  return join(journalFolder(state), 'turns', name)
}

const busy = ({ holder }: DiskFault, ask: Ask) =>
  new MoveError(
    `Another movecli (process ${holder?.pid ?? 'unknown'}) is sending the same for ${nameOf(ask)}; nothing was sent.`,
    { code: 'CLI_BUSY', exit: 8, outcome: 'not_sent' },
  )
