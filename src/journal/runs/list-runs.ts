/** The runs that a state folder holds. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSameOwner, type Owner } from '../owner.ts'
import { assertNotTruncated, wholeSizeOf } from './index/index-file.ts'
import { namesIn } from '../../disk/list-folder.ts'
import { journalIn, runsFolder } from './run-paths.ts'
import { runStartedIn } from './log-records.ts'

export type FoundRun = { run: string; folder: string }

/** Every run, each of its addresses and shards apart. */
export async function* runsIn(state: string): AsyncGenerator<FoundRun> {
  const root = runsFolder(state)
  for (const run of await namesIn(root))
    for (const name of await namesIn(join(root, run))) yield { run, folder: join(root, run, name) }
}

/** The runs of an owner that were written at or after `since` (milliseconds). Throws DiskError for a damaged journal. */
export async function runsOf(state: string, owner: Owner, since = -Infinity): Promise<FoundRun[]> {
  const found: FoundRun[] = []
  for await (const each of runsIn(state)) {
    const written = await stat(journalIn(each.folder)).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (written === undefined) await assertNotTruncated(each.folder, 0)
    if (written === undefined || written < since) continue
    const begun = await runStartedIn(each.folder)
    if (!begun) await assertNotTruncated(each.folder, await wholeSizeOf(each.folder))
    if (begun && isSameOwner(begun, owner)) found.push(each)
  }
  return found
}
