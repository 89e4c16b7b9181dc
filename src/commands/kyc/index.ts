/** kyc: identity data, and what the service makes of them. */
import { bodyFlags } from '../../operations/body-flags.ts'
import type { CommandSpec, CommandNode } from '../../runtime/command.ts'
import { readingFlags } from '../../operations/read-flags.ts'

const status: CommandSpec = {
  name: 'status',
  operation: 'user.profile',
  summary: 'Show where your KYC stands',
  about:
    'Read from your profile at the service, else from your last login, else unknown. The exit code is 0 whatever the status. With --wait it asks again until the status is the one you name, for --max-wait (10m where you do not say), and then ends with 12.',
  flags: [
    ...readingFlags,
    { name: 'wait', value: '<status>', about: 'Ask again until this is the status, for example verified' },
  ],
  examples: [
    'movecli kyc status',
    'movecli kyc',
    'movecli kyc status --wait verified --max-wait 1h',
    'movecli kyc status --json --fields kyc_status',
  ],
  exits: [4, 7, 8, 10, 12],
  load: () => import('./status.ts'),
}

export const kyc: CommandNode = {
  name: 'kyc',
  summary: 'Submit identity data (KYC) and see where it stands',
  about: 'kyc alone is kyc status.',
  defaultCommand: status,
  lines: [
    {
      name: 'submit',
      operation: 'user.kyc',
      summary: 'Submit identity data',
      about:
        'Prefer --input - : ps and your shell history can see what is on the command line. You confirm the names of the fields; the values are never shown, logged or kept.',
      flags: bodyFlags,
      examples: [
        'movecli kyc submit --input - --yes < identity.json',
        'movecli kyc submit --input identity.json --dry-run',
        'movecli kyc submit -F name=@name.txt -F "document[number]=@-"',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 9, 11],
      load: () => import('./submit.ts'),
    },
    status,
  ],
}
