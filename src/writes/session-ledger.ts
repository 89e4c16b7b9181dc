/** The journal of a session's writes. */
import type { WriteLedger } from '../client/client.ts'
import { moveError, MoveError } from '../errors.ts'
import { openLedger, type RecordExtras } from '../journal/writes/ledger.ts'
import type { Owner } from '../journal/owner.ts'
import type { Settlement } from '../contract/outcome.ts'
import type { Session } from '../session/session.ts'
import type { Part } from '../runtime/services.ts'

/**
 * The ledger for this session: its records bear profile, network, origin and the owner that the write was decided for. Where
 * the journal cannot be written any more once an answer is here, the truth is said and the answer still counts: the record
 * then stays unresolved.
 */
export function ledgerFor(
  tools: Part<'folders' | 'say', 'disk' | 'now' | 'random'>,
  session: Session,
  owner: Owner,
  extra: RecordExtras = {},
): WriteLedger {
  const { context, folders } = tools
  const { profile, network } = session
  const ledger = openLedger(
    folders.state,
    {
      ...owner,
      profile: profile ?? null,
      network,
      now: context.now,
      disk: context.disk,
      newId: () => Buffer.from(context.random(8)).toString('hex'),
    },
    extra,
  )
  const recordOutcome = async (id: string, settlement: Settlement) =>
    ledger.recordOutcome(id, settlement).catch(async (error: unknown) => {
      const why =
        error instanceof MoveError ? error : moveError('CLI_STATE', { message: `${String(error)}.` })
      await tools.say(unrecorded(id, settlement, why))
    })
  return { ...ledger, recordOutcome }
}

/** Said with every format: a person must act on it. */
const unrecorded = (id: string, { outcome }: Settlement, { message }: MoveError): string => {
  const verdict = outcome === 'applied' ? 'applied' : 'not-applied'
  const known = outcome !== 'unknown'
  return [
    `warning: The write is ${known ? outcome.replace('_', ' ') : 'unknown'}, but that is not on disk. ${message}`,
    ...(known
      ? [`Its record counts as unknown until you run: movecli journal resolve ${id} --as ${verdict}`]
      : []),
  ].join('\n')
}
