/** The journal of a run under the hands of the one process that holds it, or held it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineDisk, type Disk } from '../../../src/disk/disk.ts'
import { digest } from '../../../src/journal/runs/row-digest.ts'
import { openRunJournal, type RowKey } from '../../../src/journal/runs/run-journal.ts'
import { lockRun } from '../../../src/journal/runs/run-lock.ts'
import { folderOf, planIn, type RunLocation } from '../../../src/journal/runs/run-paths.ts'
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
  const states = () =>
    readFileSync(join(folderOf(place), 'rows.log'), 'utf8')
      .split('\n')
      .flatMap((line) => /"state":"(\w+)"/.exec(line)?.[1] ?? [])
  return { journal, folder: folderOf(place), states, freeAfter: () => (left = looks) }
}

test.each<[string, number, string[]]>([
  ['just before it is written', 0, ['begun', 'planned']],
  ['just after it was written', 1, ['begun', 'planned', 'sending']],
])('a row whose run is freed %s does not leave', async (_, looks, states) => {
  const it = await held(looks)
  await it.journal.plan([rowOf(1)])
  it.freeAfter()
  expect(() => it.journal.sending(rowOf(1))).toThrow(
    'is no longer held by this process: movecli journal unlock freed it',
  )
  expect(it.states()).toEqual(states)
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
  it.journal.sending(rowOf(1))
  it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  it.journal.sending(rowOf(2))
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied', 'sending'])
  expect(await it.journal.close()).toBe(0)
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
  it.journal.sending(rowOf(1))
  it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
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
  it.journal.sending(rowOf(1))
  it.journal.recordOutcome(rowOf(1), { outcome: 'applied' })
  const plan = planIn(it.folder)
  writeFileSync(plan, 'rows that are planned')
  full = () => existsSync(plan)
  expect(await it.journal.close()).toBe(0)
  expect(it.states()).toEqual(['begun', 'planned', 'sending', 'applied', 'closed'])
})
