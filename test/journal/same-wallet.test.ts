/** Whose balance may judge a write: that of its own wallet, which an API key alone does not name. */
import { expect, test } from 'vitest'
import { isSameWallet, mayBeSameWallet, type Owner } from '../../src/journal/owner.ts'

const origin = 'https://service.example'
const owner = (address: string | null, token?: string, key = 'key:0'): Owner => ({
  origin,
  address,
  key,
  ...(token !== undefined && { token }),
})

test.each<[string, Owner, Owner, boolean]>([
  ['the same address, a session renewed', owner('0xA', 'token:1'), owner('0xa', 'token:2'), true],
  ['the same token, its wallet not known', owner(null, 'token:1'), owner('0xA', 'token:1'), true],
  ['the key alone on both sides', owner(null), owner(null), true],
  ['another token, its wallet not known', owner(null, 'token:1'), owner('0xA', 'token:2'), false],
  ['sent with a session, asked without one', owner('0xA', 'token:1'), owner('0xA'), false],
  ['sent with the key alone, asked with a session', owner(null), owner('0xA', 'token:1'), false],
  ['sent with the key alone by a profile that has an address', owner('0xA'), owner('0xA', 'token:1'), false],
  ['the key alone on both sides, logged out', owner('0xA'), owner('0xA'), true],
  ['the key alone on both sides, one of a profile', owner('0xA'), owner(null), true],
  ['another key alone', owner('0xA'), owner('0xA', undefined, 'key:1'), false],
  ['the same address, another key', owner('0xA', 'token:1'), owner('0xA', 'token:2', 'key:1'), true],
  ['another address', owner('0xA', 'token:1'), owner('0xB', 'token:1'), false],
])('%s', (_, write, session, same) => expect(isSameWallet(write, session)).toBe(same))

test.each<[string, Owner, Owner, boolean]>([
  ['the same address by another key', owner('0xA', 'token:1'), owner('0xa', 'token:2', 'key:1'), true],
  [
    'a wallet that nobody knows, by another key and token',
    owner('0xA', 'token:1'),
    owner(null, 'token:2', 'key:1'),
    true,
  ],
  ['two keys alone', owner(null), owner(null, undefined, 'key:1'), true],
  ['another address', owner('0xA', 'token:1'), owner('0xB', 'token:2'), false],
  ['another service', owner('0xA'), { ...owner('0xA'), origin: 'https://other.example' }, false],
])('what may explain a balance: %s', (_, one, other, may) => {
  expect([mayBeSameWallet(one, other), mayBeSameWallet(other, one)]).toEqual([may, may])
})
