/** sandbox: the service in small, on this machine. */
import { command, type CommandNode } from '../../runtime/command.ts'
import { startFlags, proofFlags } from './flags.ts'

export const sandbox: CommandNode = {
  name: 'sandbox',
  summary: 'A sandbox of the service on this machine, with made-up data',
  about:
    '-n sandbox works with any command, with nothing to start or set up. A server is for other programs and for tests.',
  lines: [
    command({
      name: 'start',
      summary: 'Serve the sandbox over HTTP in the foreground until Ctrl-C',
      about:
        'Everything after -- is run as a command with MOVECLI_NETWORK, MOVECLI_BASE_URL, MOVECLI_API_KEY and MOVECLI_TOKEN set. When it ends, the sandbox stops with its exit code.',
      flags: startFlags,
      passthrough: true,
      examples: [
        'movecli sandbox start',
        'movecli sandbox start --port 0 --memory --json',
        'movecli sandbox start --memory -- pytest',
        'movecli sandbox start --fault "POST /token/claim:drop-after-apply@1"',
      ],
      exits: [3],
      load: () => import('./start.ts'),
    }),
    command({
      name: 'status',
      summary: 'Show where sandbox data is stored and whether a server is running',
      examples: ['movecli sandbox status', 'movecli sandbox status --json'],
      exits: [],
      load: () => import('./status.ts'),
    }),
    command({
      name: 'reset',
      summary: 'Delete all sandbox data',
      examples: ['movecli sandbox reset', 'movecli sandbox reset --yes'],
      writes: true,
      exits: [8, 11],
      load: () => import('./reset.ts'),
    }),
    command({
      name: 'proof',
      summary: 'Print the proof that the sandbox accepts for exactly this motion',
      about:
        'It is a keyed digest, not zero-knowledge. Without flags it reads the motion as JSON from stdin, so that it works as a --prover.',
      flags: proofFlags,
      examples: [
        'movecli sandbox proof --steps 5000 --distance 3.2km --duration 31m',
        'movecli sandbox proof < motion.json',
      ],
      exits: [],
      load: () => import('./proof.ts'),
    }),
  ],
}
