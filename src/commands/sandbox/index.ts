/** sandbox: the service in small, on this machine. */
import { flagsOf } from '../../operations/contract-flags.ts'
import type { CommandNode } from '../../runtime/command.ts'

export const sandbox: CommandNode = {
  name: 'sandbox',
  summary: 'A sandbox of the service on this machine: its data is made up',
  about:
    'With -n sandbox any command works at once, with nothing started or set up. A server is for other programs and for tests.',
  lines: [
    {
      name: 'start',
      summary: 'Serve the sandbox over HTTP in the foreground until Ctrl-C',
      about:
        'Words after -- are a command: it is run with MOVECLI_NETWORK, MOVECLI_BASE_URL, MOVECLI_API_KEY and MOVECLI_TOKEN of this sandbox once it is ready, and its exit code ends both.',
      flags: [
        { name: 'port', value: '<n>', about: 'Port; 0 picks one, 4017 without this flag' },
        { name: 'data', value: '<folder>', about: 'Where its data are; by default those of -n sandbox' },
        { name: 'memory', about: 'Keep the data in memory alone' },
        { name: 'seed', value: '<text>', about: 'Chooses the made-up data; the same seed, the same data' },
        {
          name: 'fault',
          value: '<fault>',
          about: 'Play a fault, as "POST /token/claim:drop-after-apply@1"; may be repeated',
          many: true,
        },
        { name: 'token-ttl', value: '<duration>', about: 'How long a session lives' },
        { name: 'limit-per-hour', value: '<n>', about: 'Requests an hour; 0 for no limit' },
        { name: 'host', value: '<address>', about: 'Address to listen on instead of 127.0.0.1' },
        {
          name: 'allow-host',
          value: '<name>',
          about: 'Host name that requests may use; may be repeated',
          many: true,
        },
      ],
      passthrough: true,
      examples: [
        'movecli sandbox start',
        'movecli sandbox start --port 0 --memory --json',
        'movecli sandbox start --memory -- pytest',
        'movecli sandbox start --fault "POST /token/claim:drop-after-apply@1"',
      ],
      exits: [3],
      load: () => import('./start.ts'),
    },
    {
      name: 'status',
      summary: 'Say where the data are and whether a server runs on them',
      examples: ['movecli sandbox status', 'movecli sandbox status --json'],
      exits: [],
      load: () => import('./status.ts'),
    },
    {
      name: 'reset',
      summary: 'Forget all data of the sandbox',
      examples: ['movecli sandbox reset', 'movecli sandbox reset --yes'],
      writes: true,
      exits: [8, 11],
      load: () => import('./reset.ts'),
    },
    {
      name: 'proof',
      summary: 'Print the proof that the sandbox accepts for exactly this motion',
      about:
        'It is a keyed digest, not zero-knowledge. Without flags the motion is read as JSON from stdin, so that it serves as --prover.',
      flags: flagsOf('motion.submit').filter(({ name }) => name !== 'proof'),
      examples: [
        'movecli sandbox proof --steps 5000 --distance 3.2km --duration 31m',
        'movecli sandbox proof < motion.json',
      ],
      exits: [],
      load: () => import('./proof.ts'),
    },
  ],
}
