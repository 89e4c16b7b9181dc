/** Earlier writes in the way of one: passed with --force, asked about once, or the reason that nothing is sent. */
import { tornNote } from '../journal/journal-errors.ts'
import { declined } from '../runtime/confirm.ts'
import type { Part } from '../runtime/services.ts'
import { possibleConflicts, unresolvedConflicts, type PendingWrite } from '../journal/writes/conflicts.ts'
import { isApplied, type Write } from '../journal/writes/fold.ts'
import { askVerdict, assessUnresolved, describeUnresolved, earlierUnknown } from './unresolved.ts'
import type { WriteAttempt } from './write-attempt.ts'
import { about } from './write-question.ts'

/** All writes that count here; a damaged journal stops every one, and a torn last line is named. */
export async function conflictingWrites(
  tools: Part<'folders' | 'note'>,
  pending: PendingWrite | undefined,
): Promise<Write[]> {
  const { writes, torn } = await possibleConflicts(tools.folders.state, pending)
  if (torn) await tools.note(tornNote('the journal'))
  return writes
}

type Resolution = {
  /** Something was unresolved. */
  found: boolean
  /** The person was shown this write with it, and wants it. */
  consent: boolean
  /** Ids that --force passes over. */
  over: readonly string[]
}

/** Settles what is unresolved in the way of a write, but for the ids in `passed`. Throws where nothing may be sent. */
export async function resolveConflicts(
  attempt: WriteAttempt,
  pending: PendingWrite | undefined,
  writes: Write[],
  passed: readonly string[] = [],
): Promise<Resolution> {
  const unresolved = pending
    ? unresolvedConflicts(writes, pending).filter(({ id }) => !passed.includes(id))
    : []
  if (!pending || unresolved.length === 0) return { found: false, consent: false, over: [] }
  const { tools, session } = attempt
  if (attempt.force) return { found: true, consent: false, over: unresolved.map(({ id }) => id) }
  const person = await tools.ask()
  const weighed = await assessUnresolved(tools, session, unresolved, writes, person !== undefined)
  if (!person) throw earlierUnknown(unresolved, weighed, session)
  await tools.say(`${describeUnresolved(unresolved, weighed)}\n${about(attempt)}`)
  if (weighed.open.length === 0) {
    if (await person.confirm('It was applied. Send the new one anyway?'))
      return { found: true, consent: true, over: [] }
    throw declined('Canceled. Nothing was sent.')
  }
  const current = async () => conflictingWrites(tools, pending)
  const several = weighed.open.length > 1
  for (const write of weighed.open) {
    const answer = await askVerdict(tools, write, { sends: true, several, current })
    if (answer === 'unknown') throw earlierUnknown([write], weighed, session, true)
    if (answer === 'applied') throw declined('The earlier one is on record as applied. Nothing was sent.')
    if (answer === 'not-applied') continue
    const now = await current()
    const found = now.find(({ id }) => id === write.id)
    const mayBeApplied = !found || isApplied(found)
    if (mayBeApplied && !(await person.confirm(`${appliedMeanwhile(write)} Send the new one anyway?`)))
      throw declined('Canceled. Nothing was sent.')
    const rest = await resolveConflicts(attempt, pending, now, passed)
    return { found: true, consent: mayBeApplied || rest.consent, over: rest.over }
  }
  return { found: true, consent: true, over: [] }
}

const appliedMeanwhile = ({ id }: Write): string => `Record ${id} was settled meanwhile: it was applied.`
