/** Puts a person's verdict on a write in doubt on record. Its line is in ./index.ts. */
import { MoveError, usage } from '../../errors.ts'
import { resolve } from '../../journal/ledger.ts'
import type { Verdict } from '../../journal/records.ts'
import { isInDoubt, isSettled, type Write } from '../../journal/writes.ts'
import { text } from '../../output/view.ts'
import { textFlag, type Body } from '../command.ts'
import { wouldDo } from '../dry-run.ts'
import { writeGiven } from './records.ts'

export const run: Body = async (given, tools) => {
  const as = textFlag(given, 'as') as Verdict | undefined
  if (as === undefined) throw usage('The verdict is missing.', 'Give --as applied or --as not-applied.')
  const note = textFlag(given, 'note')
  const write = await writeGiven(given, tools)
  refuseOthers(write)
  const data = { id: write.id, state: 'resolved', as, note: note ?? null }
  if (tools.dryRun) return wouldDo(`Record ${write.id} would be resolved as ${as}.`, data)
  const at = tools.context.now()
  await resolve(tools.folders.state, write, { at, as, ...(note !== undefined && { note }) })
  return text(`Record ${write.id} is resolved as ${as}.`, data)
}

/** A verdict is for what is in doubt, and may be changed; what the service answered is no matter of opinion. */
function refuseOthers(write: Write): void {
  if (isInDoubt(write) || write.state === 'resolved') return
  if (isSettled(write))
    throw usage(
      `Record ${write.id} is not in doubt: it is ${write.state.replace('_', ' ')}.`,
      'Leave it as it is.',
    )
  throw new MoveError(`Record ${write.id} is still under way (process ${write.holder?.pid}).`, {
    code: 'CLI_BUSY',
    exit: 8,
    outcome: 'not_sent',
  })
}
