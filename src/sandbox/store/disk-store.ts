/** Keeps events in a log that survives kill -9. Requests that wait together share one turn and one flush. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openLog, type Log } from '../../disk/append-log.ts'
import { createBatcher } from '../../disk/batcher.ts'
import { DiskError } from '../../disk/disk-error.ts'
import { ensureFolder } from '../../disk/folder.ts'
import { acquire, type Lock } from '../../disk/lock.ts'
import type { Event } from './events.ts'
import type { EventStore, Turn } from './memory-store.ts'
import { tidy } from './compact-log.ts'

export const logOf = (folder: string): string => join(folder, 'events.log')
/** Has anything been kept in the folder? */
export const hasData = async (folder: string): Promise<boolean> =>
  stat(logOf(folder)).then(
    ({ size }) => size > 0,
    () => false,
  )
export const lockOf = (folder: string): string => join(folder, 'lock')

type Work = (news: Event[]) => Promise<Turn<unknown>>

/**
 * `owned`: the caller holds the folder's lock for as long as the store lives. Else each turn takes it, waiting at most
 * `wait` milliseconds, then throws DiskError `busy`. Where the folder cannot be written, turns that only read still work.
 */
export function diskStore(folder: string, { owned = false, wait = 10_000 } = {}): EventStore {
  const path = logOf(folder)
  let log: Log | undefined
  let known: string | undefined
  let place: Log['position'] | undefined
  let stale = false

  async function catchUp(writable: boolean): Promise<Event[]> {
    const replaced = known !== undefined && known !== (await identity(path))
    const anew = stale || replaced
    if (anew) await reopen()
    if (log && owned && !anew) return []
    const whole = log === undefined && place === undefined
    log ??= await openLog(path, { format: 1 })
    const from = place
    place = undefined
    const news: Event[] = []
    for await (const { record } of log.read(from)) news.push(record as Event)
    if (writable && whole && log.format === 1 && (await tidy(path, news))) {
      await log.close()
      log = await openLog(path, { format: 1 })
      await skip(log)
    }
    known = await identity(path)
    return anew ? [beginning, ...news] : news
  }

  async function reopen(): Promise<void> {
    await log?.close().catch(() => undefined)
    log = undefined
    known = undefined
    place = undefined
    stale = false
  }

  /** Leaves no file open between turns: others may go on with the log, and nobody says when we are done. */
  async function rest(): Promise<void> {
    place = log?.position
    await log?.close()
    log = undefined
  }

  async function keep(events: Event[], forget: boolean): Promise<void> {
    if (forget) {
      await reopen()
      await rm(path, { force: true })
    }
    if (events.length === 0) return
    await ensureFolder(folder)
    log ??= await openLog(path, { format: 1 })
    await log.append(events, { flush: events.some(({ op }) => op !== 'hit') })
    if (!owned) await skip(log)
    known = await identity(path)
  }

  async function together(batch: readonly Work[]): Promise<PromiseSettledResult<unknown>[]> {
    let lock: Lock | undefined
    let readOnly: DiskError | undefined
    try {
      if (!owned) lock = await acquire(lockOf(folder), { wait })
    } catch (error) {
      if (!isUnwritable(error)) throw error
      readOnly = error
    }
    try {
      const news = catchUp(!readOnly).catch(async (error: unknown) => {
        if (!readOnly || !isUnwritable(error)) throw error
        await reopen()
        return [beginning]
      })
      return await share(batch, await news, readOnly)
    } finally {
      if (!owned && batcher.waiting === 0) await rest()
      await lock?.release()
    }
  }

  async function share(
    batch: readonly Work[],
    news: Event[],
    readOnly: unknown,
  ): Promise<PromiseSettledResult<unknown>[]> {
    const events: Event[] = []
    let forget = false
    const done = await Promise.allSettled(
      batch.map(async (work, index) => {
        const turn = await work(index === 0 ? news : [])
        if (turn.forget) {
          forget = true
          events.length = 0
        }
        events.push(...turn.events)
        return turn
      }),
    )
    const problem =
      readOnly ??
      (await keep(events, forget).then(
        () => undefined,
        (error: unknown) => error,
      ))
    stale ||= problem !== undefined
    return done.map((result) => {
      if (result.status === 'rejected') return result
      if (problem !== undefined && changes(result.value)) return { status: 'rejected', reason: problem }
      return { status: 'fulfilled', value: result.value.value }
    })
  }

  const batcher = createBatcher(async (batch: readonly Work[]) =>
    together(batch).catch((error: unknown) => {
      stale = true
      throw error
    }),
  )

  return {
    turn: async <T>(work: (news: Event[]) => Promise<Turn<T>>) => batcher.add(work) as Promise<T>,
    close: async () => {
      await batcher.idle()
      await log?.close()
      log = undefined
    },
  }
}

const beginning: Event = { at: 0, op: 'reset' }

const isUnwritable = (error: unknown): error is DiskError =>
  error instanceof DiskError && (error.kind === 'unwritable' || error.kind === 'removed')

const changes = ({ events, forget }: Turn<unknown>) =>
  forget === true || events.some(({ op }) => op !== 'hit')

/** Reads on without looking: what is there is known already. */
async function skip(log: Log): Promise<void> {
  for await (const { line } of log.read()) void line
}

/** Which file has this name now. */
const identity = async (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ ino, birthtimeMs }) => `${ino}.${birthtimeMs}`,
    () => undefined,
  )
