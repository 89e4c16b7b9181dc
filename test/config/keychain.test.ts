/** Secrets in the keychain: what is in the file meanwhile, and that no kill and no sick keychain loses them. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  changeCredentials,
  credentialsPath,
  knownCredentials,
  readCredentials,
  removeCredentials,
  type Credentials,
  type Store,
  type Vault,
} from '../../src/config/credentials.ts'
import { hasLostSecrets, keptSecrets } from '../../src/config/credentials/lost-secrets.ts'
import { printsOf } from '../../src/config/credentials/prints.ts'
import { standInFor } from '../../src/config/credentials/stand-in.ts'
import { Killed, memoryKeychain } from '../support/keychain.ts'

const old: Credentials = {
  origin: 'https://a.example',
  apiKey: 'old-key',
  token: 'old-token',
  address: '0x1',
}
const fresh: Credentials = {
  origin: 'https://a.example',
  apiKey: 'new-key',
  token: 'new-token',
  address: '0x1',
}

async function setUp() {
  const state = join(await mkdtemp(join(tmpdir(), 'movecli-keychain-')), 'movecli')
  const { keychain, ...memory } = memoryKeychain()
  const vault: Vault = { keychain: async (steps) => keychain(steps, { waitMs: 1 }) }
  const file = async () => readFile(credentialsPath(state), 'utf8')
  const put = async (record: Credentials, store: Store) =>
    changeCredentials(state, 'ops', () => record, { ...vault, store })
  return { state, vault, file, put, ...memory }
}

test('secrets in the keychain are not in the file, and come back whole', async () => {
  const { state, vault, file, put, secrets } = await setUp()
  await put(old, 'keychain')
  expect(await file()).not.toMatch(/old-(key|token)/)
  expect(secrets.size).toBe(1)
  expect(await readCredentials(state, 'ops', vault)).toEqual(old)
  expect(await knownCredentials(state, 'ops')).toEqual({
    origin: old.origin,
    address: '0x1',
    hasKey: true,
    hasToken: true,
    leftover: false,
    store: 'keychain',
  })
})

test('a change stays in the store where the secrets are; one of other fields writes no secret', async () => {
  const { state, vault, put, calls, secrets } = await setUp()
  await put(old, 'keychain')
  await changeCredentials(state, 'ops', () => fresh, vault)
  expect({ readCredentials: await readCredentials(state, 'ops', vault), secrets: secrets.size }).toEqual({
    readCredentials: fresh,
    secrets: 1,
  })
  const before = calls()
  await changeCredentials(state, 'ops', (record) => ({ ...record!, kycStatus: 'verified' }), vault)
  expect(calls() - before).toBe(1)
  expect(await readCredentials(state, 'ops', vault)).toEqual({ ...fresh, kycStatus: 'verified' })
})

test('with secrets in the file no keychain is ever asked', async () => {
  const { state, vault, put, calls } = await setUp()
  await put(old, 'file')
  await readCredentials(state, 'ops', vault)
  await changeCredentials(state, 'ops', () => fresh, vault)
  await removeCredentials(state, 'ops', vault)
  expect(calls()).toBe(0)
})

test.each(['file', 'keychain'] as const)(
  'moved from the %s to the other store, nothing is left behind',
  async (from) => {
    const { state, vault, file, put, secrets } = await setUp()
    const to = from === 'file' ? 'keychain' : 'file'
    await put(old, from)
    await put(old, to)
    expect(await readCredentials(state, 'ops', vault)).toEqual(old)
    expect((await file()).includes('old-key')).toBe(to === 'file')
    expect(secrets.size).toBe(to === 'file' ? 0 : 1)
    expect(await file()).not.toContain('stale')
  },
)

describe('killed at any moment', () => {
  const starts: (Store | undefined)[] = [undefined, 'file', 'keychain']
  const ends: (Store | 'removed')[] = ['file', 'keychain', 'removed']
  const cases = starts.flatMap((from) =>
    ends.flatMap((to) =>
      [0, 1, 2].flatMap((call) =>
        (['killed before', 'killed after'] as const).map((fault) => ({ from, to, call, fault })),
      ),
    ),
  )
  test.each(cases)('$from to $to, $fault call $call: the old secrets or the new ones', async (each) => {
    const { from, to, call, fault } = each
    const { state, vault, put, faults, secrets, file } = await setUp()
    if (from) await put(old, from)
    faults.push(...Array.from({ length: call }, () => undefined), fault)
    const work =
      to === 'removed'
        ? removeCredentials(state, 'ops', vault)
        : changeCredentials(state, 'ops', () => fresh, { ...vault, store: to })
    await work.catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    faults.length = 0
    const { apiKey, token } = (await readCredentials(state, 'ops', vault)) ?? {}
    const whole = [old, fresh].some((record) => record.apiKey === apiKey && record.token === token)
    const gone = apiKey === undefined && token === undefined
    expect(whole || (gone && (from === undefined || to === 'removed'))).toBe(true)
    // Every account is named by the file, so that a sign-out finds all of them.
    for (const account of secrets.keys()) expect(await file()).toContain(account)
    await removeCredentials(state, 'ops', vault)
    expect({ secrets: secrets.size, readCredentials: await readCredentials(state, 'ops', vault) }).toEqual({
      secrets: 0,
      readCredentials: undefined,
    })
  })
})

describe('a keychain that cannot be used', () => {
  const exit3 = { fault: { exit: 3, code: 'CLI_KEYCHAIN' } }

  test('is exit 3 with the way on, and what is stored stays', async () => {
    const { state, vault, put, faults } = await setUp()
    await put(old, 'keychain')
    for (const attempt of [readCredentials, removeCredentials]) {
      faults.push('silent')
      await expect(attempt(state, 'ops', vault)).rejects.toMatchObject(exit3)
    }
    await expect(readCredentials(state, 'ops')).rejects.toThrow('not installed')
    expect(await readCredentials(state, 'ops', vault)).toEqual(old)
  })

  test('that fails while a secret is written leaves the old one', async () => {
    const { state, vault, put, faults, secrets } = await setUp()
    await put(old, 'file')
    faults.push('refused')
    await expect(put(fresh, 'keychain')).rejects.toMatchObject(exit3)
    expect(await readCredentials(state, 'ops', vault)).toEqual(old)
    expect(secrets.size).toBe(0)
  })

  test('is given up where new secrets take their place, and cleared once it works again', async () => {
    const { state, vault, put, faults, secrets } = await setUp()
    await put(old, 'keychain')
    faults.push('silent', 'silent')
    await changeCredentials(state, 'ops', () => fresh, { ...vault, store: 'file', replacing: true })
    expect({ readCredentials: await readCredentials(state, 'ops', vault), secrets: secrets.size }).toEqual({
      readCredentials: fresh,
      secrets: 1,
    })
    await changeCredentials(state, 'ops', (record) => ({ ...record!, kycStatus: 'pending' }), vault)
    expect(secrets.size).toBe(0)
  })
})

test('a secret that is too long for the keychain goes to the file', async () => {
  const { state, vault, secrets } = await setUp()
  await changeCredentials(state, 'ops', () => fresh, { ...vault, store: 'keychain', longest: 20 })
  expect({ secrets: secrets.size, store: (await knownCredentials(state, 'ops'))?.store }).toEqual({
    secrets: 0,
    store: 'file',
  })
})

test('an account that somebody deleted or changed holds no secrets, and can be replaced', async () => {
  const { state, vault, put, secrets } = await setUp()
  await put(old, 'keychain')
  const [account = ''] = secrets.keys()
  for (const text of [undefined, 'not ours', '{"apiKey":5}']) {
    if (text === undefined) secrets.delete(account)
    else secrets.set(account, text)
    expect(await readCredentials(state, 'ops', vault)).toEqual({ origin: old.origin, address: '0x1' })
  }
  await put(fresh, 'keychain')
  expect({ readCredentials: await readCredentials(state, 'ops', vault), secrets: secrets.size }).toEqual({
    readCredentials: fresh,
    secrets: 1,
  })
})

test('a secret that is just as long as the keychain takes goes there', async () => {
  const { state, vault, secrets } = await setUp()
  const { length } = JSON.stringify({ apiKey: fresh.apiKey, token: fresh.token })
  await changeCredentials(state, 'ops', () => fresh, { ...vault, store: 'keychain', longest: length })
  expect(secrets.size).toBe(1)
  const longer = { ...fresh, token: `${fresh.token}.` }
  await changeCredentials(state, 'ops', () => longer, { ...vault, store: 'keychain', longest: length })
  expect([secrets.size, await readCredentials(state, 'ops', vault)]).toEqual([0, longer])
})

test.each([
  ['the API key alone', { apiKey: 'k' }, true, false],
  ['the session token alone', { token: 't' }, false, true],
  ['both', { apiKey: 'k', token: 't' }, true, true],
])('which secrets a keychain has is known without it: %s', async (_, kept, hasKey, hasToken) => {
  const { state, put, calls } = await setUp()
  await put({ origin: old.origin, ...kept }, 'keychain')
  const before = calls()
  expect(await knownCredentials(state, 'ops')).toMatchObject({ hasKey, hasToken, store: 'keychain' })
  expect(calls()).toBe(before)
})

test('a record without a secret is kept in the file, whatever store is chosen', async () => {
  const { state, put, secrets } = await setUp()
  await put({ origin: old.origin, address: '0x1' }, 'keychain')
  expect([secrets.size, (await knownCredentials(state, 'ops'))?.store]).toEqual([0, 'file'])
})

test('the token that goes takes its account with it, and the key has one of its own', async () => {
  const { state, vault, put, secrets, file } = await setUp()
  await put(old, 'keychain')
  const [account = ''] = secrets.keys()
  await changeCredentials(state, 'ops', ({ token: _, ...rest } = old) => rest, vault)
  expect([...secrets.values()]).toEqual(['{"apiKey":"old-key"}'])
  expect(secrets.has(account)).toBe(false)
  expect(await file()).not.toContain(account)
})

test('a keychain that gives back another text than was written keeps nothing, and the old secrets stay', async () => {
  const { state, vault, put, secrets } = await setUp()
  await put(old, 'file')
  const forgetful: Vault = {
    keychain: async (steps) => (await vault.keychain!(steps)).map((found) => found && `${found} `),
  }
  await expect(
    changeCredentials(state, 'ops', () => fresh, { ...forgetful, store: 'keychain' }),
  ).rejects.toMatchObject({ fault: { exit: 3, code: 'CLI_KEYCHAIN' } })
  expect(await readCredentials(state, 'ops', vault)).toEqual(old)
  await removeCredentials(state, 'ops', vault)
  expect(secrets.size).toBe(0)
})

test('secrets of the file go at a removal, with the end of their session, though the keychain keeps older ones', async () => {
  const { state, vault, put, faults, file } = await setUp()
  await put(old, 'keychain')
  faults.push(undefined, 'refused')
  await put({ ...fresh, expiresAt: '2030-01-01T00:00:00Z' }, 'file')
  expect((await knownCredentials(state, 'ops'))?.leftover).toBe(true)
  faults.push('refused')
  await expect(removeCredentials(state, 'ops', vault)).rejects.toThrow(
    'Those in the credentials file were removed.',
  )
  expect(await file()).not.toMatch(/new-|expiresAt/)
  expect(await knownCredentials(state, 'ops')).toMatchObject({
    leftover: true,
    hasKey: false,
    hasToken: false,
  })
})

describe('what stands for the secrets of a keychain that is not asked', () => {
  const inKeychain = (more: object = {}) => ({
    origin: old.origin,
    keychain: 'ops-1',
    secrets: 'apiKey token',
    prints: printsOf(old).join(' '),
    ...more,
  })
  const unread = 'in the keychain'

  test.each([
    ['another key', ['another-key'], inKeychain(), { apiKey: unread, token: unread }],
    ['the key', ['x', 'old-key'], inKeychain(), { apiKey: 'old-key', token: unread }],
    ['the token', ['old-token'], inKeychain(), { apiKey: unread, token: 'old-token' }],
    ['both', ['old-token', 'old-key'], inKeychain(), { apiKey: 'old-key', token: 'old-token' }],
    [
      'the key, of a record without prints',
      ['old-key'],
      { origin: old.origin, keychain: 'ops-1', secrets: 'apiKey' },
      { apiKey: unread },
    ],
    [
      'the token, where the key alone is kept',
      ['old-token'],
      inKeychain({ secrets: 'apiKey' }),
      { apiKey: unread },
    ],
    ['nothing, where nothing is kept', [], { origin: old.origin, keychain: 'ops-1' }, {}],
  ])('is told by whoever has %s', (_, others, record, secrets) => {
    expect(standInFor(record, others)).toEqual(secrets)
  })

  test.each([
    [{ apiKey: 'k', token: 't' }, false],
    [{ apiKey: 'k' }, true],
    [{ token: 't' }, true],
    [{}, true],
  ])('and %j are not all of them: %s', (found, lost) => {
    expect(hasLostSecrets(keptSecrets(inKeychain()), found)).toBe(lost)
    expect(hasLostSecrets(keptSecrets({ origin: old.origin }), found)).toBe(false)
  })
})
