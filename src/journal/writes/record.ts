/** What a line of the journal says: one transition of one write. Plain JSON; nothing secret, nothing personal. */
import type { ProcessIdentity } from '../../disk/process-identity.ts'
import type { Outcome } from '../../errors.ts'

/** Of the file; a newer one is read, and never written. */
export const journalFormat = 1

export type Verdict = 'applied' | 'not-applied'

/** What is known of a write before it is sent. Times are ISO 8601. */
export type PlannedRecord = {
  state: 'planned'
  id: string
  at: string
  profile: string | null
  network: string
  origin: string
  /** The session's or the profile's; where neither is known, the write belongs to `key`. */
  address: string | null
  /** Fingerprint of the API key. */
  key: string
  /** Fingerprint of the session token. */
  token?: string
  /** Where no address is known: the profile that the API key is of, and that profile's address. */
  near?: readonly string[]
  operation: string
  method: string
  path: string
  /** sha256 of the body. */
  digest: string
  /** Digest of a motion's body, its proof included, or of identity data, however they were typed (base64url). */
  content?: string
  /** Digest of a motion without its proof, as the rows of runs have it; `content` stands in where a motion has no numbers. */
  motion?: string
  /** Who sends it: until that process is known to be gone, the write is under way. */
  holder: ProcessIdentity
  /** JSON text of a body that is neither personal nor secret. */
  body?: string
  /** JSON text of the balance before a claim. */
  balance?: string
  /** Sent with --force, and over which unresolved records. */
  forced?: true
  over?: string[]
}

export type StepRecord =
  /** `planned` again: the service did not take it, and it waits for its next attempt. */
  | { state: 'planned' | 'sending'; id: string; at: string }
  | {
      state: Outcome
      id: string
      at: string
      status?: number
      code?: string
      request_id?: string
      /** Why an unresolved record counts as applied: a balance that changed, in words. */
      evidence?: string
      note?: string
    }
  | { state: 'resolved'; id: string; at: string; as: Verdict; note?: string }

/** A person said that a process is gone, and what it held was freed; `id` is of no write. */
export type Unlocked = { state: 'unlocked'; id: string; at: string; note: string; holder: ProcessIdentity }

export type JournalRecord = PlannedRecord | StepRecord | Unlocked

export const isPlanned = (record: JournalRecord): record is PlannedRecord =>
  record.state === 'planned' && 'digest' in record

/** `sending` and `planned` are under way; what a process that is gone left so is `unknown` and `not_sent`. */
export type WriteState = (PlannedRecord | StepRecord)['state']
export const writeStates = [
  'planned',
  'sending',
  'applied',
  'rejected',
  'not_sent',
  'unknown',
  'resolved',
] as const satisfies readonly WriteState[]

/** A step of a write that was planned before. */
export const isStep = (record: JournalRecord): record is StepRecord =>
  !isPlanned(record) && (writeStates as readonly string[]).includes(record.state)
