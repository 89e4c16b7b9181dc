import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PendingWrite } from '../../../src/journal/writes/conflicts.ts'
import { heldWriteLocks, acquireWriteLock } from '../../../src/journal/writes/write-lock.ts'
import { freshFolder } from '../../support/movecli.ts'

const owner = {
  origin: 'https://api.example',
  address: '0xABcdef1111111111111111111111111111111111',
  key: 'key:1',
}
const claim: PendingWrite = { ...owner, operation: 'token.claim' }
const how = { wait: 0, signal: new AbortController().signal, profile: 'ops', network: 'testnet' }

const other = '0x2222222222222222222222222222222222222222'
const learned: [string, Partial<PendingWrite>, Partial<PendingWrite>][] = [
  ['the address in other letters', {}, { address: owner.address.toLowerCase() }],
  ['the address with another key', {}, { key: 'key:2' }],
  ['the address, then the key alone', {}, { address: null }],
  ['the key alone, then the address', { address: null }, {}],
  ['the key alone, both times', { address: null }, { address: null }],
  [
    'the token, with two keys and no address',
    { address: null, token: 'token:1' },
    { address: null, key: 'key:2', token: 'token:1' },
  ],
  [
    'the address, then its token with another key',
    { token: 'token:1' },
    { address: null, key: 'key:2', token: 'token:1' },
  ],
  [
    'the token with another key, then the address',
    { address: null, key: 'key:2', token: 'token:1' },
    { token: 'token:1' },
  ],
  ['one of several addresses, then their key alone', { address: other }, { address: null }],
  [
    'the address, at a service of this machine by two of its names',
    { origin: 'http://127.0.0.1:4017' },
    { origin: 'http://localhost:4017' },
  ],
  [
    'the key alone, at a service of this machine by two of its names',
    { origin: 'http://[::1]:4017', address: null },
    { origin: 'http://127.0.0.1:4017', address: null },
  ],
  [
    'two keys alone, of one profile',
    { address: null, near: ['profile:ops'] },
    { address: null, key: 'key:2', near: ['profile:ops'] },
  ],
  [
    'a key alone, of a profile that has the address, then the address with another key',
    { address: null, near: ['profile:ops', owner.address.toLowerCase()] },
    { key: 'key:2' },
  ],
  [
    'the address with another key, then a key alone of a profile that has the address',
    { key: 'key:2' },
    { address: null, near: ['profile:ops', owner.address.toLowerCase()] },
  ],
]

test.each(learned)(
  'two that know the owner by %s do not hold its turn together',
  async (_, first, second) => {
    const state = freshFolder()
    const turn = await acquireWriteLock(state, { ...claim, ...first }, how)
    await expect(acquireWriteLock(state, { ...claim, ...second }, how)).rejects.toMatchObject({
      fault: { code: 'CLI_BUSY', exit: 8, outcome: 'not_sent' },
    })
    await turn.release()
    await (await acquireWriteLock(state, { ...claim, ...second }, how)).release()
    expect(await heldWriteLocks(state)).toEqual([])
  },
)

test('two equal motions do not leave together, whatever their proofs', async () => {
  const state = freshFolder()
  const motion = { ...owner, operation: 'motion.submit', motion: 'mm', content: 'aa', digest: 'a1' }
  const turn = await acquireWriteLock(state, motion, how)
  const again = { ...motion, content: 'bb', digest: 'b1' }
  await expect(acquireWriteLock(state, again, how)).rejects.toMatchObject({ fault: { exit: 8 } })
  await (await acquireWriteLock(state, { ...again, motion: 'nn' }, how)).release()
  await turn.release()
})

test('a turn that was refused holds nothing back', async () => {
  const state = freshFolder()
  const turn = await acquireWriteLock(state, { ...claim, address: null }, how)
  await expect(acquireWriteLock(state, claim, how)).rejects.toMatchObject({ fault: { exit: 8 } })
  await turn.release()
  expect(await heldWriteLocks(state)).toEqual([])
})

test.each<[string, Partial<PendingWrite>]>([
  ['another operation', { operation: 'nft.mint' }],
  ['another origin', { origin: 'https://other.example' }],
  ['another address of the same key', { address: other }],
  ['another token and key without an address', { address: null, key: 'key:2', token: 'token:2' }],
  ['another motion', { digest: 'd' }],
  ['another key alone, of another profile', { address: null, key: 'key:2', near: ['profile:other', other] }],
])('%s has a turn of its own', async (_, change) => {
  const state = freshFolder()
  const turns = [
    await acquireWriteLock(state, claim, how),
    await acquireWriteLock(state, { ...claim, ...change }, how),
  ]
  for (const turn of turns) await turn.release()
})

test('who had to wait is told so, and a lock says whose it is until it is released', async () => {
  const state = freshFolder()
  const first = await acquireWriteLock(state, { ...claim, token: 'token:1' }, how)
  expect(first.waited).toBe(false)
  const said = { operation: 'token.claim', owner: owner.address, profile: 'ops', network: 'testnet' }
  // Its own, and what it holds behind the gates of its key and of its token.
  expect(await heldWriteLocks(state)).toMatchObject([said, said, said])
  const waiting = acquireWriteLock(state, claim, { ...how, wait: 30_000 })
  await first.release()
  expect(first.isOurs()).toBe(false)
  const second = await waiting
  expect([second.waited, second.isOurs()]).toEqual([true, true])
  await second.release()
  const alone = await acquireWriteLock(state, { ...claim, address: null }, how)
  for (const held of await heldWriteLocks(state)) expect(held.owner).toBe('key:1')
  await alone.release()
})

test('who is stopped has no lock, and a state folder that cannot be written is said', async () => {
  const state = freshFolder()
  const stop = new AbortController()
  stop.abort('SIGTERM')
  await expect(acquireWriteLock(state, claim, { ...how, signal: stop.signal })).rejects.toMatchObject({
    fault: { code: 'CLI_TERMINATED', exit: 143, outcome: 'not_sent' },
  })
  expect(await heldWriteLocks(state)).toEqual([])
  mkdirSync(join(state, 'journal'), { recursive: true })
  writeFileSync(join(state, 'journal/turns'), 'a file')
  await expect(acquireWriteLock(state, claim, how)).rejects.toMatchObject({
    fault: { code: 'CLI_STATE', exit: 3, outcome: 'not_sent' },
  })
})

test('many that know the owner by key, token or address at once take turns, and none waits for ever', async () => {
  const state = freshFolder()
  const asks: Partial<PendingWrite>[] = [
    { address: null, key: 'key:1', token: 'token:1' },
    { address: null, key: 'key:2', token: 'token:1' },
    { address: null, key: 'key:1', token: 'token:2' },
    { key: 'key:2', token: 'token:2' },
    { key: 'key:1', token: 'token:1' },
  ]
  const held = await Promise.all(
    [...asks, ...asks].map(async (each) => {
      const turn = await acquireWriteLock(state, { ...claim, ...each }, { ...how, wait: 30_000 })
      const ours = turn.isOurs()
      await turn.release()
      return ours
    }),
  )
  expect(held).toEqual(held.map(() => true))
  expect(await heldWriteLocks(state)).toEqual([])
})
