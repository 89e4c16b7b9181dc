/** logout: forgets the session token. */
import type { CommandSpec } from '../../runtime/command.ts'

export const logout: CommandSpec = {
  name: 'logout',
  summary: 'Sign out (remove the session token)',
  about: 'The API cannot revoke a token: it stays valid at the service until it expires.',
  flags: [{ name: 'all', about: 'Remove the API key and the signer too' }],
  examples: ['movecli logout', 'movecli logout --all --profile ops'],
  writes: true,
  exits: [3],
  load: () => import('./logout.ts'),
}
