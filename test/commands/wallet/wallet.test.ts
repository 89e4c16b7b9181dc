/** The keystores that are found by name, and the address of every signer that needs no page. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encrypt, pbkdf2 } from 'ox/Keystore'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { known } from '../../wallet/fixtures.ts'

const wallet = (name: string) => new URL(`../../fixtures/wallets/${name}`, import.meta.url)
const words = 'test test test test test test test test test test test junk'

function homeWith(keystores: Record<string, string>): string {
  const home = freshFolder()
  const folder = join(home, '.foundry/keystores')
  mkdirSync(folder, { recursive: true })
  for (const [name, fixture] of Object.entries(keystores)) cpSync(wallet(fixture), join(folder, name))
  return home
}
const secret = (home: string, name: string, text: string) => {
  writeFileSync(join(home, name), text, { mode: 0o600 })
  return join(home, name)
}

test('wallet list shows the keystores by name, with the address where it is named', async () => {
  const home = homeWith({ ops: 'cast-1.json', main: 'ethers-6.json' })
  writeFileSync(join(home, '.foundry/keystores/notes.txt'), 'not one')
  mkdirSync(join(home, '.foundry/keystores/folder'))
  const { code, stdout } = await movecli('wallet list --json', { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'main', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
    { name: 'ops', address: null, file: join(home, '.foundry/keystores/ops') },
  ])
  const said = (await movecli('wallet list', { home })).stderr
  expect(said).toContain('notes.txt is left out. The keystore is not JSON.')
  expect(said).toContain('folder is left out')
})

test('a name that is a file here and a keystore of foundry is refused, and a path is the file', async () => {
  // The tests run where there is a file of this name.
  const name = 'package.json'
  const home = homeWith({ [name]: 'ethers-6.json', only: 'ethers-6.json' })
  const foundry = join(home, '.foundry/keystores', name)
  const env = { MOVECLI_KEYSTORE: name }
  for (const [line, more] of [
    [`wallet address --keystore ${name}`, {}],
    ['wallet address', { env }],
    [`login -n testnet --key-file k --keystore ${name}`, {}],
  ] as const) {
    secret(home, 'k', 'sandbox-public-api-key')
    const { code, stderr } = await movecli(line.replace('--key-file k', `--key-file ${join(home, 'k')}`), {
      home,
      ...more,
      env: { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1', ...('env' in more ? more.env : {}) },
    })
    expect({ line, code }).toEqual({ line, code: 2 })
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `Give ./${name} for the file, or ${foundry} for foundry's.`,
    )
  }
  const path = await movecli(`wallet address --keystore ./${name}`, { home })
  expect([path.code, path.stderr]).toEqual([2, expect.stringContaining('The keystore')])
  for (const each of [foundry, 'only'])
    expect((await movecli(`wallet address --keystore ${each} --json`, { home })).code).toBe(0)
})

test('without a keystore wallet list is empty and says where it looked', async () => {
  const home = freshFolder()
  const { code, stderr } = await movecli('wallet list', { home })
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(join(home, '.foundry/keystores')),
  })
  expect((await movecli('wallet list --json', { home })).stdout).toBe('[]\n')
})

test('the address of a keystore is the one it names, or the one of its key once it is opened', async () => {
  const home = homeWith({ ops: 'cast-1.json', main: 'ethers-6.json' })
  const password = secret(home, 'password', 'throwaway-password')
  const named = await movecli('wallet address --keystore main --json', { home })
  const opened = await movecli(`wallet address --keystore ops --password-file ${password} --json`, { home })
  const key = secret(home, 'key', known.privateKey)
  const ofKey = await movecli(`wallet address --private-key-file ${key} --json`, { home })
  expect({ namedCode: named.code, openedCode: opened.code, ofKeyCode: ofKey.code }).toEqual({
    namedCode: 0,
    openedCode: 0,
    ofKeyCode: 0,
  })
  expect(opened.stdout).toBe(ofKey.stdout)
  expect((await movecli('wallet address --keystore ops', { home })).code).toBe(2)
  const wrong = secret(home, 'wrong', 'another')
  const { code, stderr } = await movecli(`wallet address --keystore ops --password-file ${wrong}`, { home })
  expect({ code, said: stderr.includes('another') }).toEqual({ code: 4, said: false })
})

test('a mnemonic and a program have an address; the program is asked for nothing else', async () => {
  const home = freshFolder()
  const file = secret(home, 'words', words)
  const { stdout } = await movecli(['wallet', 'address', '--mnemonic-file', file, '--jq', '.address'], {
    home,
  })
  expect(stdout).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n')
  const program = join(home, 'signer')
  writeFileSync(
    program,
    `#!${process.execPath}
let text = ''
process.stdin.on('data', (part) => (text += part)).on('end', () => {
  if (JSON.parse(text).op !== 'address') process.exit(1)
  console.log(JSON.stringify({ version: 1, address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' }))
})`,
  )
  chmodSync(program, 0o700)
  const asked = await movecli(['wallet', 'address', '--exec', program, '--json'], { home })
  expect({ code: asked.code, stdout: asked.stdout.trim() }).toEqual({
    code: 0,
    stdout: '{"address":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"}',
  })
})

test.each([
  ['wallet address', 'No signer given.'],
  ['wallet address --keystore a --exec b', 'Give one of --keystore and --exec.'],
  ['wallet', 'movecli wallet'],
])('%s is exit 2: %s', async (line, said) => {
  const { code, stderr } = await movecli(line)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
})

test('a pipe is no keystore, and is not waited for', async () => {
  const home = homeWith({ ops: 'cast-1.json' })
  const pipe = join(home, '.foundry/keystores/pipe')
  execFileSync('mkfifo', [pipe])
  const listed = await movecli('wallet list --json', { home })
  expect(JSON.parse(listed.stdout)).toHaveLength(1)
  const { code, stderr } = await movecli('wallet address --keystore pipe', { home })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is a named pipe') })
  const missing = await movecli('wallet address --keystore nobody', { home })
  expect({ code: missing.code, stderr: missing.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('movecli wallet list'),
  })
})

test('a keystore is opened where a password file is given, whatever address it names', async () => {
  const home = freshFolder()
  const [derived, options] = pbkdf2({ password: 'throwaway-password', iterations: 1 })
  const made = encrypt(known.privateKey as `0x${string}`, derived, options)
  const keystore = secret(home, 'named', JSON.stringify({ ...made, address: known.address.toLowerCase() }))
  const [right, wrong] = [secret(home, 'right', 'throwaway-password'), secret(home, 'wrong', 'another')]
  const line = `wallet address --keystore ${keystore} --json`
  expect(JSON.parse((await movecli(line, { home })).stdout)).toEqual({ address: known.address })
  expect((await movecli(`${line} --password-file ${right}`, { home })).code).toBe(0)
  const env = { MOVECLI_KEYSTORE_PASSWORD_FILE: wrong }
  for (const ran of [
    await movecli(`${line} --password-file ${wrong}`, { home }),
    await movecli(line, { home, env }),
  ])
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 4, stdout: '' })
  expect((await movecli(`${line} --password-file ${right}`, { home, env })).code).toBe(0)
  const other = secret(home, 'other', JSON.stringify({ ...made, address: '1'.repeat(40) }))
  const ran = await movecli(`wallet address --keystore ${other} --password-file ${right}`, { home })
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`and holds the key of ${known.address}`),
  })
})

test('a flag that names a signer wins over the variable of another', async () => {
  const home = homeWith({ main: 'ethers-6.json' })
  const file = secret(home, 'words', words)
  const env = { MOVECLI_KEYSTORE: 'main', MOVECLI_PRIVATE_KEY_FILE: join(home, 'nowhere') }
  const { stdout } = await movecli(`wallet address --mnemonic-file ${file} --json`, { home, env })
  expect(JSON.parse(stdout)).toEqual({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })
})

test('a folder here is no file that a keystore of foundry could be taken for', async () => {
  // The tests run where there is a folder of this name.
  const home = homeWith({ src: 'ethers-6.json' })
  const { code, stdout } = await movecli('wallet address --keystore src --json', { home })
  expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: `{"address":"${known.address}"}` })
})
