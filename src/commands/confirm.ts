/** Consent: asked at a terminal, given by --yes, missing everywhere else (exit 11). */
import { MoveError } from '../errors.ts'
import type { Tools } from './tools.ts'

/** Returns where the answer is yes. Throws CLI_CONSENT; nothing was sent or changed. */
export async function confirmed(tools: Tools, question: string): Promise<void> {
  if (tools.globals['yes'] === true) return
  const ask = await tools.ask()
  if (ask && (await ask.confirm(question))) return
  throw new MoveError(
    ask ? 'Not confirmed; nothing was done.' : 'This needs your consent; nothing was done.',
    {
      code: 'CLI_CONSENT',
      exit: 11,
      outcome: 'not_sent',
      hint: ask ? 'Run it again and answer yes.' : 'Pass --yes.',
    },
  )
}
