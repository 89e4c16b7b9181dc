/** limits: what is left of the hour. */
import type { Noun } from '../../runtime/command.ts'

export const limits: Noun = {
  name: 'limits',
  summary: 'Show what is left of the hourly limit',
  about:
    'Counts the requests that this machine made in the last hour with this API key at this base URL. The service may have counted others; it does not say.',
  examples: ['movecli limits', 'movecli limits --json --fields left'],
  exits: [3, 4],
  load: () => import('./limits.ts'),
}
