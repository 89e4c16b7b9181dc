/** Keeps the log short: requests that only counted for an hour long gone are dropped. */
import { rm } from 'node:fs/promises'
import { openLog } from '../../disk/append-log.ts'
import { replaceBy } from '../../disk/atomic-write.ts'
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
    await replaceBy(path, async () => writeLog(draft, kept), { draft })
    return true
  } catch {
    return false
  }
}

async function writeLog(path: string, events: readonly Event[]): Promise<void> {
  const log = await openLog(path, { format: 1 })
  try {
    await log.append(events, { flush: true })
  } finally {
    await log.close()
  }
}
