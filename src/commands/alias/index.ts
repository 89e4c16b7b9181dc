/** alias: own words for command lines. */
import { command, type Argument, type CommandNode } from '../../runtime/command.ts'

const name: Argument = { name: 'name', about: 'The word: lowercase letters, digits, - and _', required: true }

/** `tree`: every command, whose names an alias may not take. */
export const alias = (tree: () => Promise<readonly CommandNode[]>): CommandNode => ({
  name: 'alias',
  summary: 'Shortcuts for command lines: set, list and delete them',
  about:
    'An alias is replaced by its line, without a shell, when it is the first word; what follows it is added. It can neither take the name of a command nor contain --yes or --force, nor start a program (--exec, --prover, words after --): those are typed each time.',
  lines: [
    command({
      name: 'set',
      summary: 'Set an alias',
      about:
        'The line is one argument, without movecli: quotes keep its words together, $1 to $9 stand for what is typed after the alias.',
      args: [name, { name: 'line', about: 'What it stands for', required: true }],
      examples: [
        "movecli alias set today 'motion daily --date today'",
        "movecli alias set on 'motion daily --date $1 --explain'",
      ],
      writes: true,
      exits: [3],
      load: async () => {
        const { setter } = await import('./set.ts')
        return { run: setter(tree) }
      },
    }),
    command({
      name: 'list',
      aliases: ['ls'],
      summary: 'List the aliases',
      examples: ['movecli alias list', 'movecli alias list --json'],
      exits: [3],
      load: () => import('./list.ts'),
    }),
    command({
      name: 'delete',
      aliases: ['rm'],
      summary: 'Delete an alias',
      args: [{ ...name, complete: 'alias' }],
      examples: ['movecli alias delete today', 'movecli alias delete today --dry-run'],
      writes: true,
      exits: [3],
      load: () => import('./delete.ts'),
    }),
  ],
})
