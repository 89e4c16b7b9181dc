/** A lock that knows whether its holder lives. A folder of numbered files: whoever made the highest number holds it. */
import { randomBytes, randomInt } from 'node:crypto'
import { closeSync, fchmodSync, ftruncateSync, linkSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, thisProcess, type Owner } from './alive.ts'
import { codeOf, DiskFault, faultOf, type Holder } from './fault.ts'
import { ensureFolder } from './folder.ts'

export type Lock = { release(): Promise<void> }
type Options = { wait: number; signal?: AbortSignal; note?: string }
type Claim = Owner & { note?: string }

/**
 * Takes the lock, waiting at most `wait` milliseconds for the holder; one that is dead is passed over, one that is
 * merely stopped is not. Throws DiskFault `busy` with the holder, `unwritable`, or an AbortError.
 */
export async function acquire(path: string, { wait, signal, note }: Options): Promise<Lock> {
  if (signal?.aborted) await pause(0, undefined, { signal })
  await ensureFolder(path)
  const until = performance.now() + wait
  const claim: Claim = { ...thisProcess(), ...(note !== undefined && { note }) }
  for (;;) {
    const top = highest(path)
    const other = livingClaim(path, top)
    if (!other) {
      const lock = take(path, top + 1, claim)
      if (lock) return lock
      continue
    }
    const left = until - performance.now()
    if (left <= 0) throw busy(path, other)
    await pause(Math.min(left, randomInt(5, 50)), undefined, signal ? { signal } : {})
  }
}

/** The living holder of the lock, if there is one. */
export async function holder(path: string): Promise<Holder | undefined> {
  const claim = livingClaim(path, highest(path))
  return claim && holderOf(claim)
}

/** Makes the number ours; undefined where another was first. It counts only while no higher one is seen after it. */
function take(path: string, number: number, claim: Claim): Lock | undefined {
  const place = join(path, String(number))
  const draft = join(path, `${randomBytes(8).toString('hex')}.tmp`)
  const fd = write(path, draft, claim)
  try {
    linkSync(draft, place)
    if (highest(path) === number) {
      tidy(path, number)
      return held(fd)
    }
    rmSync(place, { force: true })
  } catch (error) {
    // Another made this number first, or swept the draft away while it was half written.
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOENT') throw faultOf('unwritable', path, error)
  } finally {
    rmSync(draft, { force: true })
  }
  closeSync(fd)
  return undefined
}

function write(path: string, draft: string, claim: Claim): number {
  let fd: number | undefined
  try {
    fd = openSync(draft, 'wx', 0o600)
    fchmodSync(fd, 0o600)
    writeFileSync(fd, JSON.stringify(claim))
    return fd
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    rmSync(draft, { force: true })
    throw faultOf('unwritable', path, error)
  }
}

/** An empty file is a released one: it needs no space on a full disk, and the number stays taken. */
function held(fd: number): Lock {
  let open = true
  return {
    release: async () => {
      if (!open) return
      open = false
      ftruncateSync(fd)
      closeSync(fd)
    },
  }
}

/** Removes what is past. The number before ours stays, so that a listing never misses both it and its successor. */
function tidy(path: string, number: number): void {
  for (const name of readdirSync(path)) {
    const old = /^\d+$/.test(name) ? Number(name) < number - 1 : name.endsWith('.tmp') && !living(path, name)
    if (old) rmSync(join(path, name), { force: true })
  }
}

function highest(path: string): number {
  try {
    return Math.max(
      0,
      ...readdirSync(path)
        .filter((name) => /^\d+$/.test(name))
        .map(Number),
    )
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw faultOf('unreadable', path, error)
  }
}

const livingClaim = (path: string, number: number) =>
  number === 0 ? undefined : living(path, String(number))

function living(path: string, name: string): Claim | undefined {
  try {
    const claim = JSON.parse(readFileSync(join(path, name), 'utf8')) as Claim
    return typeof claim.pid === 'number' && isAlive(claim) ? claim : undefined
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined
    throw faultOf('unreadable', path, error)
  }
}

const holderOf = ({ pid, note }: Claim): Holder => ({ pid, ...(note !== undefined && { note }) })

const busy = (path: string, claim: Claim) =>
  new DiskFault('busy', path, `${path} is held by process ${claim.pid}`, { holder: holderOf(claim) })
