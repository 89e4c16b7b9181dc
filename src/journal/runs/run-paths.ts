/** Where a run is kept: by its name, by origin and address, by its shard. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ownerName, serviceOf, type Owner } from '../owner.ts'

/** Shard `index` (from 1) of `count`. */
export type Shard = { index: number; count: number }

export type RunLocation = { state: string; name: string; owner: Owner; shard?: Shard }

/** 16 hex digits for origin and address (or the key's fingerprint), so that one input may be submitted for several wallets. */
export const scopeOf = ({ owner }: Pick<RunLocation, 'owner'>): string =>
  shortDigest(`${owner.origin}\n${ownerName(owner).toLowerCase()}`)

const shortDigest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const runsFolder = (state: string): string => join(state, 'journal', 'runs')

/** `<state>/journal/runs/<run>/<scope>[.<i>-of-<n>]`. */
export const folderOf = (place: RunLocation): string =>
  join(
    runsFolder(place.state),
    place.name,
    scopeOf(place) + (place.shard ? `.${place.shard.index}-of-${place.shard.count}` : ''),
  )

/** The files of one run. */
export const journalIn = (folder: string): string => join(folder, 'rows.log')
export const lockIn = (folder: string): string => join(folder, 'lock')
export const indexIn = (folder: string): string => join(folder, 'digests')
export const planIn = (folder: string): string => join(folder, 'plan')

/** Held while a run decides what it will send: two runs at one service never decide at once. */
export const planningLock = ({ state, owner }: { state: string; owner: Pick<Owner, 'origin'> }): string =>
  join(state, 'journal', 'planning', shortDigest(serviceOf(owner.origin)))

/** Is this shard the one that a key's share (0 to 2³² − 1) belongs to? */
export const inShard = (share: number, shard: Shard | undefined): boolean =>
  shard === undefined || Math.floor((share / 0x1_0000_0000) * shard.count) === shard.index - 1
