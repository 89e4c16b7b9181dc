import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  changeCredentials,
  credentialsPath,
  forOrigin,
  isForHere,
  placesOf,
  readCredentials,
  refuseUnwritableRecords,
  removeCredentials,
} from '../../src/config/credentials.ts'
import { acquire } from '../../src/disk/lock.ts'

const place = async () => join(await mkdtemp(join(tmpdir(), 'movecli-state-')), 'movecli')
const record = { origin: 'https://a.example', apiKey: 'the-key', token: 'the-token' }
const filled = async (text: string) => {
  const state = await place()
  await mkdir(state)
  await writeFile(credentialsPath(state), text)
  return state
}
const bad = (exit: number, code: string) => ({ fault: { exit, code } })

test('a record is kept, changed and removed by itself', async () => {
  const state = await place()
  expect(await readCredentials(state, 'ops')).toBeUndefined()
  await changeCredentials(state, 'ops', () => record)
  await changeCredentials(state, 'bot', () => ({ origin: 'https://b.example' }))
  await changeCredentials(state, 'ops', (before) => ({ ...before!, kycStatus: 'verified' }))
  expect(await readCredentials(state, 'ops')).toEqual({ ...record, kycStatus: 'verified' })
  expect(await removeCredentials(state, 'ops')).toEqual({ ...record, kycStatus: 'verified' })
  expect(await readCredentials(state, 'ops')).toBeUndefined()
  expect(await readCredentials(state, 'bot')).toEqual({ origin: 'https://b.example' })
  expect(((await stat(credentialsPath(state))).mode & 0o777).toString(8)).toBe('600')
})

test('removing what is not there makes nothing', async () => {
  const state = await place()
  expect(await removeCredentials(state, 'ops')).toBeUndefined()
  await expect(stat(state)).rejects.toThrow('ENOENT')
})

test('profiles called like the parts of an object are profiles', async () => {
  const state = await place()
  for (const name of ['constructor', '__proto__']) {
    expect(await readCredentials(state, name)).toBeUndefined()
    await changeCredentials(state, name, () => record)
    expect(await readCredentials(state, name)).toEqual(record)
  }
})

test.each([
  ['cut off', '{"format":1,"profiles":{"ops":{"apiKey":"sk_sec'],
  ['no object', '"sk_secret"'],
  ['without profiles', '{"format":1}'],
  ['with a record that is none', '{"format":1,"profiles":{"ops":{"apiKey":5}}}'],
])('a file that is %s is exit 3, is never wiped, and no part of it is shown', async (_, text) => {
  const state = await filled(text)
  const attempts = [
    async () => readCredentials(state, 'ops'),
    async () => changeCredentials(state, 'ops', () => record),
    async () => removeCredentials(state, 'ops'),
  ]
  for (const attempt of attempts) {
    const error = (await attempt().catch((failure: unknown) => failure)) as Error
    expect(error).toMatchObject(bad(3, 'CLI_CONFIG'))
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('sk_sec')
  }
  expect(await readFile(credentialsPath(state), 'utf8')).toBe(text)
})

test('the file of a newer movecli is read and never written', async () => {
  const state = await filled(`{"format":2,"profiles":{"ops":${JSON.stringify(record)}}}`)
  expect(await readCredentials(state, 'ops')).toEqual(record)
  await expect(removeCredentials(state, 'ops')).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
})

test('a link in its place is never read through either', async () => {
  const state = await filled('')
  const theirs = join(state, 'theirs.json')
  await writeFile(theirs, JSON.stringify({ format: 1, profiles: { ops: record } }))
  await rm(credentialsPath(state))
  await symlink(theirs, credentialsPath(state))
  await expect(readCredentials(state, 'ops')).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
})

test('a link in its place is never written through', async () => {
  const state = await place()
  await mkdir(state)
  await symlink('theirs', credentialsPath(state))
  await expect(changeCredentials(state, 'ops', () => record)).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  await expect(stat(join(state, 'theirs'))).rejects.toThrow('ENOENT')
})

