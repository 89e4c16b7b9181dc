/** Consent: asked at a terminal or through an agent's client, given by --yes, missing everywhere else (exit 11). */
import type { OperationName } from '../contract/operations.ts'
import { moveError, type MoveError } from '../errors.ts'
import { sanitizeText } from '../output/sanitize.ts'
import type { Part } from './services.ts'

export type ConsentTools = Part<'ask' | 'globals', 'agent' | 'secrets'>

/** What did not happen without it. */
type Undone = 'sent' | 'changed'

/** Resolves if the answer is yes. Throws CLI_CONSENT; nothing was changed. */
export const requireConsent = async (tools: ConsentTools, question: string): Promise<void> => {
  await askConsent(tools, question, 'changed')
}

/** Asks before a write; returns whether somebody was asked. Throws CLI_CONSENT; nothing was sent. */
export async function askConsentToWrite(
  tools: ConsentTools,
  question: string,
  operation: OperationName | undefined,
): Promise<boolean> {
  return !tools.context.agent?.allows(operation) && (await askConsent(tools, question, 'sent'))
}

/** That a write is sent although an equal one was applied meanwhile, which `--allow` of a server says nothing of. */
export const askConsentToRepeat = async (tools: ConsentTools, question: string): Promise<boolean> =>
  askConsent(tools, question, 'sent', 'See journal_ls, and let the person decide.')

async function askConsent(
  tools: ConsentTools,
  question: string,
  undone: Undone,
  agentHint = hintForAgents,
): Promise<boolean> {
  if (tools.globals['yes'] === true) return false
  const answer = await answerTo(tools, question)
  if (answer === true) return true
  if (answer === false) throw declined(`Canceled. Nothing was ${undone}.`)
  throw moveError('CLI_CONSENT', {
    message: `Confirmation required. Nothing was ${undone}.`,
    hint: tools.context.agent
      ? `This client cannot ask a person. ${agentHint}`
      : 'Add --yes to run without a prompt.',
  })
}

const hintForAgents = 'Run the command in a terminal, or start movecli mcp with --allow for it.'

/** Nothing where nobody can be asked. */
async function answerTo(
  tools: Part<'ask', 'agent' | 'secrets'>,
  question: string,
): Promise<boolean | undefined> {
  const { agent, secrets } = tools.context
  if (agent) return agent.confirm(sanitizeText(secrets.redact(question), { lines: true }))
  return (await tools.ask())?.confirm(question)
}

/** A person said no, which is not an error: one sentence, exit 11. */
export const declined = (message: string): MoveError => moveError('CLI_CONSENT', { message, wanted: true })
