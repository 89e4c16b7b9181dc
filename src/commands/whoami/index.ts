/** whoami: who movecli is, offline. */
import { command } from '../../runtime/command.ts'
import { whoamiFlags } from './flags.ts'

export const whoami = command({
  name: 'whoami',
  summary: 'Show profile, network, address and session, and where each value comes from',
  about: 'Sends nothing, unless you add --check.',
  flags: whoamiFlags,
  examples: ['movecli whoami', 'movecli whoami --json', 'movecli whoami --check --min-validity 30m'],
  agent: true,
  exits: [3, 4, 5, 6, 7, 8],
  load: () => import('./whoami.ts'),
})
