/** doctor: is everything on this machine as it must be? */
import { command } from '../../runtime/command.ts'
import { doctorFlags } from './flags.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Check the setup on this machine: files, folders, base URL, clock',
  about:
    'Works with broken settings. If a base URL is set, sends one request without credentials to compare clocks. --report is safe to paste into a ticket: it has no secrets, no paths of yours and no full addresses.',
  flags: doctorFlags,
  examples: ['movecli doctor', 'movecli doctor --report', 'movecli doctor -n testnet --json'],
  exits: [10],
  load: () => import('./doctor.ts'),
})
