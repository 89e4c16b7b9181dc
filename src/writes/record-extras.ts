/** What the journal keeps of a write beside its request line, redacted and of bounded length. */
import { byLength } from '../client/redact-request.ts'
import { writeJson } from '../contract/lossless-json.ts'
import { withoutSecretFields } from '../contract/secret-fields.ts'
import { mapTexts } from '../contract/texts.ts'
import { isGuarded, type PendingWrite } from '../journal/writes/conflicts.ts'
import type { RecordExtras } from '../journal/writes/ledger.ts'
import type { BalanceSnapshot } from './balance-snapshot.ts'
import type { WriteAttempt } from './write-attempt.ts'

/** Longest text of a body or a balance that is kept in the journal. */
const longestKept = 8192

export function recordExtras(
  { tools, request, force }: WriteAttempt,
  pending: PendingWrite | undefined,
  before: BalanceSnapshot,
  over: readonly string[],
): RecordExtras {
  const { body } = request
  const operation = request.operation?.name
  const redact = (text: string) => tools.context.secrets.redact(text)
  const keep = (text: string | undefined) =>
    text !== undefined && text.length <= longestKept ? redact(text) : undefined
  const open = operation !== undefined && isGuarded(operation) && body !== undefined
  const kept = {
    body: keep(
      open ? writeJson(mapTexts(withoutSecretFields(body, undefined, byLength), redact)) : undefined,
    ),
    balance: keep(before.balance),
  }
  return {
    ...(pending?.content !== undefined && { content: pending.content }),
    ...(pending?.motion !== undefined && { motion: pending.motion }),
    ...(kept.body !== undefined && { body: kept.body }),
    ...(kept.balance !== undefined && { balance: kept.balance }),
    ...(force && { forced: true as const }),
    ...(over.length > 0 && { over: [...over] }),
  }
}
