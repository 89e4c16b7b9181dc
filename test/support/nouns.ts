/** The whole tree of commands, as help and completions have it. */
import { allNouns } from '../../src/commands/nouns.ts'

export const nouns = await allNouns()
