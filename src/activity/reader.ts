/** What a reader of one format is given. */
import type { Bytes } from './bytes.ts'
import type { Collector } from './sample.ts'
import type { Zone } from './zone.ts'

/**
 * `name` is the file's own, without its folder: Google writes the day there. `zone` is for times that name none.
 * `refuseLine` is told why a line is none that counts; the reason follows the name of the file.
 */
export type ReadTask = {
  bytes: Bytes
  name: string
  into: Collector
  zone: Zone
  refuseLine: (reason: string) => void
}

/** Reads a file to its end. Throws Unreadable. */
export type Read = (task: ReadTask) => Promise<void>
