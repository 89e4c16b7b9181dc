/** What stands between a write and the wire: consent, and the journal that it is sent with. */
import type { WriteLedger } from '../client/client.ts'
import type { Composed } from '../client/compose.ts'
import { shown } from '../client/show.ts'
import { writeJson } from '../contract/digits.ts'
import { operationOf } from '../contract/operations.ts'
import { confirmed } from './confirm.ts'
import { ledgerFor } from './ledger.ts'
import type { Session } from './session.ts'
import type { Tools } from './tools.ts'

export type Permit = { ledger: WriteLedger; release: () => Promise<void> }

/** The permit for one write, to be released when it is done. Throws CLI_CONSENT (exit 11); nothing is sent. */
export async function permitFor(tools: Tools, session: Session, request: Composed): Promise<Permit> {
  const ask = request.operation === undefined || operationOf(request.operation).confirm
  if (ask) await confirmed(tools, question(session, request))
  return { ledger: await ledgerFor(tools, session), release: async () => {} }
}

/** Profile, network, the full address, method, URL and body; of personal bodies the field names alone. */
function question({ profile, network, record, sender }: Session, request: Composed): string {
  const { method, url, body } = shown(request, sender.target)
  return [
    `About to send, for ${profile ?? 'no profile'} on ${network}, address ${record?.address ?? 'unknown'}:`,
    `  ${method} ${url}`,
    ...(body === undefined ? [] : [`  ${writeJson(body)}`]),
    'Send it?',
  ].join('\n')
}
