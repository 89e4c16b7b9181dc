/** Puts a person's verdict on an unresolved write on record. Its line is in ./index.ts. */
import { usage } from '../../errors.ts'
import { recordVerdict } from '../../journal/writes/ledger.ts'
import { isOpenToVerdict, isSettled, type Write } from '../../journal/writes/fold.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { stillSending } from '../../writes/still-sending.ts'
import { writeGiven } from './records.ts'
import type { ResolveValues } from './flags.ts'

export const run: CommandHandler<ResolveValues> = async (given, tools) => {
  const as = given.flags.as
  if (as === undefined) throw usage('--as is required: applied or not-applied.', 'For example --as applied.')
  const note = given.flags.note
  const write = await writeGiven(given, tools)
  refuseOthers(write)
  const data = { id: write.id, state: 'resolved', as, note: note ?? null }
  if (tools.dryRun) return wouldDo(`Would resolve record ${write.id} as ${as}.`, data)
  const at = tools.context.now()
  await recordVerdict(tools.folders.state, write, { at, as, ...(note !== undefined && { note }) })
  return text(`Resolved record ${write.id} as ${as}.`, data)
}

/** A verdict is for what nobody knows, or what only evidence says, and may be changed; the service's answer is no opinion. */
function refuseOthers(write: Write): void {
  if (isOpenToVerdict(write)) return
  if (isSettled(write))
    throw usage(
      `Record ${write.id} needs no verdict: by the service's answer it is ${write.state.replace('_', ' ')}.`,
      `movecli journal show ${write.id} shows the answer.`,
    )
  throw stillSending(write)
}
