/** The journal's transitions folded into writes: what each was, and what became of it. */
import { isGone } from '../../disk/liveness.ts'
import type { ProcessIdentity } from '../../disk/process-identity.ts'
import { readJournal } from './log.ts'
import {
  isPlanned,
  type JournalRecord,
  type PlannedRecord,
  type WriteState,
  type StepRecord,
  type Verdict,
} from './record.ts'

export type Write = Omit<PlannedRecord, 'state' | 'holder'> & {
  state: WriteState
  /** Missing where a row of a bulk run was sent by a process that is gone. */
  holder?: ProcessIdentity
  /** Of a row of a bulk run: where its journal is, and the row in it. */
  run?: { name: string; folder: string; row: string; line?: number }
  /** Time of the last transition. */
  until: string
  status?: number
  code?: string
  request_id?: string
  evidence?: string
  as?: Verdict
  note?: string
  steps: StepRecord[]
}

/** Every write in the order of their first lines. A transition of a write that is not there is passed over. */
export function fold(records: readonly JournalRecord[], gone: typeof isGone = isGone): Write[] {
  const writes = new Map<string, Write>()
  for (const record of records) {
    if (record.state === 'unlocked') continue
    if (isPlanned(record)) {
      writes.set(record.id, { ...record, until: record.at, steps: [] })
      continue
    }
    const write = writes.get(record.id)
    if (!write) continue
    const { id: _, at, ...said } = record
    write.steps.push(record)
    // A person's verdict stands: what was marked by evidence in the same moment does not undo it.
    if (write.state === 'resolved' && record.state !== 'resolved') continue
    // What was noted is about its own verdict.
    if (record.state === 'resolved') delete write.note
    Object.assign(write, said, { until: at })
  }
  return [...writes.values()].map((write) => abandoned(write, gone))
}

/** While nobody can tell whether its process lives, a write is under way: none like it is sent beside it. */
function abandoned(write: Write, gone: typeof isGone): Write {
  const under = write.state === 'planned' || write.state === 'sending'
  if (!under || (write.holder && !gone(write.holder))) return write
  return { ...write, state: write.state === 'sending' ? 'unknown' : 'not_sent' }
}

export type Writes = { writes: Write[]; torn: boolean }

/** The writes of a state folder. Throws CLI_STATE (exit 3) for a journal that is damaged or cannot be read. */
export async function readWrites(state: string): Promise<Writes> {
  const { records, torn } = await readJournal(state)
  return { writes: fold(records), torn }
}

export const isUnresolved = ({ state }: Write): boolean => state === 'unknown'

/** Nothing will become of it any more. */
export const isSettled = ({ state }: Write): boolean => !['unknown', 'planned', 'sending'].includes(state)

/** May a person say what became of it: it is unresolved, or only evidence or an earlier verdict settled it. */
export const isOpenToVerdict = (write: Write): boolean =>
  isUnresolved(write) ||
  write.state === 'resolved' ||
  (write.state === 'applied' && write.evidence !== undefined)

/** Applied, by the service's word, by evidence or by a person's verdict. */
export const isApplied = ({ state, as }: Write): boolean =>
  state === 'applied' || (state === 'resolved' && as === 'applied')
