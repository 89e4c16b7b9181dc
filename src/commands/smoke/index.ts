/** smoke: is this network working, and does it keep to the API document? */
import { command } from '../../runtime/command.ts'
import { smokeFlags } from './flags.ts'

export const smoke = command({
  name: 'smoke',
  summary: 'Check that a network works as documented',
  about:
    'Name the network with -n or MOVECLI_NETWORK. The read suite changes nothing. The auth suite also sends requests without a key and, except on mainnet, with a wrong one. The full suite also signs in and submits motion, so it cannot run on mainnet. A check that lacks what it needs (session, address, prover) is skipped.',
  flags: smokeFlags,
  examples: [
    'movecli smoke -n testnet',
    'movecli smoke -n testnet --suite auth --junit smoke.xml --require-all',
    'movecli smoke -n testnet --suite full --prover ./prove --repeat 20 --max-latency 800',
    'movecli smoke -n sandbox --watch 5m --openmetrics /var/lib/node_exporter/movecli.prom',
  ],
  agent: true,
  exits: [3, 4, 7, 10],
  load: () => import('./smoke.ts'),
})
