import { appendFile, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { truncate, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog, type LogEntry, type Log } from '../../src/disk/append-log.ts'
import { machineDisk, type Disk } from '../../src/disk/disk.ts'
import { encodeLine } from '../../src/disk/log-format.ts'
import { bundle, start } from '../support/bundle.ts'

const place = async () => join(await mkdtemp(join(tmpdir(), 'movecli-log-')), 'log')
const open = async (path: string, disk?: Disk) => openLog(path, { format: 1, ...(disk && { disk }) })
const all = async (log: Log, from?: { offset: number; line: number }) => {
  const entries: LogEntry[] = []
  for await (const entry of log.read(from)) entries.push(entry)
  return entries
}
const records = async (log: Log) => (await all(log)).map(({ record }) => record)
const written = async (count: number) => {
  const path = await place()
  const log = await open(path)
  await log.append(
    Array.from({ length: count }, (_, at) => ({ at, word: 'ß€' })),
    { flush: true },
  )
  await log.close()
  return path
}

test('what is appended is read again, each entry once, with its line', async () => {
  const log = await open(await place())
  expect(await all(log)).toEqual([])
  await log.append([{ a: 1 }, { a: 'zwei\n' }], { flush: true })
  expect(await all(log)).toEqual([
    { record: { a: 1 }, line: 2 },
    { record: { a: 'zwei\n' }, line: 3 },
  ])
  const here = log.position
  await log.append([null], { flush: false })
  expect(await all(log)).toEqual([{ record: null, line: 4 }])
  expect(await all(log)).toEqual([])
  expect(await all(log, here)).toEqual([{ record: null, line: 4 }])
  await log.close()
})

test('a log sees what others append', async () => {
  const path = await written(1)
  const [reader, writer] = [await open(path), await open(path)]
  expect(await records(reader)).toHaveLength(1)
  await writer.append([{ b: 2 }], { flush: true })
  expect(await records(reader)).toEqual([{ b: 2 }])
  await Promise.all([reader.close(), writer.close()])
})

test('a reading that stops early goes on after the last entry it gave', async () => {
  const log = await open(await written(3))
  for await (const { line } of log.read()) if (line === 2) break
  expect((await all(log)).map(({ line }) => line)).toEqual([3, 4])
  await log.close()
})

test('a reading alone makes no file; the first append makes it with its format, 0600', async () => {
  const path = await place()
  const log = await open(path)
  await all(log)
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await log.append([1], { flush: true })
  expect(await readFile(path, 'utf8')).toBe(`${encodeLine({ format: 1 })}${encodeLine(1)}`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await log.close()
})

test('the last line, torn at any byte, is left out and then removed', async () => {
  const path = await written(3)
  const whole = await readFile(path)
  const last = whole.lastIndexOf(10, whole.length - 2) + 1
  for (let cut = last + 1; cut < whole.length; cut++) {
    await writeFile(path, whole.subarray(0, cut))
    const log = await open(path)
    expect(log.torn).toBe(true)
    expect(await records(log)).toHaveLength(2)
    await log.append([{ next: true }], { flush: true })
    expect(await records(log)).toEqual([{ next: true }])
    await log.close()
    const again = await open(path)
    expect(again.torn).toBe(false)
    expect(await records(again)).toHaveLength(3)
    await again.close()
  }
})

test.each([255, 256, 257, 700])(
  'a last line that is torn after %d KB is left out and removed, and what is before it stays',
  async (kilobytes) => {
    const path = await written(2)
    const whole = await readFile(path)
    await appendFile(path, encodeLine({ pad: 'x'.repeat(1024 * 1024) }).slice(0, kilobytes * 1024))
    const log = await open(path)
    expect(log.torn).toBe(true)
    expect(await records(log)).toHaveLength(2)
    await log.append([{ next: true }], { flush: true })
    expect(await records(log)).toEqual([{ next: true }])
    await log.close()
    expect(await readFile(path, 'utf8')).toBe(whole.toString() + encodeLine({ next: true }))
  },
)

test('a log whose first line is torn starts anew', async () => {
  const path = await written(0)
  const whole = await readFile(path)
  for (const cut of [0, 1, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, cut))
    const log = await open(path)
    expect(log.torn).toBe(cut > 0)
    await log.append([{ a: 1 }], { flush: true })
    expect(await records(log)).toEqual([{ a: 1 }])
    await log.close()
  }
})

test('damage at any byte of a line in the middle stops with its number', async () => {
  const path = await written(3)
  const whole = await readFile(path)
  const from = whole.indexOf(10) + 1
  const to = whole.indexOf(10, from)
  for (let at = from; at < to; at++) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= 1
    await writeFile(path, bytes)
    const log = await open(path)
    await expect(records(log)).rejects.toMatchObject({ kind: 'damaged', line: 2 })
    await log.close()
  }
})

