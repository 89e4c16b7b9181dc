/**
 * Unresolved writes that stand in the way: shown with all that is known, asked about
 * once, refused where nobody can be asked.
 */
import { commandWords } from '../contract/command-words.ts'
import { moveError, unauthenticated, type MoveError } from '../errors.ts'
import { markApplied, recordVerdict } from '../journal/writes/ledger.ts'
import { isSameWallet, ownerName, type Owner } from '../journal/owner.ts'
import { isUnresolved, type Write } from '../journal/writes/fold.ts'
import { evidenceLines, gatherEvidence, provenBy, type Evidence } from './gather-evidence.ts'
import { reconcileLineOf } from './reconcile-line.ts'
import { ownerOf } from '../session/session-owner.ts'
import type { Session } from '../session/session.ts'
import type { Part } from '../runtime/services.ts'

/** `evidenceOn`: what is known of each write. */
export type Assessment = {
  proven: { write: Write; evidence: string }[]
  open: Write[]
  evidenceOn: (write: Write) => Evidence
}

/** Reads what is known now; what the balance alone proves is marked as applied, with the evidence, unless `mark` is off. */
export async function assessUnresolved(
  tools: Part<'folders', 'now'>,
  session: Session,
  unresolved: readonly Write[],
  writes: readonly Write[],
  mark: boolean,
): Promise<Assessment> {
  const evidence = await gatherEvidence(session, unresolved[0]?.operation ?? '')
  const owner = await ownerOf(session, tools.folders.state)
  const evidenceOn = (write: Write): Evidence =>
    isSameWallet(write, owner) ? evidence : nothingKnown(write, owner)
  const proven = unresolved.flatMap((write) => {
    const words = provenBy(write, writes, evidenceOn(write))
    return words === undefined ? [] : [{ write, evidence: words }]
  })
  const left = unresolved.filter((write) => !proven.some((one) => one.write === write))
  if (mark) {
    const at = tools.context.now()
    for (const one of proven)
      await markApplied(tools.folders.state, { id: one.write.id, at, evidence: one.evidence })
  }
  return { proven: proven, open: left, evidenceOn }
}

/** Of a write whose wallet may be another one than the session's. */
function nothingKnown(write: Write, session: Owner): Evidence {
  const [words, hint] = whyUnread(write, session)
  const error = unauthenticated('CLI_FOREIGN_CREDENTIAL', words, hint)
  return { balance: { error }, history: { error } }
}

function whyUnread(write: Write, session: Owner): [words: string, hint: string] {
  if (write.token === undefined)
    return ['It was sent with an API key alone, whose wallet is not known.', 'Use it without a session.']
  if (session.token === undefined)
    return ['It was sent with a session, and there is none now.', 'Sign in with the wallet that sent it.']
  return [
    'It was sent with another session token, whose wallet is not known.',
    'Use the token that it was sent with.',
  ]
}

/** Everything that is known, for a person. */
export function describeUnresolved(unresolved: readonly Write[], weighed: Assessment): string {
  const [first] = unresolved
  const owners = [...new Set(unresolved.map(ownerName))].join(' and ')
  const head = `The outcome of an earlier ${commandWords(first?.operation ?? '')} of ${owners} is unknown:`
  const said = weighed.proven.flatMap((one) => [
    `The balance shows that record ${one.write.id} was applied: ${one.evidence}`,
    `If you know better: movecli journal resolve ${one.write.id} --as not-applied`,
  ])
  return [head, ...linesOf(unresolved, weighed).map((line) => `  ${line}`), ...said].join('\n')
}

/** The evidence on each of the writes, as it was weighed. */
const linesOf = (writes: readonly Write[], { evidenceOn, proven }: Assessment): string[] =>
  writes.flatMap((write) =>
    evidenceLines(
      write,
      evidenceOn(write),
      proven.some((one) => one.write === write),
    ),
  )

export type UserVerdict = 'not-applied' | 'applied' | 'unknown'

type VerdictQuestion = {
  /** The answer decides whether a new write is sent. */
  sends: boolean
  /** One of several. */
  several: boolean
  /** The journal as it is now. */
  current: () => Promise<readonly Write[]>
}

/**
 * The one question about an unresolved write; the verdict is put on record. Needs a person. `outdated`: another process settled
 * the write while the person was asked, so the answer was about what is past, and is not kept.
 */
export async function askVerdict(
  tools: Part<'ask' | 'folders', 'now'>,
  write: Write,
  { sends, several, current }: VerdictQuestion,
): Promise<UserVerdict | 'outdated'> {
  const person = await tools.ask()
  const nothing = sends ? ': send nothing' : ''
  const answer: UserVerdict =
    (await person?.choose<UserVerdict>(
      `What is the outcome of ${several ? `record ${write.id}` : 'it'}?`,
      [
        { name: `I do not know${nothing}`, value: 'unknown' },
        { name: `It was applied${nothing}`, value: 'applied' },
        { name: `It was not applied${sends ? ': send the new one' : ''}`, value: 'not-applied' },
      ],
      { default: 'unknown' },
    )) ?? 'unknown'
  const isOpen = (await current()).some((now) => now.id === write.id && isUnresolved(now))
  if (!isOpen) return 'outdated'
  if (answer !== 'unknown')
    await recordVerdict(tools.folders.state, write, {
      at: tools.context.now(),
      as: answer,
      note: 'answered at the terminal',
    })
  return answer
}

/**
 * Nothing was sent, because an earlier write of this address is still unresolved: exit 9, with the next step and the
 * evidence, unless the person was shown it (`told`).
 */
export function earlierUnknown(
  left: readonly Write[],
  weighed: Assessment,
  session: Session,
  told = false,
): MoveError {
  const [first] = left
  const words = commandWords(first?.operation ?? '')
  const ids = left.map(({ id }) => id).join(', ')
  const shown = weighed.proven.map(
    ({ write }) => `The balance shows that record ${write.id} was applied: --reconcile puts that on record.`,
  )
  const details = [...linesOf(left, weighed), ...shown].join('\n')
  return moveError('CLI_EARLIER_UNKNOWN', {
    message: `The outcome of an earlier ${words} (record ${ids}) is unknown. Nothing was sent.`,
    ...(!told && { details }),
    hint: `${reconcileLineOf(first?.operation ?? '', session)}, or movecli journal resolve ${first?.id} --as applied|not-applied`,
  })
}
