/** docs/schemas.json: the JSON Schemas of what each command takes and prints, and of its failures, in one document. */
import { entriesOf, type CommandEntry } from '../src/reference/command-tree.ts'
import { inputOf } from '../src/reference/schemas/inputs.ts'
import { dialect } from '../src/reference/schemas/json-schema.ts'
import { errorEnvelope, outputOf } from '../src/reference/schemas/outputs.ts'
import type { CommandNode } from '../src/runtime/command.ts'

/** A line for each command and side, to be named by its pointer: `#/$defs/motion-daily-output`. */
export function schemasDocument(nouns: readonly CommandNode[]): string {
  const commands = entriesOf(nouns).filter(({ runs }) => runs)
  const top = {
    $schema: dialect,
    title: 'What the commands of movecli take and print',
    $comment:
      'Made by `npm run docs`. A command has two definitions: #/$defs/motion-daily-input and -output.',
    $defs: {},
  }
  const definitions = {
    ...Object.assign({}, ...commands.map(sidesOf)),
    error: { title: 'The last line on stderr of a command with --json that failed', ...errorEnvelope },
  }
  const lines = Object.entries(definitions).map((each) => each.map((part) => JSON.stringify(part)).join(': '))
  return `${JSON.stringify(top, undefined, 1).replace('{}', () => `{\n${lines.join(',\n')}\n }`)}\n`
}

function sidesOf(entry: CommandEntry): Record<string, object> {
  const name = entry.path.join('-') || 'movecli'
  const words = ['movecli', ...entry.path].join(' ')
  return {
    [`${name}-input`]: { title: `What ${words} takes`, ...inputOf(entry) },
    [`${name}-output`]: { title: `What ${words} --json prints`, ...outputOf(entry) },
  }
}
