/** The JSON Schema of what each command prints with --json, and of its failures. */
import { errorEnvelope } from './error-output.ts'
import type { CommandEntry } from '../command-tree.ts'
import { journalOutputs } from './journal-outputs.ts'
import type { JsonSchema } from './json-schema.ts'
import { localOutputs } from './local-outputs.ts'
import { apiOutput, serviceOutput, smokeOutput } from './service-outputs.ts'

export { errorEnvelope }

const own: Record<string, JsonSchema> = {
  ...localOutputs,
  ...journalOutputs,
  api: apiOutput,
  smoke: smokeOutput,
}

/** What the command prints with --json; nothing where nobody wrote it down, which a test does not allow. */
export function outputOf(entry: CommandEntry): JsonSchema | undefined {
  const { operation } = entry
  return own[entry.path.join(' ')] ?? (operation && serviceOutput({ ...entry, operation }))
}
