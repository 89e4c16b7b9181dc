/** Where a run is kept, which runs share no row with it, and which rows are of which shard. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  folderOf,
  inShard,
  planningLock,
  scopeOf,
  type RunLocation,
  type Shard,
} from '../../../src/journal/runs/run-paths.ts'
import { shardedName, sistersOf } from '../../../src/journal/runs/sister-shards.ts'

const owner = {
  origin: 'https://api.example',
  address: `0xAb${'1'.repeat(38)}`,
  key: 'key:1',
  token: 'token:1',
}
const place = (more: Partial<RunLocation> = {}): RunLocation => ({ state: '/s', name: 'jan', owner, ...more })
const shard = (index: number, count: number): { shard: Shard } => ({ shard: { index, count } })
const of = (more: Partial<typeof owner> | { address: null }) => ({ owner: { ...owner, ...more } })

test.each<[string, Partial<RunLocation>, boolean]>([
  ['the address in other letters', of({ address: owner.address.toLowerCase() }), true],
  ['another API key and session', of({ key: 'key:2', token: 'token:2' }), true],
  ['another address', of({ address: `0x${'2'.repeat(40)}` }), false],
  ['another service', of({ origin: 'https://other.example' }), false],
  ['an API key alone', of({ address: null }), false],
  ['another name', { name: 'feb' }, false],
  ['a shard', shard(1, 2), false],
])('a run of %s is in the same place or not: %s', (_, more, same) => {
  expect(folderOf(place(more)) === folderOf(place())).toBe(same)
})

test('an API key alone names its own place', () => {
  const alone = { ...owner, address: null }
  expect(scopeOf({ owner: alone })).not.toBe(scopeOf({ owner: { ...alone, key: 'key:2' } }))
})

test('of shards each has its own place, beside that of the run', () => {
  const scope = scopeOf(place())
  expect(folderOf(place())).toBe(join('/s/journal/runs/jan', scope))
  expect(folderOf(place(shard(2, 3)))).toBe(join('/s/journal/runs/jan', `${scope}.2-of-3`))
})

test.each<[string, Partial<RunLocation>, Partial<RunLocation>, boolean]>([
  ['itself', {}, {}, true],
  ['a shard itself', shard(2, 3), shard(2, 3), true],
  ['another shard of as many', shard(2, 3), shard(1, 3), true],
  ['one of many shards', shard(2, 12), shard(11, 12), true],
  ['a shard of another number', shard(1, 2), shard(1, 3), false],
  ['a shard of a number that begins alike', shard(1, 2), shard(1, 22), false],
  ['a shard, of the whole', {}, shard(1, 1), false],
  ['the whole, of a shard', shard(1, 1), {}, false],
  ['a shard of another run', shard(1, 3), { ...shard(2, 3), name: 'feb' }, false],
  ['a shard of another wallet', shard(1, 3), { ...shard(2, 3), ...of({ address: null }) }, false],
])('what shares no row with a run: %s', (_, one, other, sisters) => {
  const { name: run } = place(other)
  expect(sistersOf(place(one))({ run, folder: folderOf(place(other)) })).toBe(sisters)
})

test('a shard is named with its number', () => {
  const named = (more: Partial<RunLocation>) => shardedName({ run: 'jan', folder: folderOf(place(more)) })
  expect([named({}), named(shard(2, 3)), named(shard(10, 12))]).toEqual([
    'jan',
    'jan (shard 2/3)',
    'jan (shard 10/12)',
  ])
})

const most = 2 ** 32 - 1
test.each([1, 2, 3, 7, 64])('of %d shards each row is of one, from the first share to the last', (count) => {
  const shards = [...Array(count).keys()].map((at) => ({ index: at + 1, count }))
  const edges = shards.flatMap(({ index }) => [
    Math.ceil((2 ** 32 * index) / count) - 1,
    Math.min(most, Math.ceil((2 ** 32 * index) / count)),
  ])
  for (const share of [0, 1, ...edges, most])
    expect(shards.filter((each) => inShard(share, each))).toHaveLength(1)
  expect([inShard(0, shards[0]), inShard(most, shards.at(-1)), inShard(most, undefined)]).toEqual([
    true,
    true,
    true,
  ])
})

test('one movecli decides at a service, whichever wallet it is for and whatever this machine is called', () => {
  const lockOf = (origin: string) => planningLock({ state: '/s', owner: { origin } })
  expect(lockOf('http://localhost:4017')).toBe(lockOf('http://127.0.0.1:4017'))
  expect(lockOf('http://127.0.0.1:4018')).not.toBe(lockOf('http://127.0.0.1:4017'))
  expect(lockOf('https://api.example')).not.toBe(lockOf('https://other.example'))
})
