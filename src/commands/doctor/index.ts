/** doctor: is everything on this machine as it must be? */
import { command, type CommandNode, type CommandSpec } from '../../runtime/command.ts'
import { doctorFlags } from './flags.ts'

/** `nouns` is the whole tree, whose names no alias may take. */
export const doctor = (nouns: () => Promise<readonly CommandNode[]>): CommandSpec =>
  command({
    name: 'doctor',
    summary: 'Check the setup on this machine: files, folders, base URL, clock',
    about:
      'Works with broken settings. If a base URL is set, sends one request without credentials to compare clocks. --report is safe to paste into a ticket: it has no secrets, no paths of yours and no full addresses.',
    flags: doctorFlags,
    examples: ['movecli doctor', 'movecli doctor --report', 'movecli doctor -n testnet --json'],
    exits: [10],
    load: async () => ({ run: (await import('./doctor.ts')).run(nouns) }),
  })
