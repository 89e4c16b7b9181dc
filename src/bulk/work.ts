/** What a bulk command works on from its first line to its last. */
import type { Place } from '../journal/runs/run-paths.ts'
import type { Tools } from '../runtime/services.ts'
import type { Session } from '../session/session.ts'
import type { Input } from './input/source.ts'
import type { Checked } from './input/validate.ts'
import type { Options } from './options.ts'

export type Work = {
  tools: Tools
  session: Session
  options: Options
  input: Input
  checked: Checked
  place: Place
  device: string | undefined
}
