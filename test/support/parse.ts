/** What a command line is read as; a wrong one is thrown. */
import { readLine, type Parsed } from '../../src/cli/read-line.ts'
import type { CommandNode } from '../../src/runtime/command.ts'

export function parse(argv: readonly string[], nouns: readonly CommandNode[]): Parsed {
  const read = readLine(argv, nouns)
  if ('wrong' in read) throw read.wrong
  return read.parsed
}
