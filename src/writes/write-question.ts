/** What a person is asked before a write is sent: whose it is, where it goes and what is in it. */
import { commandWords } from '../contract/command-words.ts'
import { secrecyOf } from '../client/compose.ts'
import { redactRequest } from '../client/redact-request.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { ownerName } from '../journal/owner.ts'
import type { Write } from '../journal/writes/fold.ts'
import { flatten } from '../output/fields.ts'
import type { BalanceSnapshot } from './balance-snapshot.ts'
import type { WriteAttempt } from './write-attempt.ts'

/** Profile, network, the full address, method, URL and body; of personal bodies the field names alone. */
export function about(attempt: WriteAttempt): string {
  const { profile, network } = attempt.session
  const address = attempt.owner.address ?? `unknown (${ownerName(attempt.owner)})`
  const lines = requestLine(attempt).split('\n')
  return [
    `About to send, for ${profile ?? 'no profile'} on ${network}, address ${address}:`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n')
}

export function requestLine({ session: { sender }, request }: WriteAttempt): string {
  const { method, url, body } = redactRequest(request, sender.target)
  return [
    `${method} ${url}`,
    ...(body === undefined ? [] : [secrecyOf(request)?.personal ? fieldsOf(body) : writeJson(body)]),
  ].join('\n')
}

const fieldsOf = (body: Json) => `with the fields ${[...flatten(body).keys()].join(', ')}`

export const question = (
  attempt: WriteAttempt,
  { words }: BalanceSnapshot,
  over: readonly string[],
): string =>
  [
    about(attempt),
    ...(words === undefined ? [] : [`  ${words}`]),
    ...(over.length > 0
      ? [`  with --force, although the outcome of record ${over.join(', ')} is unknown`]
      : []),
    'Send it?',
  ].join('\n')

export const sendAgainQuestion = (attempt: WriteAttempt, applied: Write[]): string =>
  `While this one waited, another ${commandWords(attempt.request.operation?.name ?? '')} was applied (record ${applied
    .map(({ id }) => id)
    .join(', ')}).\n${about(attempt)}\nSend it all the same?`
