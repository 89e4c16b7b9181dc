/** Shards of one run share no row: each row is of one of them. */
import { basename } from 'node:path'
import type { FoundRun } from './list-runs.ts'
import { folderOf, scopeOf, type RunLocation } from './run-paths.ts'

/** The own folder and those of shards that share no row with it. Of another number of shards each is a run of its own. */
export function sistersOf(place: RunLocation): (run: FoundRun) => boolean {
  const own = folderOf(place)
  const sisters = place.shard && new RegExp(`^${scopeOf(place)}\\.\\d+-of-${place.shard.count}$`)
  return ({ run, folder }) =>
    folder === own || (run === place.name && sisters?.test(basename(folder)) === true)
}

/** The run as a person knows it. */
export function shardedName({ run, folder }: FoundRun): string {
  const shard = /\.(\d+)-of-(\d+)$/.exec(basename(folder))
  return shard ? `${run} (shard ${shard[1]}/${shard[2]})` : run
}
