/** help: a command's or a topic's. */
import { command, type CommandSpec, type CommandNode } from '../../runtime/command.ts'

/** `nouns` is the whole tree, which this command prints. */
export const help = (nouns: () => Promise<readonly CommandNode[]>): CommandSpec =>
  command({
    name: 'help',
    summary: 'Show help for a command or a topic',
    args: [
      {
        name: 'topic',
        about: 'A command, or a topic',
        many: true,
        choices: ['exit-codes', 'environment', 'signing', 'networks', 'sandbox', 'flags'],
      },
    ],
    examples: ['movecli help exit-codes', 'movecli help motion daily'],
    exits: [],
    load: async () => ({ run: (await import('./help.ts')).run(await nouns()) }),
  })
