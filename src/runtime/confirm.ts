/** Consent: asked at a terminal, given by --yes, missing everywhere else (exit 11). */
import { MoveError } from '../errors.ts'
import type { Tools } from './services.ts'

/** What did not happen without it. */
type Undone = 'sent' | 'changed'

/** Returns where the answer is yes. Throws CLI_CONSENT; nothing was sent or changed. */
export async function confirmed(tools: Tools, question: string, undone: Undone = 'changed'): Promise<void> {
  if (tools.globals['yes'] === true) return
  const ask = await tools.ask()
  if (ask && (await ask.confirm(question))) return
  if (ask) throw declined(`Canceled. Nothing was ${undone}.`)
  throw new MoveError(`Confirmation required. Nothing was ${undone}.`, {
    code: 'CLI_CONSENT',
    exit: 11,
    outcome: 'not_sent',
    hint: 'Add --yes to run without a prompt.',
  })
}

/** A person said no, which is no error: one sentence, exit 11. */
export const declined = (message: string): MoveError =>
  new MoveError(message, { code: 'CLI_CONSENT', exit: 11, outcome: 'not_sent', wanted: true })
