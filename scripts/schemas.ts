/** docs/schemas: the JSON Schema of what each command takes and prints, and of its failures. */
import { entriesOf, type CommandEntry } from '../src/reference/command-tree.ts'
import { inputOf } from '../src/reference/schemas/inputs.ts'
import { dialect } from '../src/reference/schemas/json-schema.ts'
import { errorEnvelope, outputOf } from '../src/reference/schemas/outputs.ts'
import type { CommandNode } from '../src/runtime/command.ts'

const page = (title: string, schema: object): string =>
  `${JSON.stringify({ $schema: dialect, title, ...schema }, undefined, 1)}\n`

/** A file a command and side, by its path. */
export const schemaFiles = (nouns: readonly CommandNode[]): Record<string, string> => ({
  ...Object.fromEntries(
    entriesOf(nouns)
      .filter(({ runs }) => runs)
      .flatMap((entry) => {
        const name = entry.path.join('-') || 'movecli'
        return [
          [`docs/schemas/input/${name}.json`, page(`What ${wordsOf(entry)} takes`, inputOf(entry))],
          [
            `docs/schemas/output/${name}.json`,
            page(`What ${wordsOf(entry)} --json prints`, outputOf(entry) ?? {}),
          ],
        ]
      }),
  ),
  'docs/schemas/error.json': page(
    'The last line on stderr of a command with --json that failed',
    errorEnvelope,
  ),
})

const wordsOf = ({ path }: CommandEntry) => ['movecli', ...path].join(' ')
