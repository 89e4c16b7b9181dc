/** Which rows of two answers are the same one. */
import { expect, test } from 'vitest'
import { difference, haveIds, identityOf, rowCounts, surplus } from '../../src/smoke/identity.ts'
import { lookedAt, unevenLimit } from '../../src/smoke/page-comparison.ts'

const rows = [
  { kind: 'shoes', energy: 1, url: 'a' },
  { kind: 'shoes', energy: 2, url: 'b' },
  { kind: 'hat', energy: 3, url: 'c' },
]
const signedAnew = rows.map((row, at) => ({ ...row, url: `new-${at}` }))

test('an id is the identity of a row, whatever else of it has changed', () => {
  const named = rows.map((row, at) => ({ ...row, nft_id: `n-${at}` }))
  const identity = identityOf(named, named)
  expect(named.map(identity)).toEqual(['"n-0"', '"n-1"', '"n-2"'])
  expect(
    difference(
      named,
      named.map((row) => ({ ...row, energy: 9 })),
      identity,
    ),
  ).toBeUndefined()
})

test('without an id it is what stayed as it was between two answers', () => {
  const identity = identityOf(rows, signedAnew)
  expect(difference(rows, signedAnew, identity)).toBeUndefined()
  expect(difference(rows, signedAnew.slice(1), identity)).toBe('1 are lost, 0 are other or repeated ones')
})

test('of an answer with more or fewer rows nothing is learned: the whole row counts', () => {
  for (const again of [[...signedAnew, { kind: 'hat', energy: 4, url: 'd' }], signedAnew.slice(1)]) {
    const identity = identityOf(rows, again)
    expect(identity(rows[0]!)).toBe(JSON.stringify(rows[0]))
  }
})

test.each([
  'id',
  '_id',
  'ID',
  'nft_id',
  'nftId',
  'token_id',
  'item_id',
  'asset_id',
  'my_record_id',
  'uuid',
  'guid',
  'mint',
  'mint_address',
  'serial',
  'hash',
])('%s is the name of an id, also inside a record', (name) => {
  const named = (wrap: (id: object) => object) =>
    ['a', 'b'].map((id) => ({ ...wrap({ [name]: id }), n: 1 }) as never)
  for (const wrap of [
    (id: object) => id,
    (id: object) => ({ of: id }),
    (id: object) => ({ of: { its: id } }),
  ]) {
    expect(haveIds(named(wrap))).toBe(true)
    expect(named(wrap).map(identityOf(named(wrap), named(wrap)))).toEqual(['"a"', '"b"'])
  }
  // Deeper records are not looked at.
  expect(haveIds(named((id) => ({ of: { its: { own: id } } })))).toBe(false)
})

test.each(['name', 'owner_id', 'price', 'identity', 'hash_rate', 'kind_id'])(
  '%s is the name of no id',
  (name) => {
    expect(haveIds(['a', 'b'].map((value) => ({ [name]: value })))).toBe(false)
  },
)

test('an id that two rows share, or that one lacks, is none; of several the shortest name counts', () => {
  expect(haveIds([{ id: 'a' }, { id: 'a' }])).toBe(false)
  expect(haveIds([{ id: 'a' }, { id: null }])).toBe(true)
  expect(haveIds([{ id: 'a' }, {}, {}])).toBe(false)
  expect(haveIds([])).toBe(false)
  const both = [
    { token_id: 'x', id: 'a' },
    { token_id: 'y', id: 'b' },
  ]
  expect(both.map(identityOf(both, both))).toEqual(['"a"', '"b"'])
})

test('a count from row to row is a place and no identity, whether it begins with 0 or with 1', () => {
  const placed = (from: number) =>
    ['x', 'y', 'z'].map((name, at) => ({ name, place: from + at })) as unknown as Parameters<
      typeof identityOf
    >[0]
  for (const from of [0, 1])
    expect(placed(from).map(identityOf(placed(from), placed(from)))).toEqual(['["x"]', '["y"]', '["z"]'])
  expect(identityOf(placed(2), placed(2))(placed(2)[0]!)).toBe('["x",2]')
})

test('rows are counted, and what one list has more of than the other', () => {
  const nameOf = (row: unknown) => String(row)
  expect([...rowCounts(['a', 'b', 'a'], nameOf)]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect(surplus(['a', 'a', 'b', 'c'], ['a', 'b', 'b', 'd'], nameOf)).toBe(2)
  expect(difference(['a', 'a', 'b'], ['b', 'a', 'a'], nameOf)).toBeUndefined()
  expect(difference(['a', 'b'], ['a', 'b', 'b'], nameOf)).toBe('0 are lost, 1 are other or repeated ones')
  expect(difference(['a', 'b', 'c'], ['d', 'b'], nameOf)).toBe('2 are lost, 1 are other or repeated ones')
})

test('a limit for some pages leaves the last one short, and is never none', () => {
  for (let count = 3; count <= 60; count++)
    for (const pages of [2, 4]) {
      const limit = unevenLimit(count, pages)
      expect([count, pages, limit >= Math.max(1, Math.floor(count / pages)) && limit < count]).toEqual([
        count,
        pages,
        true,
      ])
      expect([count, count % limit !== 0]).toEqual([count, true])
    }
  expect([unevenLimit(2, 4), unevenLimit(1, 4), unevenLimit(23, 4), unevenLimit(60, 4)]).toEqual([
    1, 1, 5, 16,
  ])
})

test('of a long list the rows that were looked at are told', () => {
  const walked = (rows: number, total?: number) =>
    lookedAt({
      rows: Array.from({ length: rows }, () => ({})),
      start: [],
      fullest: 20,
      ...(total && { total }),
    })
  expect([walked(59, 200), walked(60), walked(60, 60), walked(60, 61)]).toEqual([
    '',
    '; the first 60 compared',
    '; the first 60 compared',
    '; the first 60 of 61 compared',
  ])
})
