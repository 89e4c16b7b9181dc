/** commands: the whole tree, for tools and agents. */
import { command, type CommandSpec, type CommandNode } from '../../runtime/command.ts'

/** `nouns` is the whole tree, which this command prints. */
export const commands = (nouns: () => Promise<readonly CommandNode[]>): CommandSpec =>
  command({
    name: 'commands',
    summary: 'List every command with its arguments, flags and exit codes',
    about:
      'For tools and agents: --json has everything that the help has, whether a command writes, and the JSON Schemas of its input and of what it prints with --json. The entry without words is movecli itself, with the global flags.',
    examples: [
      'movecli commands',
      'movecli commands --json',
      'movecli commands --json --fields command,writes,exit_codes',
    ],
    exits: [],
    load: async () => ({ run: (await import('./commands.ts')).run(await nouns()) }),
  })
