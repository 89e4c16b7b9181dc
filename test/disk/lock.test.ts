import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { lifeOf, thisProcess } from '../../src/disk/liveness.ts'
import type { ProcessIdentity } from '../../src/disk/process-identity.ts'
import { machineDisk, type Disk } from '../../src/disk/disk.ts'
import { DiskError } from '../../src/disk/disk-error.ts'
import { acquire, free, holder } from '../../src/disk/lock.ts'
import { bundle, start } from '../support/bundle.ts'

const place = async () => join(await mkdtemp(join(tmpdir(), 'movecli-lock-')), 'lock')
const children: ReturnType<typeof start>[] = []
afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

/** A process that holds the lock until it is killed. */
async function holdingProcess(path: string, note = '') {
  const script = await bundle(`
    import { acquire } from 'src/disk/lock.ts'
    acquire(process.argv[2], { wait: 5000, note: process.argv[3] }).then(() => {
      console.log('held')
      setInterval(() => {}, 1000)
    })`)
  const held = start(script, [path, note])
  children.push(held)
  await held.says('held')
  return held
}

/** Puts the claim of another process into a lock. */
type Change = { [part in keyof ProcessIdentity]?: ProcessIdentity[part] | undefined }
async function claimed(path: string, change: Change): Promise<void> {
  mkdirSync(path, { mode: 0o700 })
  await writeFile(join(path, '1'), JSON.stringify({ ...thisProcess(), ...change }))
}

const fault = async (attempt: Promise<unknown>): Promise<DiskError> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DiskError)
  return error as DiskError
}

test('two holders in one process wait for each other', async () => {
  const path = await place()
  const first = await acquire(path, { wait: 0 })
  expect((await fault(acquire(path, { wait: 20 }))).kind).toBe('busy')
  await first.release()
  const second = await acquire(path, { wait: 0 })
  await second.release()
})

test('a lock names its living holder and its note, and nobody once it is released', async () => {
  const path = await place()
  expect(await holder(path)).toBeUndefined()
  const lock = await acquire(path, { wait: 0, note: 'http://127.0.0.1:4017/v1' })
  expect(await holder(path)).toEqual({
    ...thisProcess(),
    note: 'http://127.0.0.1:4017/v1',
    life: 'alive',
  })
  await lock.release()
  expect(await holder(path)).toBeUndefined()
})

test('a busy lock says which process has it', async () => {
  const path = await place()
  const { child } = await holdingProcess(path, 'a note')
  expect((await fault(acquire(path, { wait: 0 }))).holder).toMatchObject({
    pid: child.pid,
    note: 'a note',
    life: 'alive',
  })
})

test('a stopped holder still holds', async () => {
  const path = await place()
  const { child } = await holdingProcess(path)
  child.kill('SIGSTOP')
  expect((await fault(acquire(path, { wait: 300 }))).kind).toBe('busy')
})

test('a killed holder holds no more', async () => {
  const path = await place()
  const { child, ended } = await holdingProcess(path)
  child.kill('SIGKILL')
  await ended
  await acquire(path, { wait: 0 })
  expect((await holder(path))?.pid).toBe(process.pid)
})

test.runIf(process.platform === 'linux')(
  'a holder that has ended is gone, though its parent has not asked what became of it',
  async () => {
    const path = await place()
    // The child waits for its parent to be a program that asks after no child.
    const parent = spawn('sh', ['-c', 'read line <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = (await once(parent.stdout!, 'data')) as [Buffer]
    const pid = Number(line.toString())
    await expect
      .poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8'), { timeout: 30_000 })
      .toBe('sleep\n')
    ;(parent.stdio[3] as Writable).end('\n')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 30_000 }).toMatch(/\) Z /)
    await claimed(path, { pid, start: undefined })
    await (await acquire(path, { wait: 0 })).release()
  },
)

test('a holder of another start of the same number is gone', async () => {
  const path = await place()
  await claimed(path, { start: '1' })
  expect(await holder(path)).toBeUndefined()
  await acquire(path, { wait: 0 })
  expect((await holder(path))?.pid).toBe(process.pid)
})

test("a holder that is passed over and lives after all learns that the lock is another's", async () => {
  const path = await place()
  const first = await acquire(path, { wait: 0 })
  // As if what tells its start were wrong.
  await writeFile(join(path, '1'), JSON.stringify({ ...thisProcess(), start: '1', token: 'x' }))
  expect(first.isOurs()).toBe(true)
  const second = await acquire(path, { wait: 0 })
  expect([first.isOurs(), second.isOurs()]).toEqual([false, true])
  await first.release()
  expect([second.isOurs(), (await holder(path))?.pid]).toEqual([true, process.pid])
})

test('a lock whose folder was replaced by its copy is no longer ours', async () => {
  const path = await place()
  const lock = await acquire(path, { wait: 0 })
  await rename(path, `${path}.old`)
  expect(lock.isOurs()).toBe(false)
  await cp(`${path}.old`, path, { recursive: true })
  expect(lock.isOurs()).toBe(false)
  await rm(path, { recursive: true })
  await rename(`${path}.old`, path)
  expect(lock.isOurs()).toBe(true)
  await lock.release()
})

