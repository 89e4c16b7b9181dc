/** kyc: identity data, and what the service makes of them. */
import { bodyFlags } from '../../operations/body-flags.ts'
import { command, type CommandNode } from '../../runtime/command.ts'
import { statusFlags } from './flags.ts'

const status = command({
  name: 'status',
  operation: 'user.profile',
  summary: 'Show your KYC status',
  about:
    'Reads your profile at the service, else uses the status of your last login. Exits with 0 whatever the status. With --wait it polls until the status is the one you name; where that takes longer than --max-wait (default 10m), it exits with 12.',
  flags: statusFlags,
  examples: [
    'movecli kyc status',
    'movecli kyc',
    'movecli kyc status --wait verified --max-wait 1h',
    'movecli kyc status --json --fields kyc_status',
  ],
  exits: [4, 7, 8, 10, 12],
  load: () => import('./status.ts'),
})

export const kyc: CommandNode = {
  name: 'kyc',
  summary: 'Submit identity data (KYC) and show its status',
  about: 'kyc alone is kyc status.',
  defaultCommand: status,
  lines: [
    command({
      name: 'submit',
      operation: 'user.kyc',
      summary: 'Submit identity data',
      about:
        'Prefer --input -, because ps and your shell history can see the command line. The confirmation shows the names of the fields; values are never shown, logged or stored.',
      flags: bodyFlags,
      examples: [
        'movecli kyc submit --input - --yes < identity.json',
        'movecli kyc submit --input identity.json --dry-run',
        'movecli kyc submit -F name=@name.txt -F "document[number]=@-"',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 9, 11],
      load: () => import('./submit.ts'),
    }),
    status,
  ],
}
