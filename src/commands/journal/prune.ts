/** Drops old writes that are settled. Its line is in ./index.ts. */
import { usage } from '../../errors.ts'
import { unusable } from '../../journal/journal-errors.ts'
import { refuseNewer, rewriteJournal } from '../../journal/writes/log.ts'
import type { JournalRecord } from '../../journal/writes/record.ts'
import { prunable, type Prunable } from '../../journal/writes/prunable.ts'
import { pruneRuns } from '../../journal/runs/prune.ts'
import { fold } from '../../journal/writes/fold.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { writesOf } from './records.ts'
import type { PruneValues } from './flags.ts'

export const run: CommandHandler<PruneValues> = async (given, tools) => {
  const before = given.flags.before
  if (before === undefined) throw usage('--before is required.', 'For example --before 90d.')
  const limit = tools.context.now().getTime() - before.seconds * 1000
  const writes = await writesOf(tools)
  // Before a run is dropped, for nothing else would be.
  await refuseNewer(tools.folders.state).catch(unusable)
  let found = prunable(writes, limit)
  const runs = await pruneRuns(tools.folders.state, limit, { keep: tools.dryRun }).catch(unusable)
  if (tools.dryRun) {
    const count = found.removable.length
    const left = writes.length - count
    return wouldDo(
      `${count} writes would be removed, ${left} kept; ${runs} bulk runs would be removed.${aboutEvidence(found, 'would be')}`,
      { dropped: count, kept: left, runs_dropped: runs },
    )
  }
  await rewriteJournal(tools.folders.state, (records: JournalRecord[]) => {
    found = prunable(fold(records), limit)
    const dropped = new Set(found.removable.map(({ id }) => id))
    return records.filter(({ id }) => !dropped.has(id))
  })
  const dropped = found.removable.length
  const kept = (await writesOf(tools)).length
  return text(`${dropped} writes removed, ${kept} kept; ${runs} bulk runs removed.${aboutEvidence(found)}`, {
    dropped,
    kept,
    runs_dropped: runs,
  })
}

/** Why writes stay that are old and settled; nothing where there are none. */
function aboutEvidence({ evidence, open }: Prunable, are?: 'would be'): string {
  if (evidence.length === 0 || !open) return ''
  const [what, were, they] =
    evidence.length === 1 ? ['write', are ?? 'was', 'It'] : ['writes', are ?? 'were', 'They']
  return `\n${evidence.length} old, settled ${what} ${were} kept. ${they} may show the outcome of record ${open.id}, which is not known yet. See: movecli journal show ${open.id}`
}
