/** The guided login, at a terminal: every question, and the command that does the same without any. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encrypt, pbkdf2 } from 'ox/Keystore'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxAddress, sandboxPrivateKey } from '../../../src/sandbox/constants.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { keys, terminal } from '../../support/terminal.ts'
import { startWitness, type Witness } from '../../witness/service.ts'

const address = '0xC1b1550860Af52B06262459996047267E43aCb8b'
const { enter, down, ctrlC } = keys
let witness: Witness
let home: string

beforeEach(async () => {
  witness = await startWitness()
  home = freshFolder()
  cpSync(new URL('../../fixtures/wallets/cast-1.json', import.meta.url), join(home, 'wallet.json'))
})
afterEach(async () => witness.close())

const stored = (folder = home) =>
  (
    JSON.parse(readFileSync(join(folder, '.local/state/movecli/credentials.json'), 'utf8')) as {
      profiles: Record<string, Record<string, string>>
    }
  ).profiles
/** What a terminal showed, its lines joined as they were before they were wrapped. */
const flat = (seen: string) => seen.replaceAll('\r\n', '\n')

test('from nothing to signed in: network, base URL, API key, keystore, password', async () => {
  const { origin } = new URL(witness.url)
  const at = await terminal(['login'], { home, cols: 300 })
  await at.answers('Which network?', down + enter)
  await at.answers('Base URL of testnet', `not a url${enter}`)
  await at.shows('must be a URL')
  await at.answers('Base URL of testnet', origin + enter)
  await at.answers(`It must end in /v1. Use ${origin}/v1?`, enter)
  await at.answers(`Your API key will be sent to ${origin}. Trust it?`, `y${enter}`)
  await at.answers('API key of the service', `witness-key${enter}`)
  await at.answers('Sign in now?', enter)
  await at.answers('Sign in with', down + enter)
  await at.answers('File or name of the keystore', enter)
  await at.shows('Type its path or name.')
  await at.answers('', `nowhere.json${enter}`)
  await at.shows('There is no keystore nowhere.json')
  await at.answers('File or name of the keystore', `wallet.json${enter}`)
  await at.answers('Password of the keystore', `throwaway-password${enter}`)
  expect(await at.ended).toBe(0)
  expect(at.seen()).not.toMatch(/witness-key|throwaway-password/)
  expect(stored()['default']).toMatchObject({ origin, address, apiKey: 'witness-key' })
  expect(flat(at.seen())).toContain('Message to sign:')

  const [, command = ''] = /To run this without prompts: (.*)/.exec(flat(at.seen())) ?? []
  expect(command).toBe(
    `movecli login --network testnet --base-url ${origin}/v1 --key-file api-key.txt --keystore wallet.json --password-file password.txt`,
  )
})

test('the command that it prints does the same in a fresh home', async () => {
  const other = freshFolder()
  cpSync(join(home, 'wallet.json'), join(other, 'wallet.json'))
  writeFileSync(join(other, 'api-key.txt'), 'witness-key', { mode: 0o600 })
  writeFileSync(join(other, 'password.txt'), 'throwaway-password', { mode: 0o600 })
  const words = `login --network testnet --base-url ${witness.url} --key-file ${other}/api-key.txt --keystore ${other}/wallet.json --password-file ${other}/password.txt`
  expect((await movecli(words, { home: other })).code).toBe(0)
  expect(stored(other)['default']).toMatchObject({ address, apiKey: 'witness-key' })
  const next = await movecli('motion daily --json', { home: other })
  expect(next.code).toBe(0)
})

test('no to "Sign in now?" stores the key alone, and the command says --key-only', async () => {
  const at = await terminal(['login', '-n', 'testnet', '--base-url', witness.url, '--key'], {
    home,
    cols: 300,
  })
  await at.answers('API key of the service', `witness-key${enter}`)
  await at.answers('Sign in now?', `n${enter}`)
  expect(await at.ended).toBe(0)
  expect(stored()['default']).toEqual({ origin: new URL(witness.url).origin, apiKey: 'witness-key' })
  expect(flat(at.seen())).toContain('Stored the API key of default (testnet). Not signed in.')
  expect(flat(at.seen())).toContain(
    `movecli login --network testnet --base-url ${witness.url} --key-file api-key.txt --key-only`,
  )
  expect(witness.requests).toHaveLength(0)
})