test('a last line that is whole and wrong is damage, not torn', async () => {
  const path = await written(1)
  await appendFile(path, 'deadbeef {"a":1}\n')
  const log = await open(path)
  await expect(records(log)).rejects.toMatchObject({ kind: 'damaged', line: 3 })
  await log.close()
})

test('a file that is no log is damaged at line 1', async () => {
  const path = await place()
  await writeFile(path, 'hello\n')
  await expect(open(path)).rejects.toMatchObject({ kind: 'damaged', line: 1 })
  await writeFile(path, encodeLine({ other: 1 }))
  await expect(open(path)).rejects.toMatchObject({ kind: 'damaged', line: 1 })
})

test('a newer format is read and never written', async () => {
  const path = await place()
  const text = encodeLine({ format: 2 }) + encodeLine({ a: 1 })
  await writeFile(path, text)
  const log = await open(path)
  expect(log.format).toBe(2)
  expect(await records(log)).toEqual([{ a: 1 }])
  await expect(log.append([1], { flush: true })).rejects.toMatchObject({ kind: 'newer' })
  expect(await readFile(path, 'utf8')).toBe(text)
  await log.close()
})

test('callers of the same moment share one write, and each is told when its line is in the file', async () => {
  const path = await place()
  const log = await open(path)
  const lengths = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      await log.append([{ at }], { flush: at % 2 === 0 })
      return readFileSync(path, 'utf8').split('\n').length
    }),
  )
  expect(new Set(lengths)).toEqual(new Set([202]))
  expect(await records(log)).toEqual(Array.from({ length: 200 }, (_, at) => ({ at })))
  await log.close()
})

test('callers that come while others are written have their lines too, in order', async () => {
  const log = await open(await place())
  const first = log.append([0], { flush: true })
  await Promise.resolve()
  await Promise.resolve()
  await Promise.all([first, log.append([1], { flush: true }), log.append([2], { flush: false })])
  expect(await records(log)).toEqual([0, 1, 2])
  await log.close()
})

test('what cannot be JSON is refused and harms nobody else', async () => {
  const log = await open(await place())
  const [bad, good] = await Promise.allSettled([
    log.append([undefined], { flush: true }),
    log.append([1], { flush: true }),
  ])
  expect({ badStatus: bad.status, goodStatus: good.status }).toEqual({
    badStatus: 'rejected',
    goodStatus: 'fulfilled',
  })
  expect(await records(log)).toEqual([1])
  await log.close()
})

test('a log that was removed or replaced underneath takes no more', async () => {
  const path = await written(1)
  const log = await open(path)
  await log.append([1], { flush: true })
  await rm(path)
  await expect(log.append([2], { flush: true })).rejects.toMatchObject({ kind: 'removed' })
  await expect(records(log)).rejects.toMatchObject({ kind: 'removed' })
  await log.close()
})

test('a log that became shorter is damaged', async () => {
  const path = await written(3)
  const log = await open(path)
  await records(log)
  await truncate(path, 40)
  await expect(records(log)).rejects.toMatchObject({ kind: 'damaged' })
  await log.close()
})

test('a folder in its place, a link, or no folder above is said', async () => {
  const path = await place()
  await symlink('elsewhere', path)
  await expect(open(path)).rejects.toMatchObject({ kind: 'unsafe' })
  const log = await open(join(path, '..', 'missing', 'log'))
  await expect(log.append([1], { flush: true })).rejects.toMatchObject({ kind: 'unwritable' })
  await log.close()
  await expect(log.append([1], { flush: true })).rejects.toMatchObject({ kind: 'unwritable' })
})