test('credentials that another is changing are exit 8', async () => {
  const state = await place()
  await acquire(join(state, 'credentials.lock'), { wait: 0 })
  await expect(changeCredentials(state, 'ops', () => record, { wait: 20 })).rejects.toMatchObject(
    bad(8, 'CLI_BUSY'),
  )
})

test('a record is for its scheme, host and port alone', async () => {
  for (const url of ['https://a.example/v1', 'https://A.example:443/other/v1'])
    expect(forOrigin(record, url, { profile: 'ops', network: 'testnet' })).toBe(record)
  for (const url of ['http://a.example/v1', 'https://a.example:444/v1', 'https://b.a.example/v1']) {
    const refused = Promise.resolve().then(() =>
      forOrigin(record, url, { profile: 'ops', network: 'testnet' }),
    )
    await expect(refused).rejects.toMatchObject(bad(4, 'CLI_FOREIGN_CREDENTIAL'))
  }
})

test.each([
  ['a profile and a network', { profile: 'ops', network: 'testnet' }, ' of ops', '-n testnet '],
  ['neither', { profile: undefined, network: undefined }, '', ''],
])('what is stored for elsewhere names the login there: %s', (_, place, whose, flag) => {
  expect(() => forOrigin(record, 'https://b.example/v1', place)).toThrow(
    expect.objectContaining({
      message: `The stored credentials${whose} belong to https://a.example and are not sent to https://b.example.`,
      fault: expect.objectContaining({
        hint: `To sign in there: movecli login ${flag}--base-url https://b.example/v1 --profile <another>`,
        outcome: 'not_sent',
      }),
    }),
  )
})

test.each([
  ['of this origin', record, 'https://a.example/beta/v1', true],
  ['of another port', record, 'https://a.example:8443/v1', false],
  ['where no base URL is in force', record, undefined, true],
  ['that is not there', undefined, undefined, false],
])('whether a record is for here: one %s', (_, each, value, here) => {
  expect(isForHere(each, value === undefined ? {} : { baseUrl: { value } })).toBe(here)
})

test('the places of the secrets are all named, the keychain that still may have some too', () => {
  const keychain = "the system's keychain"
  const file = credentialsPath('/s')
  expect(placesOf({ store: 'file', leftover: false }, '/s')).toEqual([file])
  expect(placesOf({ store: 'file', leftover: true }, '/s')).toEqual([file, keychain])
  for (const leftover of [true, false])
    expect(placesOf({ store: 'keychain', leftover }, '/s')).toEqual([keychain])
})

test('whether a change could be kept is known before: a newer file and a link end it, and nothing is changed', async () => {
  const text = `{"format":2,"profiles":{"ops":{"origin":"https://a.example","apiKey":5}}}`
  const newer = await filled(text)
  await expect(refuseUnwritableRecords(newer)).rejects.toMatchObject(bad(3, 'CLI_CONFIG'))
  expect(await readFile(credentialsPath(newer), 'utf8')).toBe(text)
  const linked = await place()
  await mkdir(linked)
  await symlink('theirs', credentialsPath(linked))
  await expect(refuseUnwritableRecords(linked)).rejects.toMatchObject({ fault: { exit: 3 } })
  const usual = await place()
  await refuseUnwritableRecords(usual)
  await expect(stat(credentialsPath(usual))).rejects.toThrow('ENOENT')
  await acquire(join(usual, 'credentials.lock'), { wait: 0 })
  await expect(refuseUnwritableRecords(usual, { wait: 20 })).rejects.toMatchObject(bad(8, 'CLI_BUSY'))
})

test('a change that gives the record back as it was writes nothing', async () => {
  const state = await place()
  await changeCredentials(state, 'ops', () => record)
  const before = await stat(credentialsPath(state))
  await changeCredentials(state, 'ops', (same) => same)
  await changeCredentials(state, 'nobody', () => undefined)
  expect((await stat(credentialsPath(state))).ino).toBe(before.ino)
})
