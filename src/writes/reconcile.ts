/** --reconcile: settles what can be settled of earlier writes in doubt, and never sends one. */
import type { OperationName } from '../contract/operations.ts'
import { usage } from '../errors.ts'
import { allDoubts, underWay } from '../journal/writes/conflicts.ts'
import { nameOf } from '../journal/owner.ts'
import type { Write } from '../journal/writes/fold.ts'
import { text, type Result } from '../output/view.ts'
import type { Given } from '../runtime/command.ts'
import { earlierUnknown, story, verdict, weigh, wordsOf, type Answer } from './unresolved.ts'
import { ownerOf } from '../session/owner.ts'
import { openSession } from '../session/session.ts'
import { stillSending } from './still-sending.ts'
import type { Tools } from '../runtime/services.ts'

/** What became of the writes in doubt. Throws CLI_EARLIER_UNKNOWN (exit 9) while one is left; sends nothing but GETs. */
export async function reconcile(tools: Tools, name: OperationName, given: Given): Promise<Result> {
  if (given.flags['force'] === true)
    throw usage('Give one of --reconcile and --force.', 'The one never sends, the other always does.')
  const session = await openSession(tools, name)
  const owner = await ownerOf(session)
  const { doubts, writes } = await allDoubts(tools.folders.state, { ...owner, operation: name })
  const words = wordsOf(name)
  const about = { operation: name, address: nameOf(owner) }
  const [sending] = underWay(writes, { ...owner, operation: name })
  if (doubts.length === 0 && sending) throw stillSending(sending)
  if (doubts.length === 0)
    return text(`No ${words} of ${nameOf(owner)} has an unknown outcome.`, { ...about, records: [] })
  const weighed = await weigh(tools, session, doubts, writes, !tools.dryRun)
  const person = tools.dryRun ? undefined : await tools.ask()
  if (person) await tools.say(story(doubts, weighed, owner))
  const answers: { write: Write; answer: Answer }[] = []
  const several = weighed.left.length > 1
  for (const write of person ? weighed.left : []) {
    const answer = await verdict(tools, [write], false, several ? `record ${write.id}` : 'it')
    answers.push({ write, answer })
  }
  const open = person
    ? answers.filter(({ answer }) => answer === 'unknown').map(({ write }) => write)
    : weighed.left
  if (open.length > 0) throw earlierUnknown(open, weighed, session, person !== undefined)
  const records = [
    ...weighed.proven.map(({ write, evidence }) => ({ id: write.id, as: 'applied', evidence })),
    ...answers.map(({ write, answer }) => ({
      id: write.id,
      as: answer,
      evidence: 'answered at the terminal',
    })),
  ]
  return text(
    records.map(({ id, as, evidence }) => `${id}  ${as.replace('-', ' ')}: ${evidence}`).join('\n'),
    { ...about, ...(tools.dryRun && { dry_run: true }), records },
  )
}
