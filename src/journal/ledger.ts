/** Every write ever sent, with its outcome: on disk before the request leaves (PRODUCT.md §6). */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openLog } from '../disk/append.ts'
import { DiskFault } from '../disk/fault.ts'
import { ensureFolder } from '../disk/folder.ts'
import { acquire } from '../disk/lock.ts'
import { misconfigured, type MoveError, type Outcome } from '../errors.ts'

/** Who writes: the same for every record of a command. */
export type Writer = {
  profile: string | null
  network: string
  origin: string
  address: string | null
  now: () => Date
  newId: () => string
}

export type Intent = { operation: string; method: string; path: string; url: string; body: Uint8Array }
export type Settlement = { outcome: Outcome; status?: number; code?: string; requestId?: string }

/** A transition of one write. Bodies are kept as digests alone: they may be personal. */
export type JournalRecord =
  | {
      state: 'sending'
      id: string
      at: string
      profile: string | null
      network: string
      origin: string
      address: string | null
      operation: string
      method: string
      path: string
      digest: string
    }
  | { state: Outcome; id: string; at: string; status?: number; code?: string; request_id?: string }

const format = 1
/** Another process holds the journal only for the time of one line. */
const longestWaitMs = 10_000

/** The journal of a state folder, open for one command. Throws CLI_STATE (exit 3) where it cannot be written: nothing is sent then. */
export async function openLedger(state: string, writer: Writer) {
  const folder = join(state, 'journal')
  const append = async (record: JournalRecord) => {
    await ensureFolder(folder)
    const lock = await acquire(join(folder, 'lock'), { wait: longestWaitMs })
    const log = await openLog(join(folder, 'writes.log'), { format })
    try {
      await log.append([record], { flush: true })
    } finally {
      await log.close()
      await lock.release()
    }
  }
  return {
    sending: async ({ operation, method, path, body }: Intent): Promise<string> => {
      const id = writer.newId()
      const { profile, network, origin, address } = writer
      const at = writer.now().toISOString()
      const digest = createHash('sha256').update(body).digest('hex')
      await append({
        state: 'sending',
        id,
        at,
        profile,
        network,
        origin,
        address,
        operation,
        method,
        path,
        digest,
      }).catch(unwritable)
      return id
    },
    settled: async (id: string, { outcome, status, code, requestId }: Settlement): Promise<void> => {
      const at = writer.now().toISOString()
      await append({
        state: outcome,
        id,
        at,
        ...(status !== undefined && { status }),
        ...(code !== undefined && { code }),
        ...(requestId !== undefined && { request_id: requestId }),
      })
    },
  }
}

/** The journal's records in order. Throws CLI_STATE for one that is damaged or cannot be read. */
export async function readJournal(state: string): Promise<JournalRecord[]> {
  const log = await openLog(join(state, 'journal', 'writes.log'), { format }).catch(unwritable)
  const records: JournalRecord[] = []
  try {
    for await (const { record } of log.read()) records.push(record as JournalRecord)
    return records
  } catch (error) {
    return unwritable(error)
  } finally {
    await log.close()
  }
}

function unwritable(error: unknown): never {
  if (!(error instanceof DiskFault)) throw error
  throw stateFault(error)
}

/** A fault of the state folder in words: exit 3, nothing sent. */
export const stateFault = (fault: DiskFault): MoveError =>
  misconfigured(
    `The journal of writes cannot be used: ${fault.message}.`,
    'Make the state folder writable, or set MOVECLI_STATE_DIR.',
    'CLI_STATE',
  )
