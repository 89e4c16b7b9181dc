/** Keeps the log short: requests that only counted for an hour long gone are dropped. */
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openLog } from '../../disk/append-log.ts'
import { syncFolder } from '../../disk/folder.ts'
import type { Event } from './events.ts'
import { hourOf } from '../state.ts'

const many = 2000

/**
 * Replaces the log by one without its spent hits, where those are many. `events` are all that it holds; the caller
 * holds the lock. True if it was replaced; where that fails, the log stays as it is.
 */
export async function tidy(path: string, events: readonly Event[]): Promise<boolean> {
  const hour = events.reduce((latest, { at }) => Math.max(latest, hourOf(at)), 0)
  const kept = events.filter(({ op, at }) => op !== 'hit' || hourOf(at) === hour)
  if (events.length - kept.length < many) return false
  const draft = `${path}.tidy`
  try {
    await rm(draft, { force: true })
    const log = await openLog(draft, { format: 1 })
    try {
      await log.append(kept, { flush: true })
    } finally {
      await log.close()
    }
    await rename(draft, path)
    await syncFolder(dirname(path))
    return true
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
    return false
  }
}
