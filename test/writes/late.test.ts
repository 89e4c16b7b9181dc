/** What comes into a claim's way after its balance was read and before it leaves, and what others see of it meanwhile. */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { machineDisk } from '../../src/disk/disk.ts'
import { lastHolder } from '../../src/disk/lock.ts'
import { openJournal } from '../../src/journal/writes/log.ts'
import type { JournalRecord, PlannedRecord } from '../../src/journal/writes/record.ts'
import { heldWriteLocks, type HeldWriteLock } from '../../src/journal/writes/write-lock.ts'
import { unresolved } from '../journal/sandbox-claims.ts'
import { movecli } from '../support/movecli.ts'
import { addressOf, startWallets } from '../support/wallets.ts'
import { person, reply, world } from '../support/world.ts'

const stateIn = (home: string) => join(home, '.local/state/movecli')

/** A world whose balance is another each time, and where `late` comes into the journal while it is read first. */
function meeting(late: JournalRecord[]) {
  let reads = 0
  const it = world({
    service: async ({ method, url }) => {
      if (method !== 'GET' || !url.endsWith('/token/balance')) return reply(200, '{"success":true,"data":[]}')
      reads += 1
      if (reads === 1) await openJournal(stateIn(it.home)).append(late)
      return reply(200, `{"success":true,"data":{"balance":${reads}}}`)
    },
  })
  const sent = () => it.requested().filter((each) => !each.startsWith('GET'))
  const held = async () => (await heldWriteLocks(stateIn(it.home))).length
  const kept = () => it.lines().findLast(({ state, id }) => state === 'planned' && id !== 'late')
  return { ...it, sent, held, kept }
}

test('a claim that became unknown meanwhile holds up the next with 9, and no lock is left', async () => {
  const { run, sent, held } = meeting(unresolved('late'))
  const { code, stderr } = await run('token claim --yes')
  expect({ code, sent: sent(), held: await held() }).toEqual({ code: 9, sent: [], held: 0 })
  expect(stderr).toContain('(record late) is unknown. Nothing was sent.')
})

test.each<[string, JournalRecord[], string[]]>([
  ['alone', [], ['late']],
  ['beside one that was so before', unresolved('early'), ['early', 'late']],
])('--force passes over a claim that became unknown meanwhile, on record: %s', async (_, early, over) => {
  const { run, sent, kept, home, held } = meeting(unresolved('late'))
  if (early.length > 0) await openJournal(stateIn(home)).append(early)
  expect((await run('token claim --yes --force')).code).toBe(0)
  expect({ sent: sent(), held: await held() }).toEqual({ sent: ['POST /token/claim'], held: 0 })
  // The balance that it could not have changed yet is the one that was read after it.
  expect(kept()).toMatchObject({ forced: true, over, balance: '{"balance":2}' })
})

test.each([
  ['not applied sends the new one, asked about once', '3', 0, ['POST /token/claim'], 'resolved'],
  ['applied sends nothing', '2', 11, [], 'resolved'],
  ['not known sends nothing', '1', 9, [], 'unknown'],
])('at a terminal the person decides about it: %s', async (_, answer, code, sent, state) => {
  const it = meeting(unresolved('late'))
  const ran = await it.run('token claim --yes', person(answer))
  expect({ code: ran.code, sent: it.sent(), held: await it.held() }).toEqual({ code, sent, held: 0 })
  expect((await it.writes())[0]).toMatchObject({ id: 'late', state })
  expect(ran.stderr.split('What is the outcome of it?').length).toBe(2)
})

test.each<[string, Partial<PlannedRecord>]>([
  ['a mint', { operation: 'nft.mint' }],
  ['the claim of another wallet', { address: `0x${'2'.repeat(40)}`, token: 'token:2' }],
])('%s that became unknown meanwhile is in no way', async (_, more) => {
  const { run, kept } = meeting(unresolved('late', more))
  expect((await run('token claim --yes')).code).toBe(0)
  expect(kept()).toMatchObject({ balance: '{"balance":1}' })
  expect(kept()).not.toHaveProperty('over')
})

const houses: Awaited<ReturnType<typeof startWallets>>[] = []
afterAll(async () => Promise.all(houses.map(async (each) => each.close())))

test.each([
  ['token claim --yes', 'token.claim'],
  ['motion submit --steps 5 --proof p', 'motion.submit'],
  ['kyc submit -f name=Ada --yes', 'user.kyc'],
])('while %s is under way its lock says whose it is, by which profile and where', async (line, operation) => {
  const house = await startWallets(1)
  houses.push(house)
  let answer = () => {}
  house.set(1, new Promise((resolve) => (answer = resolve)))
  const sent = movecli(`${line} -p ops-01`, { home: house.home })
  await expect.poll(() => house.sent.length, { timeout: 30_000, interval: 5 }).toBe(1)
  const held: HeldWriteLock[] = await heldWriteLocks(stateIn(house.home))
  answer()
  expect((await sent).code).toBe(0)
  expect(held.length).toBeGreaterThan(0)
  for (const lock of held)
    expect(lock).toMatchObject({
      operation,
      owner: addressOf(1),
      profile: 'ops-01',
      network: 'testnet',
      holder: { pid: process.pid },
    })
  expect(await heldWriteLocks(stateIn(house.home))).toEqual([])
  for (const lock of held) expect(await lastHolder(lock.path)).toBeUndefined()
})

test.each([
  ['unknown', 'POST /token/claim:drop-before', 9, undefined],
  ['rejected', 'POST /token/claim:AUTH_002', 4, 'not-applied'],
])(
  'an outcome (%s) that the disk does not take is said with what is to be typed, if anything is',
  async (state, faults, exit, verdict) => {
    const write = (fd: number, bytes: Uint8Array, from: number) => {
      if (Buffer.from(bytes).includes(`"state":"${state}"`)) throw new Error('no space')
      return machineDisk.write(fd, bytes, from)
    }
    const { run, writes } = world({ faults, disk: { ...machineDisk, write } })
    const { code, stderr } = await run('token claim --yes --json')
    expect(code).toBe(exit)
    const [, id, as] =
      /counts as unknown until you run: movecli journal resolve (\w+) --as (\S+)/.exec(stderr) ?? []
    expect(stderr).toContain(`warning: The write is ${state}, but that is not on disk.`)
    expect(as).toBe(verdict)
    if (verdict !== undefined) expect((await writes())[0]?.['id']).toBe(id)
  },
)
