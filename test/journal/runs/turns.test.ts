/** Who may decide what to send, and who may work on a run: one process at a time, whatever this machine is called. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ensureFolder } from '../../../src/disk/folder.ts'
import { createTable } from '../../../src/journal/runs/index/row-table.ts'
import { publishPlan, takePlanningLock } from '../../../src/journal/runs/planning.ts'
import { openRunJournal } from '../../../src/journal/runs/run-journal.ts'
import { lockRun, lockRunFor, senderOf } from '../../../src/journal/runs/run-lock.ts'
import { folderOf, planningLock, type RunLocation } from '../../../src/journal/runs/run-paths.ts'
import { machineDisk } from '../../../src/disk/disk.ts'
import { freshFolder } from '../../support/movecli.ts'

const placeAt = (origin: string, state = freshFolder()): RunLocation => {
  return { state, name: 'r', owner: { origin, address: null, key: 'key:0' } }
}
const { signal } = new AbortController()

test('two names of this machine are one service: one movecli decides at a time', async () => {
  const first = placeAt('http://localhost:4017')
  const second = placeAt('http://127.0.0.1:4017', first.state)
  const lock = await takePlanningLock(first, 0, signal)
  await expect(takePlanningLock(second, 0, signal)).rejects.toMatchObject({ fault: { code: 'CLI_BUSY' } })
  await lock.release()
  await (await takePlanningLock(second, 0, signal)).release()
})

test('who decided under a lock that was freed meanwhile sends nothing', async () => {
  const place = placeAt('https://service.example')
  const lock = await lockRun(place)
  const planning = await takePlanningLock(place, 0, signal)
  const begun = { profile: null, network: 'testnet' }
  const journal = await openRunJournal(place, {}, begun, { now: () => new Date(), disk: machineDisk }, lock)
  rmSync(planningLock(place), { recursive: true })
  const planned = { table: createTable(), rows: () => [] }
  await expect(publishPlan(place, planned, planning)).rejects.toThrow('is no longer held by this process')
  await journal.close()
})

test.each(['verdict', 'prune'] as const)(
  'a %s is no run at work: who wants to send waits until it is over',
  async (what) => {
    const folder = folderOf(placeAt('https://service.example'))
    await ensureFolder(folder)
    const short = await lockRunFor(folder, what)
    expect(await senderOf(folder)).toBeUndefined()
    const sending = lockRunFor(folder, 'sending')
    await short.release()
    const lock = await sending
    expect((await senderOf(folder))?.pid).toBe(process.pid)
    await lock.release()
  },
)
