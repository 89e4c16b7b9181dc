/** What a bulk command works on from its first line to its last. */
import type { RunLocation } from '../journal/runs/run-paths.ts'
import type { Part, RenewTools } from '../runtime/services.ts'
import type { Session } from '../session/session.ts'
import type { BulkInput } from './input/source.ts'
import type { CheckedInput } from './input/check-input.ts'
import type { BulkOptions } from './options.ts'

export type RunContext = {
  tools: RenewTools & Part<'resolved'>
  session: Session
  options: BulkOptions
  input: BulkInput
  checked: CheckedInput
  place: RunLocation
  device: string | undefined
}
