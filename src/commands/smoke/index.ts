/** smoke: is this network working, and does it keep to the API document? */
import { suites } from '../../smoke/check.ts'
import type { CommandSpec } from '../../runtime/command.ts'
import { metricsFlag } from '../../runtime/metrics-flag.ts'
import { watchFlag } from '../../operations/watch-flag.ts'

export const smoke: CommandSpec = {
  name: 'smoke',
  summary: 'Check that a network works and keeps to the API document',
  about:
    'The network must be named, with -n or MOVECLI_NETWORK. read changes nothing; auth also asks without a key, and not on mainnet with a wrong one; full also signs in and submits motion, and never on mainnet. What a check needs and is not there (session, address, prover) makes it skipped.',
  flags: [
    { name: 'suite', value: '<suite>', about: 'Which checks; read by default', choices: suites },
    {
      name: 'prover',
      value: '<program>',
      about: 'Program that makes the proof of the motion that full submits',
    },
    { name: 'junit', value: '<file>', about: 'Write the result as JUnit XML too', complete: 'file' },
    metricsFlag,
    { name: 'fail-fast', about: 'Stop at the first check that fails' },
    { name: 'require-all', about: 'A check that is skipped is a failure (exit 4)' },
    { name: 'repeat', value: '<n>', about: 'Requests of each operation for its latency; 1 by default' },
    { name: 'max-latency', value: '<ms>', about: "An operation's p95 above this fails its check" },
    watchFlag,
  ],
  examples: [
    'movecli smoke -n testnet',
    'movecli smoke -n testnet --suite auth --junit smoke.xml --require-all',
    'movecli smoke -n testnet --suite full --prover ./prove --repeat 20 --max-latency 800',
    'movecli smoke -n sandbox --watch 5m --openmetrics /var/lib/node_exporter/movecli.prom',
  ],
  exits: [3, 4, 7, 10],
  load: () => import('./smoke.ts'),
}
