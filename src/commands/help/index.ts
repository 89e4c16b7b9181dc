/** help: a command's or a topic's. */
import type { Line } from '../command.ts'

export const help: Line = {
  name: 'help',
  summary: 'Help on a command or a topic',
  args: [
    {
      name: 'topic',
      about: 'The words of a command, or a topic',
      many: true,
      choices: ['exit-codes', 'environment', 'signing', 'networks', 'sandbox', 'flags'],
    },
  ],
  examples: ['movecli help exit-codes', 'movecli help motion daily'],
  exits: [],
  load: () => import('./help.ts'),
}
