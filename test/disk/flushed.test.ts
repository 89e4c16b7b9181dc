/** What must outlive the machine is flushed before anything is built on it. */
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { fstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { openLog } from '../../src/disk/append-log.ts'
import { replaceFile } from '../../src/disk/atomic-write.ts'
import { rewriteJournal } from '../../src/journal/writes/log.ts'
import { visitRun } from '../../src/journal/runs/index/applied-content.ts'
import { indexedBytes } from '../../src/journal/runs/index/index-file.ts'
import { pruneRuns } from '../../src/journal/runs/prune.ts'
import { lockRunFor } from '../../src/journal/runs/run-lock.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { planned, putJournal } from '../journal/support.ts'
import { onFlush } from '../support/flushes.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

let stop = () => {}
afterEach(() => stop())

/** Every flush from now on: the name of the file at that moment, and its size. */
function watched() {
  const flushes: { path: string; size: number }[] = []
  stop = onFlush(async (fd, flush) => {
    flushes.push({ path: readlinkSync(`/proc/self/fd/${fd}`), size: fstatSync(fd).size })
    return flush()
  })
  return flushes
}
/** The names, with that of a draft without its random part. */
const names = (flushes: readonly { path: string }[]) =>
  flushes.map(({ path }) => basename(path).replace(/\.[0-9a-f]{12}\.tmp$/, ' (draft)'))

test('a replaced file is on disk before it takes its name, and its folder after', async () => {
  const folder = freshFolder()
  const flushes = watched()
  await replaceFile(join(folder, 'file'), 'twelve bytes')
  expect(names(flushes)).toEqual(['file (draft)', basename(folder)])
  expect(flushes[0]?.size).toBe(12)
})

test('credentials and a rewritten journal are flushed so', async () => {
  const state = freshFolder()
  putJournal(state, [planned('aa')])
  const flushes = watched()
  await changeCredentials(state, 'ops', () => ({ origin: 'https://a.example', apiKey: 'k' }))
  await rewriteJournal(state, () => [])
  const size = (name: string) => flushes.find(({ path }) => basename(path).startsWith(name))?.size
  expect(names(flushes)).toEqual(
    expect.arrayContaining(['credentials.json (draft)', basename(state), 'writes.log (draft)', 'journal']),
  )
  expect(size('credentials.json')).toBe(statSync(join(state, 'credentials.json')).size)
  expect(size('writes.log')).toBe(statSync(join(state, 'journal/writes.log')).size)
})

test('a new log is flushed with its folder, and a record with its flush', async () => {
  const folder = freshFolder()
  const flushes = watched()
  const log = await openLog(join(folder, 'log'), { format: 1 })
  await log.append([{ a: 1 }], { flush: true })
  await log.close()
  expect(names(flushes)).toEqual(['log (draft)', basename(folder), 'log'])
  expect(flushes.at(-1)?.size).toBe(statSync(join(folder, 'log')).size)
})

test.each([
  'token claim --yes',
  'nft mint -f a=b --yes',
  'motion submit --steps 5',
  'kyc submit -f a=b --yes',
  'user settings -f a=b',
])('the record of %s is on disk as a whole before its request leaves', async (line) => {
  const home = freshFolder()
  const journal = join(home, '.local/state/movecli/journal/writes.log')
  const flushes = watched()
  const sandbox = createSandbox()
  let left = 0
  const transport: Transport = async (request) => {
    if (request.method !== 'GET') {
      const last = flushes.findLast(({ path }) => path === journal)
      expect(last?.size).toBe(statSync(journal).size)
      expect(readFileSync(journal, 'utf8')).toContain('"state":"sending"')
      left += 1
    }
    return sandbox(request)
  }
  await movecli(`${line} -n sandbox`, { home, transport })
  expect(left).toBe(1)
})

test('no row of a bulk run leaves before the plan that names it is on disk', async () => {
  const home = freshFolder()
  const input = join(home, 'rows.ndjson')
  writeFileSync(input, Array.from({ length: 200 }, (_, n) => `{"steps":${n + 1}}\n`).join(''))
  const flushes = watched()
  const sandbox = createSandbox()
  const early: number[] = []
  let left = 0
  const transport: Transport = async (request) => {
    if (request.method !== 'GET') {
      left += 1
      const { steps } = JSON.parse(Buffer.from(request.body ?? []).toString()) as { steps: number }
      if (!plannedIn(flushes).includes(steps)) early.push(steps)
    }
    return sandbox(request)
  }
  await movecli(`motion submit --from ${input} -n sandbox`, { home, transport })
  expect({ left, early }).toEqual({ left: 200, early: [] })
})

test.each([
  ['a row of a run', 'motion submit --from rows.ndjson --run r --max-wait 1s', 'rows.log'],
  ['a single write', 'motion submit --steps 1 --proof p', 'writes.log'],
])('a verdict on %s is on disk before it is said', async (_, line, name) => {
  const home = freshFolder()
  const rows = join(home, 'rows.ndjson')
  writeFileSync(rows, '{"steps":1}\n')
  const setting = { home, sleep: async () => {}, env: { MOVECLI_SANDBOX_FAULTS: 'POST *:drop-before' } }
  await movecli(`${line.replace('rows.ndjson', rows)} -n sandbox`, setting)
  const [{ id }] = JSON.parse((await movecli('journal ls --state unknown --json', { home })).stdout) as [
    { id: string },
  ]
  const flushes = watched()
  expect((await movecli(`journal resolve ${id} --as applied`, { home })).code).toBe(0)
  const last = flushes.findLast(({ path }) => basename(path) === name)
  expect(last?.size).toBe(statSync(last!.path).size)
  expect(readFileSync(last!.path, 'utf8')).toContain('"state":"resolved"')
})

test('an index covers no byte of a journal that is not on disk', async () => {
  const home = freshFolder()
  writeFileSync(join(home, 'rows.ndjson'), '{"steps":1}\n{"steps":2}\n')
  await movecli(`motion submit --from ${home}/rows.ndjson --run r -n sandbox`, { home })
  const runs = join(home, '.local/state/movecli/journal/runs/r')
  const folder = join(runs, readdirSync(runs)[0]!)
  rmSync(join(folder, 'digests'))
  const flushes = watched()
  await visitRun(folder, () => {}, true)
  const journal = statSync(join(folder, 'rows.log')).size
  expect(names(flushes).slice(0, 2)).toEqual(['rows.log', 'digests (draft)'])
  expect({ flushes: flushes[0]?.size, indexedBytes: await indexedBytes(folder) }).toEqual({
    flushes: journal,
    indexedBytes: journal,
  })
})

/** The lines of the input that a run's journal names, as far as it was flushed. */
function plannedIn(flushes: readonly { path: string; size: number }[]): number[] {
  const last = flushes.findLast(({ path }) => basename(path) === 'rows.log')
  if (!last) return []
  const text = readFileSync(last.path).subarray(0, last.size).toString()
  return (text.match(/\{"state":"planned".*/g) ?? []).flatMap((line) =>
    (JSON.parse(line) as { rows: [row: string, line: number][] }).rows.map(([, number]) => number),
  )
}

test('drafts that a killed process left beside credentials go with the next change, and others stay', async () => {
  const state = freshFolder()
  const left = [
    'credentials.json.0123456789ab.tmp',
    'credentials.json.tmp',
    'credentials.json.bak',
    'x.0123456789ab.tmp',
  ]
  for (const name of left) writeFileSync(join(state, name), '{"apiKey":"secret"}')
  await changeCredentials(state, 'ops', () => undefined)
  expect(
    readdirSync(state)
      .filter((name) => left.includes(name))
      .toSorted(),
  ).toEqual(left.slice(1).toSorted())
})

test('bulk sends nothing beside a journal of a newer format', async () => {
  const home = freshFolder()
  putJournal(join(home, '.local/state/movecli'), [], '', 99)
  const rows = join(home, 'rows.ndjson')
  writeFileSync(rows, '{"steps":1}\n')
  let sent = 0
  const sandbox = createSandbox()
  const transport: Transport = async (request) => (
    (sent += request.method === 'GET' ? 0 : 1),
    sandbox(request)
  )
  const { code, stderr } = await movecli(`motion submit --from ${rows} -n sandbox`, { home, transport })
  expect({ code, sent }).toEqual({ code: 3, sent: 0 })
  expect(stderr).toContain('newer movecli')
})

test('a run that was old and went on while its prune waited is kept', async () => {
  const home = freshFolder()
  writeFileSync(join(home, 'rows.ndjson'), '{"steps":1}\n')
  await movecli(`motion submit --from ${home}/rows.ndjson --run r -n sandbox`, { home })
  const state = join(home, '.local/state/movecli')
  const runs = join(state, 'journal/runs/r')
  const folder = join(runs, readdirSync(runs)[0]!)
  const journal = join(folder, 'rows.log')
  utimesSync(journal, 1, 1)
  const verdict = await lockRunFor(folder, 'verdict')
  const pruned = pruneRuns(state, Date.now() - 60_000, { keep: false })
  // By then it has looked once, and waits.
  await pause(300)
  utimesSync(journal, new Date(), new Date())
  await verdict.release()
  expect([await pruned, statSync(journal).size > 0]).toEqual([0, true])
})

test('a run at work is not pruned, however old it is', async () => {
  const home = freshFolder()
  const rows = join(home, 'rows.ndjson')
  writeFileSync(rows, '{"steps":1}\n{"steps":2}\n')
  const sandbox = createSandbox()
  const journal = () => {
    const scope = join(home, '.local/state/movecli/journal/runs/one')
    return join(scope, readdirSync(scope)[0]!, 'rows.log')
  }
  const pruned: string[] = []
  const transport: Transport = async (request) => {
    if (request.method !== 'GET') {
      utimesSync(journal(), 1, 1)
      pruned.push((await movecli('journal prune --before 1d --json', { home })).stdout)
    }
    return sandbox(request)
  }
  const line = `motion submit --from ${rows} --run one --concurrency 1 -n sandbox`
  expect((await movecli(line, { home, transport })).code).toBe(10)
  expect(pruned.map((text) => (JSON.parse(text) as { runs_dropped: number }).runs_dropped)).toEqual([0, 0])
  // Between two rows nothing is unresolved: its lock alone says that it is at work.
  utimesSync(journal(), 1, 1)
  const lock = await lockRunFor(dirname(journal()), 'sending')
  for (const dry of ['', ' --dry-run'])
    expect((await movecli(`journal prune --before 1d --json${dry}`, { home })).stdout).toContain(
      '"runs_dropped":0',
    )
  await lock.release()
  expect((await movecli('journal prune --before 1d --json', { home })).stdout).toContain('"runs_dropped":1')
  expect(readdirSync(join(home, '.local/state/movecli/journal'))).not.toContain('pruned')
})
