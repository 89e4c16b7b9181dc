/** The journal of a session's writes. */
import type { WriteLedger } from '../client/client.ts'
import { openLedger } from '../journal/ledger.ts'
import type { Session } from './session.ts'
import type { Tools } from './tools.ts'

/** The ledger for this session: its records bear profile, network, origin and address. */
export async function ledgerFor(
  tools: Tools,
  { profile, network, baseUrl, record }: Session,
): Promise<WriteLedger> {
  const { context, folders } = tools
  return openLedger(folders.state, {
    profile: profile ?? null,
    network,
    origin: new URL(baseUrl).origin,
    address: record?.address ?? null,
    now: context.now,
    newId: () => Buffer.from(context.random(9)).toString('base64url'),
  })
}
