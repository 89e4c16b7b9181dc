/** Where the processes of this machine count their requests: lines of time and count, one file for each hour of the clock. */
import { createHash } from 'node:crypto'
import { appendFile, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../disk/fault.ts'
import { ensureFolder } from '../disk/folder.ts'
import { acquire } from '../disk/lock.ts'
import { createWindow, type Count, type CountStore } from './budget.ts'

const hourMs = 3_600_000

/** The folder of the counts for one origin and API key; the key itself is not in it. */
export const countsFolder = (state: string, origin: string, apiKey: string): string =>
  join(state, 'limits', createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex').slice(0, 16))

/** Counts one request; without a lock, for single commands are never held back. Where nothing can be written it is not counted. */
export async function countOne(folder: string, now: Date): Promise<void> {
  await add(folder, [{ at: now.getTime(), count: 1 }]).catch(() => undefined)
}

/** The counts as bulk uses them. `exchange` throws DiskFault where the folder cannot be locked or written. */
export function fileCounts(folder: string, signal?: AbortSignal): CountStore {
  const read = reader(folder)
  let tidied = false
  return {
    async exchange(now, decide) {
      const lock = await acquire(join(folder, 'lock'), { wait: 30_000, ...(signal && { signal }) })
      try {
        if (!tidied) await tidy(folder, now)
        tidied = true
        await add(folder, decide(await read(now)))
      } finally {
        await lock.release()
      }
    },
  }
}

/** What counts now, as far as it can be read. */
export const readCounts = async (folder: string, now: Date) => reader(folder)(now.getTime())

/** Reads on from where it stopped; a window reaches back over three files at most. */
function reader(folder: string) {
  const window = createWindow()
  const places = new Map<number, number>()
  return async (now: number) => {
    const current = hourOf(now)
    for (const hour of [current - 2, current - 1, current]) {
      const { text, end } = await readFrom(fileOf(folder, hour), places.get(hour) ?? 0)
      places.set(hour, end)
      for (const line of text.split('\n')) {
        const [, at, count] = /^(\d{1,15}) (-?\d{1,9})$/.exec(line) ?? []
        if (at !== undefined && Number(at) <= now + hourMs)
          window.add({ at: Number(at), count: Number(count) })
      }
    }
    return window
  }
}

/** Whole lines from a place on; a line that is cut off is left for later. */
async function readFrom(path: string, from: number): Promise<{ text: string; end: number }> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
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
async function add(folder: string, counts: readonly Count[]): Promise<void> {
  for (const { at, count } of counts) {
    const write = async () => appendFile(fileOf(folder, hourOf(at)), `\n${at} ${count}\n`, { mode: 0o600 })
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      await ensureFolder(folder)
      await write()
    })
  }
}

async function tidy(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, hour] = /^(\d+)\.log$/.exec(name) ?? []
    if (hour !== undefined && Number(hour) < hourOf(now) - 3) await rm(join(folder, name), { force: true })
  }
}

const hourOf = (at: number): number => Math.floor(at / hourMs)
const fileOf = (folder: string, hour: number): string => join(folder, `${hour}.log`)