const elsewhere: [string, Change][] = [
  ['another boot', { boot: 'another' }],
  ['another pid namespace', { space: 'pid:[1]' }],
  ['another time namespace', { clock: 'time:[1]', start: '1' }],
  ['another machine', { machine: 'another' }],
  ['no boot', { boot: undefined }],
  ['no pid namespace', { space: undefined }],
  ['no time namespace', { clock: undefined }],
  ['no machine', { machine: undefined }],
]

test.each(elsewhere)(
  'a holder of %s is held to be alive until a person says that it is gone',
  async (_, change) => {
    const path = await place()
    // A number that no process has: where it can be looked at, it is gone.
    await claimed(path, { pid: 2 ** 22 + 1, ...change })
    expect(await holder(path)).toMatchObject({ pid: 2 ** 22 + 1, life: 'unclear' })
    const refused = await fault(acquire(path, { wait: 0 }))
    expect({ kind: refused.kind, life: refused.holder?.life }).toEqual({ kind: 'busy', life: 'unclear' })
    expect(refused.message).toContain('another container, another machine or an earlier start of this one')
    await free(path)
    const lock = await acquire(path, { wait: 0 })
    await lock.release()
  },
)

test('a lock whose holder is seen to live is not freed', async () => {
  const path = await place()
  await acquire(path, { wait: 0 })
  expect(await fault(free(path))).toMatchObject({ kind: 'busy', holder: { pid: process.pid, life: 'alive' } })
  expect((await holder(path))?.pid).toBe(process.pid)
})

test('where there was no /proc on either side, the process number alone decides', () => {
  const here = { pid: process.pid, machine: 'm' }
  expect(lifeOf({ pid: process.pid, machine: 'm' }, here)).toBe('alive')
  expect(lifeOf({ pid: 2 ** 22 + 1, machine: 'm' }, here)).toBe('gone')
})

test('a number made behind others that came and went does not count', async () => {
  const path = await place()
  await (await acquire(path, { wait: 0 })).release()
  const link: Disk['link'] = (draft, name) => {
    // Meanwhile others took turns, tidied up, and one of them holds the lock.
    writeFileSync(join(path, '4'), JSON.stringify(thisProcess()))
    machineDisk.link(draft, name)
  }
  expect((await fault(acquire(path, { wait: 0, disk: { ...machineDisk, link } }))).kind).toBe('busy')
  expect(await readdir(path)).not.toContain('2')
})

/** What fails with this error code. */
const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test.each(['truncate', 'close', 'remove'] as const)(
  'a lock is given back to this process though %s fails, and nothing is thrown',
  async (name) => {
    const path = await place()
    const disk = { ...machineDisk }
    const lock = await acquire(path, { wait: 0, disk })
    disk[name] = failing('EIO')
    await lock.release()
    await acquire(path, { wait: 0 })
  },
)

test.each(['remove', 'list'] as const)(
  'a lock that is taken stays so though %s fails afterwards',
  async (name) => {
    const path = await place()
    await (await acquire(path, { wait: 0 })).release()
    let calls = 0
    const fails = failing('EROFS')
    // The folder is listed for the highest number before and after the claim; tidying lists it once more.
    const list = (folder: string) => (++calls < 3 ? machineDisk.list(folder) : fails())
    const disk = { ...machineDisk, ...(name === 'list' ? { list } : { remove: fails }) }
    const lock = await acquire(path, { wait: 0, disk })
    expect((await holder(path))?.pid).toBe(process.pid)
    await lock.release()
  },
)

test('a number that was taken where nobody can look whether it holds is no holder', async () => {
  const path = await place()
  let calls = 0
  const fails = failing('EIO')
  const list = (folder: string) => (++calls === 1 ? machineDisk.list(folder) : fails())
  await fault(acquire(path, { wait: 0, disk: { ...machineDisk, list } }))
  await (await acquire(path, { wait: 0 })).release()
})

test('a file system without hard links is named as what it is', async () => {
  const path = await place()
  const disk = { ...machineDisk, link: failing('EPERM') }
  const refused = await fault(acquire(path, { wait: 0, disk }))
  expect({ kind: refused.kind, message: refused.message }).toEqual({
    kind: 'unfit',
    message: `${path} is on a file system without hard links`,
  })
})

test('a link in the place of a lock is refused, and nothing behind it is touched', async () => {
  const path = await place()
  const data = await mkdtemp(join(tmpdir(), 'movecli-data-'))
  for (const name of ['1', '7', '2024', 'draft.tmp', 'abcdef0123456789.tmp'])
    await writeFile(join(data, name), '')
  await symlink(data, path)
  expect((await fault(acquire(path, { wait: 0 }))).kind).toBe('unsafe')
  expect((await readdir(data)).toSorted()).toEqual(['1', '2024', '7', 'abcdef0123456789.tmp', 'draft.tmp'])
})

test('releasing twice leaves the next holder alone', async () => {
  const path = await place()
  const first = await acquire(path, { wait: 0 })
  await first.release()
  await acquire(path, { wait: 0 })
  await first.release()
  expect((await holder(path))?.pid).toBe(process.pid)
})

