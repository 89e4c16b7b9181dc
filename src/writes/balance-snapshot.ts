/** The balance before a claim: read first, for it is all the evidence there will be. */
import { sendRead } from '../client/client.ts'
import type { Composed } from '../client/compose.ts'
import { writeJson } from '../contract/lossless-json.ts'
import { interrupted, MoveError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import type { Part } from '../runtime/services.ts'

/** `balance` is JSON text; `words` what the confirmation says of it. Both are missing unless the write is a claim. */
export type BalanceSnapshot = { balance?: string; words?: string }

/**
 * Reads it for a claim. Where it cannot be read and nobody can be asked, throws that
 * read's error unless forced; nothing is sent.
 */
export async function snapshotBalance(
  tools: Part<'ask' | 'globals' | 'note', 'signal'>,
  session: Session,
  { operation }: Composed,
  force: boolean,
): Promise<BalanceSnapshot> {
  if (operation?.name !== 'token.claim') return {}
  try {
    const { data } = await sendRead('token.balance', {}, session.sender)
    const balance = writeJson(data)
    return { balance, words: `balance before: ${balance}` }
  } catch (error) {
    if (tools.context.signal.aborted) throw interrupted(tools.context.signal)
    if (!(error instanceof MoveError)) throw error
    if (!force && !(await tools.ask())) throw unread(error)
    const words = `The balance before could not be read. ${error.message}`
    if (tools.globals['yes'] === true) await tools.note(`warning: ${words}`)
    return { words }
  }
}

const unread = ({ message, fault }: MoveError) =>
  new MoveError(`The balance before the claim could not be read, so the claim was not sent. ${message}`, {
    ...fault,
    outcome: 'not_sent',
    request: 'GET /token/balance',
  })
