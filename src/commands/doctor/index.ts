/** doctor: is everything on this machine as it must be? */
import type { CommandSpec } from '../../runtime/command.ts'

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'Check the set-up on this machine: files, folders, base URL, clock',
  about:
    'Works with broken settings. Where a base URL is known one request without credentials goes there, for its clock. --report is safe to paste into a ticket: no secrets, no folder of yours, no full address.',
  flags: [{ name: 'report', about: 'Print a report for a ticket' }],
  examples: ['movecli doctor', 'movecli doctor --report', 'movecli doctor -n testnet --json'],
  exits: [10],
  load: () => import('./doctor.ts'),
}
