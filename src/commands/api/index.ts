/** api: any path of the service, with the same credentials, retries and care. */
import { command } from '../../runtime/command.ts'
import { apiFlags } from './flags.ts'

export const api = command({
  name: 'api',
  summary: 'Send a request to any path of the service',
  about:
    'Takes /motion/daily, motion/daily, /v1/motion/daily and /api/v1/motion/daily alike, and prints data as the service sent it. A method other than GET is a write: on a path that has a command it runs that command; on any other it asks first and goes into the journal.',
  args: [
    {
      name: 'method',
      about: 'HTTP method (default GET)',
      choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      complete: 'api-path',
    },
    { name: 'path', about: 'Path below the base URL', required: true, complete: 'api-path' },
  ],
  flags: apiFlags,
  examples: [
    'movecli api /motion/daily --param date=2026-01-31',
    'movecli api GET /nft/collection --paginate',
    'movecli api POST /token/claim -F amount=1.5 --dry-run',
    'movecli api GET /token/price -i',
  ],
  writes: true,
  agent: true,
  exits: [3, 4, 5, 6, 7, 8, 9, 11],
  load: () => import('./api.ts'),
})
