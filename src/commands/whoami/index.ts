/** whoami: who movecli is, offline. */
import type { CommandSpec } from '../../runtime/command.ts'

export const whoami: CommandSpec = {
  name: 'whoami',
  summary: 'Show profile, network, address and session, and where each value comes from',
  about: 'Sends nothing, unless you add --check.',
  flags: [
    { name: 'check', about: 'Make one live call with the credentials' },
    {
      name: 'min-validity',
      value: '<duration>',
      about: 'Exit with 4 if the session expires sooner than this',
    },
  ],
  examples: ['movecli whoami', 'movecli whoami --json', 'movecli whoami --check --min-validity 30m'],
  agent: true,
  exits: [3, 4, 5, 6, 7, 8],
  load: () => import('./whoami.ts'),
}
