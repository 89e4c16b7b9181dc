/** limits: what is left of the hour. */
import { command } from '../../runtime/command.ts'
import { metricsFlag } from '../../runtime/metrics-flag.ts'

export const limits = command({
  name: 'limits',
  summary: 'Show what is left of the hourly limit',
  about:
    'Counts the requests that this machine sent in the last hour with this API key to this base URL. The service may count others too.',
  flags: [metricsFlag],
  examples: [
    'movecli limits',
    'movecli limits --json --fields left',
    'movecli limits --openmetrics /var/lib/node_exporter/movecli-limits.prom',
  ],
  agent: true,
  exits: [3, 4],
  load: () => import('./limits.ts'),
})
