/** logout: forgets the session token. */
import { command } from '../../runtime/command.ts'
import { logoutFlags } from './flags.ts'

export const logout = command({
  name: 'logout',
  summary: 'Sign out (remove the session token)',
  about: 'The API cannot revoke a token: it stays valid at the service until it expires.',
  flags: logoutFlags,
  examples: ['movecli logout', 'movecli logout --all --profile ops'],
  writes: true,
  exits: [3],
  load: () => import('./logout.ts'),
})
