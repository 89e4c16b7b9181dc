/** smoke: is this network working, and does it keep to the API document? */
import { suites } from '../../smoke/check.ts'
import type { CommandSpec } from '../../runtime/command.ts'
import { metricsFlag } from '../../runtime/metrics-flag.ts'
import { watchFlag } from '../../operations/watch-flag.ts'

export const smoke: CommandSpec = {
  name: 'smoke',
  summary: 'Check that a network works as documented',
  about:
    'Name the network with -n or MOVECLI_NETWORK. The suite read changes nothing; auth also sends requests without a key and, except on mainnet, with a wrong one; full also signs in and submits motion, never on mainnet. A check that lacks what it needs (session, address, prover) is skipped.',
  flags: [
    {
      name: 'suite',
      value: '<suite>',
      about: 'Which checks to run (default read)',
      choices: suites,
      agent: ['read', 'auth'],
    },
    {
      name: 'prover',
      value: '<program>',
      about: 'Program that makes the proof of the motion that full submits',
    },
    { name: 'junit', value: '<file>', about: 'Also write the result as JUnit XML', complete: 'file' },
    metricsFlag,
    { name: 'fail-fast', about: 'Stop at the first check that fails' },
    { name: 'require-all', about: 'Fail with 4 if a check is skipped' },
    { name: 'repeat', value: '<n>', about: 'Requests per operation for its latency (default 1)' },
    { name: 'max-latency', value: '<ms>', about: "Fail if an operation's p95 latency is above this" },
    watchFlag,
  ],
  examples: [
    'movecli smoke -n testnet',
    'movecli smoke -n testnet --suite auth --junit smoke.xml --require-all',
    'movecli smoke -n testnet --suite full --prover ./prove --repeat 20 --max-latency 800',
    'movecli smoke -n sandbox --watch 5m --openmetrics /var/lib/node_exporter/movecli.prom',
  ],
  agent: true,
  exits: [3, 4, 7, 10],
  load: () => import('./smoke.ts'),
}