test('the sandbox needs no key: a private key from a file whose name needs quotes', async () => {
  writeFileSync(join(home, 'my wallet.key'), sandboxPrivateKey, { mode: 0o600 })
  const at = await terminal(['login', '-n', 'sandbox'], { home, cols: 300 })
  await at.answers('Sign in with', down + down + enter)
  await at.answers('File of the private key', `my wallet.key${enter}`)
  expect(await at.ended).toBe(0)
  expect(stored()['default']?.['address']).toBe(sandboxAddress)
  expect(flat(at.seen())).toContain(
    "To run this without prompts: movecli login --network sandbox --private-key-file 'my wallet.key'",
  )
  expect(at.seen()).not.toContain(sandboxPrivateKey.slice(2, 20))
})

test('a login that asked nothing prints no command', async () => {
  writeFileSync(join(home, 'key'), sandboxPrivateKey, { mode: 0o600 })
  const at = await terminal(['login', '-n', 'sandbox', '--private-key-file', 'key'], { home })
  expect(await at.ended).toBe(0)
  expect(at.seen()).not.toContain('without questions')
})

test("a wallet's secret at the API key prompt is refused, not shown, not stored", async () => {
  const at = await terminal(['login', '-n', 'testnet', '--base-url', witness.url], { home, cols: 300 })
  await at.answers('API key of the service', `${sandboxPrivateKey}${enter}`)
  expect(await at.ended).toBe(2)
  expect(at.seen()).toContain('CLI_LOOKS_LIKE_PRIVATE_KEY')
  expect(at.seen()).not.toContain(sandboxPrivateKey.slice(2, 20))
  expect(() => stored()).toThrow('ENOENT')
})

test('Ctrl-C at any question ends with 130, and nothing is stored', async () => {
  const at = await terminal(['login', '-n', 'testnet', '--base-url', witness.url], { home })
  await at.answers('API key of the service', ctrlC)
  expect(await at.ended).toBe(130)
  expect(() => stored()).toThrow('ENOENT')
})

test('a host that is not trusted is asked for again', async () => {
  const at = await terminal(['login', '-n', 'testnet'], { home, cols: 300 })
  await at.answers('Base URL of testnet', `https://evil.example/v1${enter}`)
  await at.answers('Trust it?', enter)
  await at.answers('Base URL of testnet', ctrlC)
  expect(await at.ended).toBe(130)
  expect((await movecli('config get networks.testnet.baseUrl', { home })).code).toBe(2)
})

test('the environment that wins over what was stored is named', async () => {
  writeFileSync(join(home, 'key'), 'witness-key', { mode: 0o600 })
  writeFileSync(join(home, 'pw'), 'throwaway-password', { mode: 0o600 })
  const line = `login -n testnet --base-url ${witness.url} --key-file ${home}/key --keystore ${home}/wallet.json --password-file ${home}/pw`
  const { code, stderr } = await movecli(line, { home, env: { MOVECLI_TOKEN: 'another-token' } })
  expect(code).toBe(0)
  expect(stderr).toContain('MOVECLI_TOKEN is set, and takes precedence over the session token')
})

test('the base URL of a login by flag is the profile’s own: the next command finds it', async () => {
  writeFileSync(join(home, 'key'), 'witness-key', { mode: 0o600 })
  await movecli(`login -n testnet --base-url ${witness.url} --key-file ${home}/key --key-only`, { home })
  expect((await movecli('config get networks.testnet.baseUrl', { home })).code).toBe(2)
  expect((await movecli('config get networks.testnet.baseUrl -p default', { home })).stdout).toBe(
    `${witness.url}\n`,
  )
  expect((await movecli('token price --json', { home })).code).toBe(0)
})

