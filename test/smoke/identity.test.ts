/** Which rows of two answers are the same one. */
import { expect, test } from 'vitest'
import { difference, identityOf } from '../../src/smoke/identity.ts'

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
