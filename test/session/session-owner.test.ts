/** Whose a write is, when its token or API key comes from outside the profile: every login on this machine is looked at. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  changeCredentials,
  credentialsPath,
  readCredentials,
  type Vault,
} from '../../src/config/credentials.ts'
import type { Resolved } from '../../src/config/types.ts'
import { fingerprint, isSameOwner, tokenFingerprint } from '../../src/journal/owner.ts'
import { ownerOf } from '../../src/session/session-owner.ts'
import { memoryKeychain } from '../support/keychain.ts'

const origin = 'https://a.example'
const wallet = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'
const logins = {
  'ops-1': { origin, apiKey: 'key-a', token: 'token-1', address: wallet },
  'ops-2': { origin, apiKey: 'key-b', token: 'token-2', address: wallet },
  guest: { origin, apiKey: 'key-a', token: 'token-3', address: other },
  // One token under two wallets, and one under two spellings of a wallet.
  'shared-1': { origin, apiKey: 'key-s', token: 'token-s', address: wallet },
  'shared-2': { origin, apiKey: 'key-s', token: 'token-s', address: other },
  'spelt-1': { origin, apiKey: 'key-t', token: 'token-t', address: `0x${'A'.repeat(40)}` },
  'spelt-2': { origin, apiKey: 'key-t', token: 'token-t', address: `0x${'a'.repeat(40)}` },
  elsewhere: { origin: 'https://b.example', apiKey: 'key-e', token: 'token-e', address: wallet },
}

describe.each(['file', 'keychain'] as const)('logins kept in the %s', (store) => {
  const setUp = async () => {
    const state = join(await mkdtemp(join(tmpdir(), 'movecli-owner-')), 'movecli')
    const { keychain } = memoryKeychain()
    const vault: Vault = { keychain: async (steps) => keychain(steps, { waitMs: 1 }) }
    for (const [profile, record] of Object.entries(logins))
      await changeCredentials(state, profile, () => record, { ...vault, store })
    const owner = async (apiKey: string, token?: string, profile?: keyof typeof logins) =>
      ownerOf(
        {
          resolved: {} as Resolved,
          baseUrl: `${origin}/v1`,
          record: profile && logins[profile],
          credentials: {
            apiKey: { value: apiKey, origin: 'environment', source: 'MOVECLI_API_KEY' },
            ...(token && { token: { value: token, origin: 'environment', source: 'MOVECLI_TOKEN' } }),
            notes: [],
          },
        },
        state,
      )
    return { state, vault, owner }
  }

  test.each([
    ['its own key', 'key-b', 'token-2', undefined, wallet],
    ['a key of another profile', 'key-a', 'token-2', undefined, wallet],
    ['a new key', 'key-new', 'token-3', undefined, other],
    ['the profile of another wallet in force', 'key-a', 'token-3', 'ops-1', other],
    ['a token that no profile has', 'key-b', 'token-new', undefined, null],
    ['a token that two wallets have', 'key-new', 'token-s', undefined, null],
    ['a token that one wallet has twice', 'key-new', 'token-t', undefined, `0x${'A'.repeat(40)}`],
    ['a token of another origin', 'key-b', 'token-e', undefined, null],
    ['a key alone that one wallet has', 'key-b', undefined, undefined, null],
    ['a key alone that two wallets share', 'key-a', undefined, undefined, null],
    ['the key alone of the profile in force', 'key-b', undefined, 'ops-2', null],
  ] as const)('a token given with %s', async (_, key, token, profile, address) => {
    const { owner } = await setUp()
    expect(await owner(key, token, profile)).toEqual({
      origin,
      address,
      key: fingerprint(key),
      ...(token && { token: tokenFingerprint(token) }),
    })
  })

  test('an unresolved write of a profile is found by the token of its twin', async () => {
    const { owner } = await setUp()
    const [profile, given] = [await owner('key-a', 'token-1', 'ops-1'), await owner('key-b', 'token-2')]
    expect(isSameOwner(profile, given)).toBe(true)
  })

  test('what tells whose a token is gives no secret away and is no part of the credentials', async () => {
    const { state, vault } = await setUp()
    const text = await readFile(credentialsPath(state), 'utf8')
    expect(text.includes('token-2')).toBe(store === 'file')
    expect(await readCredentials(state, 'ops-2', vault)).toEqual(logins['ops-2'])
  })
})

describe('the wallet that an API key alone may be of', () => {
  const record = { origin, apiKey: 'key-a', token: 'token-1', address: `0x${'A'.repeat(40)}` }
  const near = async (
    key: { value: string; origin: 'profile' | 'environment' },
    more: { record?: typeof record | undefined; token?: string; profile?: string | null; entry?: string } = {
      record,
    },
  ) => {
    const { profile = 'ops', entry, token } = more
    const owner = await ownerOf(
      {
        resolved: {
          ...(profile && { profile: { name: profile, origin: 'flag', source: 'x', isNew: false } }),
          ...(entry && { entry: { network: 'testnet', address: entry } }),
        } as unknown as Resolved,
        baseUrl: `${origin}/v1`,
        record: more.record,
        credentials: {
          apiKey: { ...key, source: 'x' },
          ...(token && { token: { value: token, origin: 'environment', source: 'x' } }),
          notes: [],
        },
      },
      await mkdtemp(join(tmpdir(), 'movecli-owner-')),
    )
    return [owner.address, owner.near]
  }
  const own = { value: 'key-a', origin: 'profile' } as const
  const same = { value: 'key-a', origin: 'environment' } as const
  const another = { value: 'key-x', origin: 'environment' } as const
  const both = ['profile:ops', `0x${'a'.repeat(40)}`]

  test('is that of the profile whose key it is, also where a variable gives the same', async () => {
    for (const key of [own, same]) expect(await near(key)).toEqual([null, both])
  })

  test('is nobody known with another key, without a profile, or where the profile is of another place', async () => {
    expect(await near(another)).toEqual([null, undefined])
    expect(await near(own, { record, profile: null })).toEqual([null, undefined])
    expect(await near(own, { record: { ...record, origin: 'https://b.example' } })).toEqual([null, undefined])
    expect(await near(own, { record: undefined })).toEqual([null, undefined])
  })

  test('is held up too where a token comes with it that nobody knows', async () => {
    expect(await near(same, { record, token: 'token-new' })).toEqual([null, both])
    expect(await near(same, { record, token: 'token-1' })).toEqual([record.address, undefined])
  })

  test('has the address of the settings where none is stored, or the name of the profile alone', async () => {
    const { address: _, ...bare } = record
    const known = { record: bare as typeof record }
    expect(await near(own, { ...known, entry: record.address })).toEqual([null, both])
    expect(await near(own, known)).toEqual([null, ['profile:ops']])
  })
})
