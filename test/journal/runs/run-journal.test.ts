/** The journal of a run under the hands of the one process that holds it, or held it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineDisk, type Disk } from '../../../src/disk/disk.ts'
import { thisProcess } from '../../../src/disk/liveness.ts'
import { createTable } from '../../../src/journal/runs/index/row-table.ts'
import { memoryOf } from '../../../src/journal/runs/log-records.ts'
import { digest, encodeDigest } from '../../../src/journal/runs/row-digest.ts'
import { openRunJournal, type RowKey } from '../../../src/journal/runs/run-journal.ts'
import { lockRun } from '../../../src/journal/runs/run-lock.ts'
import { folderOf, indexIn, planIn, type RunLocation } from '../../../src/journal/runs/run-paths.ts'
import { freshFolder } from '../../support/movecli.ts'

const rowOf = (n: number): RowKey => ({ key: digest(`key ${n}`), content: digest(`content ${n}`), line: n })

/** A run that is held, until `free`. `looks`: how often the process may look at its lock before it finds it freed. */
async function held(looks = Infinity, disk: Disk = machineDisk) {
  const owner = { origin: 'https://service.example', address: null, key: 'key:0' }
  const place: RunLocation = { state: freshFolder(), name: 'r', owner }
  const lock = await lockRun(place)
  let left = Infinity
  const watched = { ...lock, isOurs: () => left-- > 0 && lock.isOurs() }
  const begun = { profile: null, network: 'testnet' }
  const journal = await openRunJournal(place, {}, begun, { now: () => new Date(), disk }, watched)
  const records = () =>
    readFileSync(join(folderOf(place), 'rows.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line.slice(9)) as { state: string })
  const states = () => records().map(({ state }) => state)
  return {
    journal,
    place,
    owner,
    lock,
    folder: folderOf(place),
    records,
    states,
    freeAfter: () => (left = looks),
  }
}

test.each<[string, number, string[]]>([
  ['just before they are written', 0, ['begun', 'planned']],
  ['just after they were written', 1, ['begun', 'planned', 'sending', 'sending']],
])('of rows whose run is freed %s none leaves', async (_, looks, states) => {
  const it = await held(looks)
  await it.journal.plan([rowOf(1), rowOf(2)])
  it.freeAfter()
  const leaving = [it.journal.sending(rowOf(1)), it.journal.sending(rowOf(2))]
  for (const each of leaving)
    await expect(each).rejects.toThrow('is no longer held by this process: movecli journal unlock freed it')
  expect(it.states()).toEqual(states)
})

test('what became of a row is in the file although the run was freed and no other row leaves', async () => {
  const it = await held(0)
  await it.journal.plan([rowOf(1), rowOf(2)])
  it.freeAfter()
  const told = it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  await expect(it.journal.sending(rowOf(2))).rejects.toThrow('is no longer held')
  await told
  expect(it.states()).toEqual(['begun', 'planned', 'applied'])
})

test('no row is planned once the run was freed', async () => {
  const it = await held(0)
  it.freeAfter()
  await expect(it.journal.plan([rowOf(1)])).rejects.toThrow('is no longer held')
  expect(it.states()).toEqual(['begun'])
})

test('what became of a row is in the file before another row leaves', async () => {
  const it = await held()
  await it.journal.plan([rowOf(1), rowOf(2)])
  await it.journal.sending(rowOf(1))
  void it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  await it.journal.sending(rowOf(2))
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied', 'sending'])
  expect(await it.journal.close()).toBe(0)
})

test('rows that leave in one turn share a write, behind what became of others; what the disk refuses does not leave', async () => {
  const writes: number[] = []
  let full = false
  const disk: Disk = {
    ...machineDisk,
    write: (fd, bytes, from) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      writes.push(bytes.length)
      return machineDisk.write(fd, bytes, from)
    },
  }
  const it = await held(Infinity, disk)
  const rows = [1, 2, 3, 4, 5].map(rowOf)
  await it.journal.plan(rows)
  await it.journal.sending(rows[0]!)
  writes.length = 0
  void it.journal.recordOutcome(rows[0]!, { outcome: 'applied' })
  await Promise.all([rows[1]!, rows[2]!].map(async (row) => it.journal.sending(row)))
  expect([writes.length, it.states()]).toEqual([
    1,
    ['begun', 'planned', 'sending', 'applied', 'sending', 'sending'],
  ])
  full = true
  void it.journal.recordOutcome(rows[1]!, { outcome: 'applied' })
  const refused = await Promise.allSettled([rows[3]!, rows[4]!].map(async (row) => it.journal.sending(row)))
  expect(refused).toMatchObject([1, 2].map(() => ({ reason: { fault: { code: 'CLI_STATE' } } })))
  full = false
  expect(await it.journal.close()).toBe(0)
  expect(it.states().slice(6)).toEqual(['applied', 'closed'])
})

test('who is told what became of a row finds it in the file, beside a flush too, and on a full disk is told all the same', async () => {
  let full = false
  const flushing: (() => void)[] = []
  const disk: Disk = {
    ...machineDisk,
    flush: async (handle) => {
      await machineDisk.flush(handle)
      if (flushing.length > 0) await new Promise<void>((done) => flushing.push(done))
    },
    write: (fd, bytes, from) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return machineDisk.write(fd, bytes, from)
    },
  }
  const it = await held(Infinity, disk)
  const [one, two, three] = [1, 2, 3].map(rowOf) as [RowKey, RowKey, RowKey]
  await it.journal.plan([one, two])
  await Promise.all([one, two].map(async (row) => it.journal.sending(row)))
  flushing.push(() => {})
  const planned = it.journal.plan([three])
  await expect.poll(() => flushing.length).toBe(2)
  await it.journal.recordOutcome(one, { outcome: 'applied' })
  expect(it.states().at(-1)).toBe('applied')
  const told = it.journal.recordOutcome(two, { outcome: 'rejected' })
  const another = it.journal.plan([three])
  await told
  expect(it.states().at(-1)).toBe('rejected')
  flushing.splice(0).forEach((done) => done())
  await Promise.all([planned, another])
  full = true
  await it.journal.recordOutcome(three, { outcome: 'applied' })
  expect(await it.journal.close()).toBe(1)
})

