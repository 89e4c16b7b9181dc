/** The ledger of one command: each write is on disk before the request leaves, and so is what became of it. */
import { createHash } from 'node:crypto'
import type { Disk } from '../../disk/disk.ts'
import { thisProcess } from '../../disk/liveness.ts'
import type { Intent, Settlement } from '../../contract/outcome.ts'
import { openJournal } from './log.ts'
import type { Owner } from '../owner.ts'
import type { StepRecord, Verdict } from './record.ts'
import { resolveRow } from '../runs/resolve-row.ts'
import type { Write } from './fold.ts'

/** Who writes: the same for every record of a command. */
export type RecordContext = Owner & {
  profile: string | null
  network: string
  now: () => Date
  newId: () => string
  disk: Disk
}

/** What more is kept of a write: all of it JSON text or ids, nothing secret or personal. */
export type RecordExtras = {
  content?: string
  motion?: string
  body?: string
  balance?: string
  forced?: true
  over?: string[]
}

export const bodyDigest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

/**
 * The ledger over the journal of a state folder. Each call returns once its line is
 * flushed; throws CLI_STATE (exit 3) else.
 */
export function openLedger(state: string, writer: RecordContext, extra: RecordExtras = {}) {
  const journal = openJournal(state, writer.disk)
  const { profile, network, origin, address, key, token, near, newId } = writer
  const at = () => writer.now().toISOString()
  const step = async (record: StepRecord) => journal.append([record])
  return {
    sending: async ({ operation, method, path, body }: Intent): Promise<string> => {
      const id = newId()
      const known = { ...(token !== undefined && { token }), ...(near && { near }), ...extra }
      const intent = { operation, method, path, digest: bodyDigest(body), holder: thisProcess(), ...known }
      await journal.append([
        { state: 'planned', id, at: at(), profile, network, origin, address, key, ...intent },
        { state: 'sending', id, at: at() },
      ])
      return id
    },
    waiting: async (id: string): Promise<void> => step({ state: 'planned', id, at: at() }),
    resending: async (id: string): Promise<void> => step({ state: 'sending', id, at: at() }),
    recordOutcome: async (id: string, { outcome, status, code, requestId }: Settlement): Promise<void> =>
      step({
        state: outcome,
        id,
        at: at(),
        ...(status !== undefined && { status }),
        ...(code !== undefined && { code }),
        ...(requestId !== undefined && { request_id: requestId }),
      }),
  }
}

/**
 * Puts a verdict on record: a person's, for an unresolved write. Throws CLI_STATE, or
 * CLI_BUSY for a row of a run that is at work.
 */
export async function recordVerdict(
  state: string,
  { id, run }: Pick<Write, 'id' | 'run'>,
  { at, as, note }: { at: Date; as: Verdict; note?: string },
): Promise<void> {
  const verdict = { as, ...(note !== undefined && { note }) }
  if (run) return resolveRow(run, { at: at.getTime(), ...verdict })
  await openJournal(state).append([{ state: 'resolved', id, at: at.toISOString(), ...verdict }])
}

/** Marks an unresolved write as applied, with the evidence for it in words. */
export async function markApplied(
  state: string,
  { id, at, evidence }: { id: string; at: Date; evidence: string },
): Promise<void> {
  await openJournal(state).append([{ state: 'applied', id, at: at.toISOString(), evidence }])
}
