/** sandbox: the service in small, on this machine. */
import { flagsOf } from '../../operations/contract-flags.ts'
import type { CommandNode } from '../../runtime/command.ts'

export const sandbox: CommandNode = {
  name: 'sandbox',
  summary: 'A sandbox of the service on this machine, with made-up data',
  about:
    '-n sandbox works with any command, with nothing to start or set up. A server is for other programs and for tests.',
  lines: [
    {
      name: 'start',
      summary: 'Serve the sandbox over HTTP in the foreground until Ctrl-C',
      about:
        'Everything after -- is run as a command with MOVECLI_NETWORK, MOVECLI_BASE_URL, MOVECLI_API_KEY and MOVECLI_TOKEN set. When it ends, the sandbox stops with its exit code.',
      flags: [
        { name: 'port', value: '<n>', about: 'Port; 0 picks a free one (default 4017)' },
        { name: 'data', value: '<folder>', about: 'Folder of its data (default: that of -n sandbox)' },
        { name: 'memory', about: 'Keep the data in memory only' },
        { name: 'seed', value: '<text>', about: 'Seed of the made-up data' },
        {
          name: 'fault',
          value: '<fault>',
          about: 'Simulate a fault, for example "POST /token/claim:drop-after-apply@1"; may be repeated',
          many: true,
        },
        { name: 'token-ttl', value: '<duration>', about: 'How long a session lives' },
        { name: 'limit-per-hour', value: '<n>', about: 'Requests an hour (0 = unlimited)' },
        { name: 'host', value: '<address>', about: 'Address to listen on instead of 127.0.0.1' },
        {
          name: 'allow-host',
          value: '<name>',
          about: 'Another host name that requests may use; may be repeated',
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
      summary: 'Show where sandbox data is stored and whether a server is running',
      examples: ['movecli sandbox status', 'movecli sandbox status --json'],
      exits: [],
      load: () => import('./status.ts'),
    },
    {
      name: 'reset',
      summary: 'Delete all sandbox data',
      examples: ['movecli sandbox reset', 'movecli sandbox reset --yes'],
      writes: true,
      exits: [8, 11],
      load: () => import('./reset.ts'),
    },
    {
      name: 'proof',
      summary: 'Print the proof that the sandbox accepts for exactly this motion',
      about:
        'It is a keyed digest, not zero-knowledge. Without flags it reads the motion as JSON from stdin, so that it works as a --prover.',
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