const keystoreLogin = () => ['login', '-n', 'testnet', '--base-url', witness.url, '--keystore', 'wallet.json']

test('a wrong password is asked for again, and the right one signs in', async () => {
  const at = await terminal(keystoreLogin(), { home, cols: 300 })
  await at.answers('API key of the service', `witness-key${enter}`)
  await at.answers('Password of the keystore', `wrong${enter}`)
  await at.shows('The password does not open the keystore. Try again.')
  await at.answers('Password of the keystore', enter)
  await at.shows('Try again.')
  await at.answers('Password of the keystore', `throwaway-password${enter}`)
  expect(await at.ended).toBe(0)
  expect(stored()['default']).toMatchObject({ address, apiKey: 'witness-key' })
})

test('a third wrong password ends with 4, and the API key that was typed is kept', async () => {
  const at = await terminal(keystoreLogin(), { home, cols: 300 })
  await at.answers('API key of the service', `witness-key${enter}`)
  for (const wrong of ['one', 'two', 'three']) await at.answers('Password of the keystore', wrong + enter)
  expect(await at.ended).toBe(4)
  expect(at.seen()).toContain('Stored the API key of default (testnet). Not signed in.')
  expect(at.seen()).toContain('CLI_WRONG_PASSWORD')
  expect(stored()['default']).toEqual({ origin: new URL(witness.url).origin, apiKey: 'witness-key' })
  expect(witness.requests).toHaveLength(0)
})

test('a keystore with an empty password opens with an empty password file, and at the prompt', async () => {
  const [derived, options] = pbkdf2({ password: '', iterations: 1000 })
  writeFileSync(
    join(home, 'wallet.json'),
    JSON.stringify(encrypt(sandboxPrivateKey as `0x${string}`, derived, options)),
  )
  const flags = ['login', '-n', 'sandbox', '--keystore', join(home, 'wallet.json')]
  for (const text of ['', '\n']) {
    writeFileSync(join(home, 'pw'), text, { mode: 0o600 })
    expect((await movecli([...flags, '--password-file', join(home, 'pw')], { home })).code).toBe(0)
  }
  const at = await terminal(flags, { home })
  await at.answers('Password of the keystore', enter)
  expect(await at.ended).toBe(0)
})

test('a secret that is read from a terminal as standard input is not shown', async () => {
  const signing = await terminal(['login', '-n', 'sandbox', '--private-key-file', '-'], { home, cols: 300 })
  await signing.answers('A private key in hex', sandboxPrivateKey + enter)
  expect(await signing.ended).toBe(0)
  expect(signing.seen()).not.toContain(sandboxPrivateKey.slice(2, 12))
  const keyed = await terminal(
    ['login', '-n', 'testnet', '--base-url', witness.url, '--key-only', '--key', '-'],
    { home, cols: 300 },
  )
  await keyed.answers('The API key', `witness-key${enter}`)
  expect(await keyed.ended).toBe(0)
  expect(keyed.seen()).not.toContain('witness-key')
})

test('what is pasted at a hidden prompt repaints nothing', async () => {
  const at = await terminal(['login', '-n', 'testnet', '--base-url', witness.url, '--key', '--key-only'], {
    home,
  })
  await at.answers('API key of the service', `${'k'.repeat(4000)}${enter}`)
  expect(await at.ended).toBe(0)
  expect(stored()['default']?.['apiKey']).toHaveLength(4000)
  expect(at.seen().length).toBeLessThan(2000)
})

test('a second login names for whom it is, and the session that is still good', async () => {
  writeFileSync(join(home, 'key'), sandboxPrivateKey, { mode: 0o600 })
  await movecli(`login -n sandbox --private-key-file ${join(home, 'key')}`, { home })
  const at = await terminal(['login'], { home, cols: 300 })
  await at.shows(/Signing in again: default \(sandbox, 0x\w{4}…\w{4}\)\. Its session is good until 2/)
  await at.answers('Sign in with', ctrlC)
  expect(await at.ended).toBe(130)
})