test('a run keeps whose it is, who plans, and of each row what is known', async () => {
  const it = await held()
  const row = rowOf(1)
  const plain = { ...rowOf(2), content: rowOf(2).key }
  await it.journal.plan([row, plain])
  await it.journal.sending({ ...row, proofDigest: 'digest-of-proof' })
  void it.journal.recordOutcome(row, {
    outcome: 'rejected',
    code: 'MOTION_002',
    status: 400,
    requestId: 'req_1',
  })
  await it.journal.sending(plain)
  void it.journal.recordOutcome(plain, { outcome: 'unknown', code: 'CLI_TIMEOUT' })
  expect(await it.journal.close()).toBe(0)
  const [key, content, other] = [row.key, row.content, plain.key].map(encodeDigest)
  const time = expect.any(Number) as number
  const { pid, start } = thisProcess()
  expect(it.records()).toEqual([
    { state: 'begun', at: time, run: 'r', ...it.owner, profile: null, network: 'testnet' },
    {
      state: 'planned',
      at: time,
      pid,
      ...(start !== undefined && { start }),
      boot: expect.any(String) as string,
      mount: expect.any(String) as string,
      ...memoryOf(it.folder),
      rows: [
        [key, 1, content],
        [other, 2],
      ],
    },
    { state: 'sending', row: key, content, proof: 'digest-of-proof', at: time },
    { state: 'rejected', row: key, at: time, code: 'MOTION_002', status: 400, request_id: 'req_1' },
    { state: 'sending', row: other, at: time },
    { state: 'unknown', row: other, at: time, code: 'CLI_TIMEOUT' },
    { state: 'closed', at: time },
  ])
})

