/** Drops old writes that are settled. Its line is in ./index.ts. */
import { usage } from '../../errors.ts'
import { unusable } from '../../journal/journal-errors.ts'
import { rewriteJournal } from '../../journal/writes/log.ts'
import type { JournalRecord } from '../../journal/writes/record.ts'
import { pruneRuns } from '../../journal/runs/prune.ts'
import { fold, isSettled } from '../../journal/writes/fold.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { writesOf } from './records.ts'
import type { PruneValues } from './flags.ts'

export const run: CommandHandler<PruneValues> = async (given, tools) => {
  const before = given.flags.before
  if (before === undefined) throw usage('--before is required.', 'For example --before 90d.')
  const limit = tools.context.now().getTime() - before.seconds * 1000
  const isOld = (write: { until: string }) => Date.parse(write.until) < limit
  const writes = await writesOf(tools)
  const count = writes.filter((write) => isSettled(write) && isOld(write)).length
  const left = writes.length - count
  const runs = await pruneRuns(tools.folders.state, limit, { keep: tools.dryRun }).catch(unusable)
  if (tools.dryRun)
    return wouldDo(`${count} writes would be removed, ${left} kept; ${runs} bulk runs would be removed.`, {
      dropped: count,
      kept: left,
      runs_dropped: runs,
    })
  let dropped = new Set<string>()
  await rewriteJournal(tools.folders.state, (records: JournalRecord[]) => {
    const old = fold(records).filter((write) => isSettled(write) && isOld(write))
    dropped = new Set(old.map(({ id }) => id))
    return records.filter(({ id }) => !dropped.has(id))
  })
  const kept = (await writesOf(tools)).length
  return text(`${dropped.size} writes removed, ${kept} kept; ${runs} bulk runs removed.`, {
    dropped: dropped.size,
    kept,
    runs_dropped: runs,
  })
}
