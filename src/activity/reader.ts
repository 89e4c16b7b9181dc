/** What a reader of one format is given. */
import type { Bytes } from './bytes.ts'
import type { Collector } from './sample.ts'
import type { Zone } from './zone.ts'

/** `name` is the file's own, without its folder: Google writes the day there. `zone` is for times that name none. */
export type ReadTask = { bytes: Bytes; name: string; into: Collector; zone: Zone }

/** Reads a file to its end. Throws Unreadable. */
export type Read = (task: ReadTask) => Promise<void>