test('a run that planned nothing closes nothing, and one that goes on is begun once', async () => {
  const it = await held()
  expect(await it.journal.close()).toBe(0)
  expect(it.states()).toEqual(['begun'])
  const begun = { state: 'begun', at: 0, run: 'r', ...it.owner } as const
  const again = await openRunJournal(
    it.place,
    { begun },
    {},
    { now: () => new Date(), disk: machineDisk },
    it.lock,
  )
  await again.plan([rowOf(1)])
  expect(await again.close()).toBe(0)
  expect(it.states()).toEqual(['begun', 'planned', 'closed'])
})

test('of a run whose plan the disk refused what became of a row is kept, and nothing is closed', async () => {
  const it = await held()
  void it.journal.recordOutcome(rowOf(1), { outcome: 'rejected', code: 'CLI_PROVER' })
  expect(await it.journal.close()).toBe(0)
  expect(it.states()).toEqual(['begun', 'rejected'])
})

test('a run that was freed before it ends adds what became of its rows, closes nothing and leaves the plan to who has it', async () => {
  const it = await held(0)
  await it.journal.plan([rowOf(1), rowOf(2)])
  await it.journal.sending(rowOf(1))
  void it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  writeFileSync(planIn(it.folder), 'rows that another planned')
  it.freeAfter()
  expect(await it.journal.close(createTable())).toBe(0)
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied'])
  expect([existsSync(planIn(it.folder)), existsSync(indexIn(it.folder))]).toEqual([true, false])
})

test('a run that ends takes its plan away, and writes its index where it is told how the rows ended', async () => {
  for (const table of [undefined, createTable()]) {
    const it = await held()
    await it.journal.plan([rowOf(1)])
    writeFileSync(planIn(it.folder), 'rows that are planned')
    expect(await it.journal.close(table)).toBe(0)
    expect([existsSync(planIn(it.folder)), existsSync(indexIn(it.folder))]).toEqual([
      false,
      table !== undefined,
    ])
  }
})

test('how many outcomes a disk refused to the end is said', async () => {
  let full = false
  const disk: Disk = {
    ...machineDisk,
    write: (fd, bytes, from) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return machineDisk.write(fd, bytes, from)
    },
  }
  const it = await held(Infinity, disk)
  await it.journal.plan([rowOf(1), rowOf(2)])
  for (const n of [1, 2]) await it.journal.sending(rowOf(n))
  full = true
  for (const n of [1, 2]) void it.journal.recordOutcome(rowOf(n), { outcome: 'applied' })
  expect(await it.journal.close()).toBe(2)
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'sending'])
})

test('what became of a row outlives a plan that the disk refuses', async () => {
  let full = false
  const disk: Disk = {
    ...machineDisk,
    flush: async (handle) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return machineDisk.flush(handle)
    },
  }
  const it = await held(Infinity, disk)
  await it.journal.plan([rowOf(1)])
  await it.journal.sending(rowOf(1))
  void it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  full = true
  await expect(it.journal.plan([rowOf(2)])).rejects.toMatchObject({ fault: { code: 'CLI_STATE' } })
  full = false
  expect(await it.journal.close()).toBe(0)
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied', 'closed'])
})

test('on a full disk the plan makes room for what became of the rows', async () => {
  let full = () => false
  const disk: Disk = {
    ...machineDisk,
    write: (fd, bytes, from) => {
      if (full()) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return machineDisk.write(fd, bytes, from)
    },
  }
  const it = await held(Infinity, disk)
  await it.journal.plan([rowOf(1)])
  await it.journal.sending(rowOf(1))
  void it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  const plan = planIn(it.folder)
  writeFileSync(plan, 'rows that are planned')
  full = () => existsSync(plan)
  expect(await it.journal.close()).toBe(0)
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied', 'closed'])
})
