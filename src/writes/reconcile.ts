/** --reconcile: settles what can be settled of earlier unresolved writes, and never sends one. */
import { commandWords } from '../contract/command-words.ts'
import type { Json } from '../contract/lossless-json.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { usage } from '../errors.ts'
import { allUnresolved, conflictsInFlight } from '../journal/writes/conflicts.ts'
import { ownerName, type Owner } from '../journal/owner.ts'
import { isUnresolved, type Write } from '../journal/writes/fold.ts'
import type { Part } from '../runtime/services.ts'
import { text, type Result } from '../output/view.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import {
  earlierUnknown,
  describeUnresolved,
  askVerdict,
  assessUnresolved,
  type UserVerdict,
} from './unresolved.ts'
import { ownerOf } from '../session/session-owner.ts'
import { openSession, type SessionTools } from '../session/session.ts'
import { stillSending } from './still-sending.ts'
import type { UnresolvedValues } from './unresolved-flags.ts'

/** What became of the unresolved writes. Throws CLI_EARLIER_UNKNOWN (exit 9) while one is left; sends nothing but GETs. */
export async function reconcile(
  tools: SessionTools,
  name: OperationName,
  parsed: ParsedArgs<UnresolvedValues>,
): Promise<Result> {
  const { flags } = parsed
  if (flags.force)
    throw usage('Give one of --reconcile and --force.', '--reconcile never sends, --force always does.')
  const session = await openSession(tools, operationOf(name))
  const owner = await ownerOf(session, tools.folders.state)
  const ask = { ...owner, operation: name }
  const { unresolved, writes } = await allUnresolved(tools.folders.state, ask)
  const words = commandWords(name)
  const about = { operation: name, address: ownerName(owner) }
  const [sending] = conflictsInFlight(writes, ask)
  if (unresolved.length === 0 && sending) throw stillSending(sending)
  if (unresolved.length === 0) {
    const others = writes.filter((write) => isUnresolved(write) && write.operation === name)
    await noteOthers(tools, others, owner)
    const hasNamesake = others.some((each) => ownerName(each) === ownerName(owner))
    const where = hasNamesake ? ` at ${owner.origin}` : ''
    return found(`No ${words} of ${ownerName(owner)}${where} has an unknown outcome.`, {
      ...about,
      records: [],
    })
  }
  const weighed = await assessUnresolved(tools, session, unresolved, writes, !tools.dryRun)
  const person = tools.dryRun ? undefined : await tools.ask()
  if (person) await tools.say(describeUnresolved(unresolved, weighed))
  const answers: { write: Write; answer: UserVerdict }[] = []
  const several = weighed.open.length > 1
  for (const write of person ? weighed.open : []) {
    const current = async () => (await allUnresolved(tools.folders.state, ask)).unresolved
    const answer = await askVerdict(tools, write, { sends: false, several, current })
    if (answer === 'outdated') return reconcile(tools, name, parsed)
    answers.push({ write, answer })
  }
  const open = person
    ? answers.filter(({ answer }) => answer === 'unknown').map(({ write }) => write)
    : weighed.open
  if (open.length > 0) throw earlierUnknown(open, weighed, session, person !== undefined)
  const records = [
    ...weighed.proven.map(({ write, evidence }) => ({ id: write.id, as: 'applied', evidence })),
    ...answers.map(({ write, answer }) => ({
      id: write.id,
      as: answer,
      evidence: 'answered at the terminal',
    })),
  ]
  return found(
    records.map(({ id, as, evidence }) => `${id}  ${as.replace('-', ' ')}: ${evidence}`).join('\n'),
    { ...about, ...(tools.dryRun && { dry_run: true }), records },
  )
}

/** Unresolved writes of other wallets, or at other services: whoever looks for one of those is at the wrong place. */
async function noteOthers(tools: Part<'note'>, others: readonly Write[], { origin }: Owner): Promise<void> {
  if (others.length === 0) return
  const list = others
    .map(
      (each) =>
        `record ${each.id} of ${ownerName(each)}${each.origin === origin ? '' : ` at ${each.origin}`}`,
    )
    .join(', ')
  await tools.note(`note: The outcome of ${list} is unknown. See: movecli journal ls --state unknown`)
}

const found = (words: string, data: { [key: string]: Json }): Result => ({
  ...text(words, data),
  sentNothing: true,
})