test('a long log is read in pieces, lines across their edges too', async () => {
  const path = await place()
  const log = await open(path)
  const long = Array.from({ length: 300 }, (_, at) => ({ at, pad: 'é'.repeat(at * 7) }))
  long.push({ at: 300, pad: 'x'.repeat(600_000) })
  await log.append(long, { flush: false })
  expect(await records(log)).toEqual(long)
  await log.close()
})

test('a process killed while it appends loses nothing that it was told is on disk', async () => {
  const path = await place()
  const script = await bundle(`
    import { openLog } from 'src/disk/append-log.ts'
    async function main() {
      const log = await openLog(process.argv[2], { format: 1 })
      for (let at = 0; ; at++) {
        await log.append([{ at, pad: 'x'.repeat(at % 500) }], { flush: true })
        process.stdout.write(at + '\\n')
      }
    }
    main()`)
  const writer = start(script, [path])
  await writer.says('60\n')
  writer.child.kill('SIGKILL')
  const { stdout } = await writer.ended
  const told = stdout.trim().split('\n').length
  const log = await open(path)
  const kept = await records(log)
  expect(kept.length).toBeGreaterThanOrEqual(told)
  expect(kept.map((record) => (record as { at: number }).at)).toEqual(kept.map((_, at) => at))
  await log.close()
})

test('processes that start a log at once agree on its first line', async () => {
  const path = await place()
  const script = await bundle(`
    import { openLog } from 'src/disk/append-log.ts'
    import { acquire } from 'src/disk/lock.ts'
    async function main() {
      const lock = await acquire(process.argv[2] + '.lock', { wait: 10000 })
      const log = await openLog(process.argv[2], { format: 1 })
      await log.append([process.pid], { flush: true })
      await log.close()
      await lock.release()
    }
    main()`)
  const crowd = Array.from({ length: 5 }, () => start(script, [path]))
  await Promise.all(crowd.map(({ ended }) => ended))
  const log = await open(path)
  expect(new Set(await records(log))).toEqual(new Set(crowd.map(({ child }) => child.pid)))
  await log.close()
})

/** A disk of which one flush, once it is `slow`, waits for `end` and fails with what it is given. */
function slowDisk() {
  const disk = { ...machineDisk }
  let end!: (error?: Error) => void
  /** Resolves once that flush has begun. */
  const slow = async () =>
    new Promise<void>((begun) => {
      disk.flush = async () => {
        disk.flush = machineDisk.flush
        begun()
        await new Promise<void>((done, fail) => (end = (error) => (error ? fail(error) : done())))
      }
    })
  return { disk, slow, end: (error?: Error): void => end(error) }
}

test('what is put is in the file at once, in order, also while a flush is under way', async () => {
  const path = await place()
  const { disk, slow, end } = slowDisk()
  const log = await open(path, disk)
  expect(() => log.put(['early'])).toThrow('is not open to be written')
  await log.append([1], { flush: true })
  const begun = slow()
  const flushed = log.append([2], { flush: true })
  await begun
  log.put([3, 4])
  expect(await readFile(path, 'utf8')).toBe([{ format: 1 }, 1, 2, 3, 4].map(encodeLine).join(''))
  end()
  await flushed
  await log.append([5], { flush: false })
  expect(await records(log)).toEqual([1, 2, 3, 4, 5])
  await log.close()
  expect(() => log.put(['late'])).toThrow('is not open to be written')
})

test.each([
  ['keeps nothing of it', [], [1, 4]],
  ['keeps what was put behind it meanwhile', [3], [1, 2, 3, 4]],
])('a flush that fails is said, and %s', async (_, put, left) => {
  const path = await place()
  const { disk, slow, end } = slowDisk()
  const log = await open(path, disk)
  await log.append([1], { flush: true })
  const begun = slow()
  const refused = log.append([2], { flush: true })
  await begun
  if (put.length > 0) log.put(put)
  end(Object.assign(new Error('EIO'), { code: 'EIO' }))
  await expect(refused).rejects.toMatchObject({ kind: 'unwritable' })
  await log.append([4], { flush: true })
  expect(await records(log)).toEqual(left)
  await log.close()
})