test('numbers never go back and old files do not pile up', async () => {
  const path = await place()
  for (let turn = 0; turn < 20; turn++) await (await acquire(path, { wait: 0 })).release()
  expect((await readdir(path)).map(Number).sort((a, b) => a - b)).toEqual([19, 20])
})

test('a draft that a dead process left is swept away', async () => {
  const path = await place()
  await (await acquire(path, { wait: 0 })).release()
  await writeFile(join(path, 'deadbeef.tmp'), '{"pid":')
  await (await acquire(path, { wait: 0 })).release()
  expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a draft of a process that lives is left to it', async () => {
  const path = await place()
  await (await acquire(path, { wait: 0 })).release()
  await writeFile(join(path, 'deadbeef.tmp'), JSON.stringify({ ...thisProcess(), token: 'x' }))
  await (await acquire(path, { wait: 0 })).release()
  expect(await readdir(path)).toContain('deadbeef.tmp')
})

test('a wait ends with its signal', async () => {
  const path = await place()
  await acquire(path, { wait: 0 })
  const stopping = new AbortController()
  const waiting = acquire(path, { wait: 60_000, signal: stopping.signal })
  setTimeout(() => stopping.abort('SIGINT'), 20)
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await expect(acquire(path, { wait: 0, signal: stopping.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('never two at once: processes that take turns, some killed, some stopped, while they hold', async () => {
  const path = await place()
  const diary = `${path}.diary`
  const script = await bundle(`
    import { appendFileSync } from 'node:fs'
    import { acquire } from 'src/disk/lock.ts'
    const [, , path, diary, end] = process.argv
    async function turns() {
      for (let turn = 0; turn < 25; turn++) {
        const lock = await acquire(path, { wait: 20000 })
        const mine = process.pid + ':' + turn
        appendFileSync(diary, 'in ' + mine + '\\n')
        if (end === 'kill' && turn === 10) process.kill(process.pid, 'SIGKILL')
        if (end === 'stop' && turn === 10) process.kill(process.pid, 'SIGSTOP')
        if (turn % 3 === 0) await new Promise((r) => setTimeout(r, 1))
        appendFileSync(diary, 'out ' + mine + '\\n')
        await lock.release()
      }
    }
    turns()`)
  const crowd = ['', '', '', 'kill', 'kill', 'stop'].map((end) => start(script, [path, diary, end]))
  children.push(...crowd)
  const stopped = crowd[5]!.child
  const waking = setInterval(() => stopped.kill('SIGCONT'), 150)
  const ends = await Promise.all(crowd.map(({ ended }) => ended))
  clearInterval(waking)
  expect(ends.map(({ code, signal }) => code ?? signal)).toEqual([0, 0, 0, 'SIGKILL', 'SIGKILL', 0])
  const lines = (await readFile(diary, 'utf8')).trim().split('\n')
  const killed = crowd.slice(3, 5).map(({ child }) => `${child.pid}:10`)
  const together: string[] = []
  let inside: string | undefined
  for (const line of lines) {
    const [what, who] = line.split(' ')
    // Whoever was killed inside never came out; the next one in may follow.
    const fits = what === 'out' ? who === inside : inside === undefined || killed.includes(inside)
    if (!fits) together.push(`${line} while ${inside} is inside`)
    inside = what === 'in' ? who : undefined
  }
  expect(together).toEqual([])
  expect(lines.filter((line) => line.startsWith('in'))).toHaveLength(4 * 25 + 2 * 11)
})

test('a crowd that moves on is waited for: the wait is for each holder', async () => {
  const path = await place()
  await claimed(path, {})
  const wait = 3000
  const second = acquire(path, { wait, each: true })
  const all = fault(acquire(path, { wait }))
  let number = 1
  for (const began = performance.now(); performance.now() - began < wait * 1.4;) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    // At once with all that is in it: half a claim is none.
    await writeFile(join(path, 'next'), JSON.stringify(thisProcess()))
    await rename(join(path, 'next'), join(path, String(++number)))
  }
  const late = new Promise<string>((resolve) => setTimeout(resolve, 1000, 'it waits still'))
  expect(await Promise.race([all.then(({ kind }) => kind), late])).toBe('busy')
  await writeFile(join(path, String(number)), '')
  await (await second).release()
})

test('a holder whose lock was freed, or went on to another, knows that it is no longer its own', async () => {
  const path = await place()
  const lock = await acquire(path, { wait: 0 })
  expect(lock.isOurs()).toBe(true)
  // What `free` does for those who cannot see that the holder lives.
  truncateSync(join(path, '1'))
  expect(lock.isOurs()).toBe(false)
  const next = await acquire(path, { wait: 0 })
  expect({ lockIsOurs: lock.isOurs(), nextIsOurs: next.isOurs() }).toEqual({
    lockIsOurs: false,
    nextIsOurs: true,
  })
  rmSync(path, { recursive: true })
  expect(next.isOurs()).toBe(false)
  await next.release()
})
