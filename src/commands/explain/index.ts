/** explain: what a code means and what to do about it. */
import { exitCodes, localCodes, serviceCodes } from '../../contract/codes.ts'
import { command } from '../../runtime/command.ts'

export const explain = command({
  name: 'explain',
  summary: 'Explain a code: its meaning, whether a retry is safe, what to do',
  about: 'Takes a code of the service, a code of movecli (CLI_…) or an exit code.',
  args: [
    {
      name: 'code',
      about: 'For example AUTH_002, CLI_OUTCOME_UNKNOWN or 9',
      required: true,
      choices: [...Object.keys(serviceCodes), ...Object.keys(localCodes), ...Object.keys(exitCodes)],
    },
  ],
  examples: ['movecli explain AUTH_002', 'movecli explain 9', 'movecli explain CLI_OUTCOME_UNKNOWN --json'],
  agent: true,
  exits: [],
  load: () => import('./explain.ts'),
})
