/** Where the processes of this machine count their requests: lines of time and count, one file for each hour of the clock. */
import { createHash } from 'node:crypto'
import { appendFile, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bootId } from '../disk/liveness.ts'
import { errnoOf, unlessMissing } from '../disk/disk-error.ts'
import { ensureFolder } from '../disk/folder.ts'
import { acquire } from '../disk/lock.ts'
import { countsFor, createWindow, hourMs, type Count, type CountStore, type Window } from './budget.ts'

/**
 * The clock on the wall, and one that nobody sets, in milliseconds: what was counted
 * keeps its age when the first is put right.
 */
export type Moment = { wall: number; ticks: number }

/** The folder of the counts for one origin and API key; the key itself is not in it. */
export const countsFolder = (state: string, origin: string, apiKey: string): string =>
  join(state, 'limits', createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex').slice(0, 16))

/**
 * Counts one request; without a lock, for single commands are never held back. Where
 * nothing can be written it is not counted.
 */
export async function countOne(folder: string, now: Moment): Promise<void> {
  await add(folder, [{ at: now.ticks, count: 1 }], now).catch(() => undefined)
}

/** The counts as bulk uses them. `exchange` throws DiskError where the folder cannot be locked or written. */
export function fileCounts(folder: string, now: () => Moment, signal?: AbortSignal): CountStore {
  const read = countsReader(folder)
  let tidied = false
  return {
    async exchange(_, decide) {
      const patience = { wait: 30_000, each: true, ...(signal && { signal }) }
      const lock = await acquire(join(folder, 'lock'), patience)
      try {
        const at = now()
        const { window, over } = await read(at)
        if (!tidied) for (const name of over) await rm(join(folder, name), { force: true })
        tidied = true
        await add(folder, decide(window), at)
      } finally {
        await lock.release()
      }
    },
  }
}

/** What counts now, as far as it can be read; by its ticks. */
export const readCounts = async (folder: string, now: Moment): Promise<Window> =>
  (await countsReader(folder)(now)).window

/** Reads on in every file, since a clock that may be set names them. `over`: those of which nothing counts any more. */
function countsReader(folder: string) {
  const window = createWindow()
  const places = new Map<string, { end: number; last: number }>()
  return async (now: Moment): Promise<{ window: Window; over: string[] }> => {
    const names = (await logNames(folder)).filter((name) => /^\d+\.log$/.test(name))
    for (const name of names) {
      const place = places.get(name) ?? { end: 0, last: -Infinity }
      const { text, end } = await readFrom(join(folder, name), place.end)
      for (const line of text.split('\n')) {
        const count = countIn(line, now)
        if (!count) continue
        window.add(count)
        place.last = Math.max(place.last, count.at)
      }
      places.set(name, { ...place, end })
    }
    const current = fileOf(folder, now.wall)
    const isOver = (name: string) => places.get(name)!.last + countsFor <= now.ticks
    return { window, over: names.filter((name) => isOver(name) && join(folder, name) !== current) }
  }
}

/** A clock that was ahead by more was wrong, and what it says is no time. */
const mostAheadMs = 24 * hourMs

/**
 * `<wall> <count> <ticks> <boot> [<tag>]`. Ticks of this run of the machine tell the age;
 * else the wall clock, and at least 0.
 */
function countIn(line: string, now: Moment): Count | undefined {
  const [, wall, count, ticks, boot, tag] =
    /^(\d{1,15}) (-?\d{1,9})(?: (\d{1,15}) (\S{1,12})(?: (\S{1,12}))?)?$/.exec(line) ?? []
  if (wall === undefined) return undefined
  const age = boot === thisBoot() ? now.ticks - Number(ticks) : now.wall - Number(wall)
  if (age < -mostAheadMs) return undefined
  return { at: now.ticks - Math.max(0, age), count: Number(count), ...(tag !== undefined && { tag }) }
}

let ownBootId: string | undefined
const thisBoot = (): string => (ownBootId ??= bootId()?.slice(0, 8) ?? '-')

/** Whole lines from a place on; a line that is cut off is left for later. */
async function readFrom(path: string, from: number): Promise<{ text: string; end: number }> {
  const handle = await open(path, 'r').catch(unlessMissing)
  if (!handle) return { text: '', end: from }
  try {
    const { size } = await handle.stat()
    if (size <= from) return { text: '', end: from }
    const bytes = Buffer.alloc(size - from)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
    const whole = bytes.subarray(0, bytesRead).lastIndexOf(10) + 1
    return { text: bytes.toString('latin1', 0, whole), end: from + whole }
  } finally {
    await handle.close()
  }
}

/** Each line begins anew, so that one which a full disk cut off takes no other with it. */
async function add(folder: string, counts: readonly Count[], now: Moment): Promise<void> {
  for (const { at, count, tag } of counts) {
    const wall = Math.max(0, Math.round(now.wall - now.ticks + at))
    const words = [wall, count, Math.max(0, Math.round(at)), thisBoot(), tag].filter(
      (each) => each !== undefined,
    )
    const write = async () => appendFile(fileOf(folder, wall), `\n${words.join(' ')}\n`, { mode: 0o600 })
    await write().catch(async (error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw error
      await ensureFolder(folder)
      await write()
    })
  }
}

const logNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessMissing)) ?? []

const fileOf = (folder: string, wall: number): string => join(folder, `${Math.floor(wall / hourMs)}.log`)
