/** Every way to sign in, by its flags, against the sandbox: what is signed, what is refused, and that nothing is sent then. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SiweMessage } from 'siwe'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'

/** The first account of the words that anvil and hardhat start with. */
const words = 'test test test test test test test test test test test junk'
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const { address } = account
const now = () => new Date('2026-03-04T12:00:00Z')

/** Signs in to a sandbox of its own; `sent` counts what reached it. */
async function login(line: string[], { home = freshFolder(), at = now } = {}) {
  let sent = 0
  const sandbox = createSandbox({ now: at })
  const transport: Transport = async (request) => (sent++, sandbox(request))
  const ran = await movecli(['login', '-n', 'sandbox', ...line], { home, transport, now: at })
  return { ...ran, sent, home }
}

function file(home: string, name: string, content: string, mode = 0o600): string {
  const path = join(home, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

test('a mnemonic signs in with the account at its path', async () => {
  const home = freshFolder()
  const path = file(home, 'words', `${words}\n`)
  const { code, stdout, stderr } = await login(['--mnemonic-file', path, '--json'], { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ address })
  const second = await login(
    ['--mnemonic-file', path, '--hd-path', "m/44'/60'/0'/0/1", '--address', address],
    { home },
  )
  expect({ code: second.code, sent: second.sent }).toEqual({ code: 4, sent: 0 })
  expect(stderr + second.stderr).not.toContain('junk')
})

describe('air-gapped', () => {
  const printed = async (home: string) =>
    (await login(['--print-message', '--address', address], { home })).stdout

  test('the printed message, signed elsewhere, signs in; siwe reads it', async () => {
    const home = freshFolder()
    const text = await printed(home)
    const message = text.replace(/\n$/, '')
    expect(new SiweMessage(message)).toMatchObject({ address, uri: 'http://127.0.0.1:4017/v1', version: '1' })
    const signature = await account.signMessage({ message })
    const path = file(home, 'message.txt', text, 0o644)
    const ending = ['--message-file', path, '--address', address]
    for (const form of [signature, signature.slice(2).toUpperCase()]) {
      const { code, stdout } = await login([...ending, '--signature', form, '--json'], { home })
      expect({ code, stdout: stdout.includes(address) }).toEqual({ code: 0, stdout: true })
    }
  })

  test('a message whose template ends in a line break comes back as it was printed', async () => {
    const home = freshFolder()
    const set = ['config', 'set', 'auth.messageTemplate', '{domain} {timestamp}\n']
    expect((await movecli(set, { home })).code).toBe(0)
    const text = await printed(home)
    const message = text.replace(/\n$/, '')
    expect(message.endsWith('\n')).toBe(true)
    const signature = await account.signMessage({ message })
    const path = file(home, 'message.txt', text, 0o644)
    const { sent, stderr } = await login(
      ['--message-file', path, '--address', address, '--signature', signature],
      { home },
    )
    expect({ sent, stderr }).toMatchObject({ sent: 1 })
  })

  test('another text, another wallet, or a late one is refused, nothing sent', async () => {
    const home = freshFolder()
    const text = await printed(home)
    const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const tries: [string, string, string, number, () => Date][] = [
      [text.replace('127.0.0.1:4017 wants', 'evil.example wants'), address, 'own', 2, now],
      ['I give everything away', address, 'own', 2, now],
      [text, address, 'stranger', 4, now],
      [text, stranger.address, 'stranger', 2, now],
      [text, address, 'own', 2, () => new Date('2026-03-04T12:11:00Z')],
    ]
    for (const [content, who, signer, exit, at] of tries) {
      const message = content.replace(/\n$/, '')
      const signature = await (signer === 'own' ? account : stranger).signMessage({ message })
      const path = file(home, 'message.txt', content)
      const ran = await login(['--message-file', path, '--address', who, '--signature', signature], {
        home,
        at,
      })
      expect({ code: ran.code, sent: ran.sent }).toEqual({ code: exit, sent: 0 })
    }
  })
})

describe('a program that signs', () => {
  /** A program of ten lines, as a user would write one. */
  const signer = (home: string, body: string) =>
    file(
      home,
      'signer',
      `#!${process.execPath}\nlet text = ''\nprocess.stdin.on('data', (part) => (text += part)).on('end', () => {\n${body}\n})\n`,
      0o700,
    )

  test('answers for its address and signs; its words reach the person, made harmless', async () => {
    const home = freshFolder()
    // The signatures come from here: the program only carries them.
    const answers = join(home, 'answers')
    const path = signer(
      home,
      `const { op, message } = JSON.parse(text)
process.stderr.write('\\u001b[31mconfirm on your device ' + process.argv.slice(2).join(' ') + '\\n')
require('node:fs').appendFileSync(${JSON.stringify(answers)}, text)
console.log(JSON.stringify({ version: 1, address: '${address}', ...(op === 'sign_message' && { signature: '0x' + '11'.repeat(65) }) }))`,
    )
    const { code, stderr, sent } = await login(['--exec', path, '--', '--index', '2'], { home })
    expect({ code, sent }).toEqual({ code: 4, sent: 0 })
    expect(stderr).toContain('confirm on your device --index 2')
    expect(stderr).not.toContain('\u001b[31m')
    const asked = readFileSync(answers, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { op: string })
    expect(asked.map(({ op }) => op)).toEqual(['address', 'sign_message'])
  })

  test.each([
    ['hangs', 'setInterval(() => {}, 1000)'],
    ['floods', "for (let i = 0; i < 200; i++) process.stdout.write('x'.repeat(1024))"],
    ['floods its errors', "const more = () => process.stderr.write('x'.repeat(65536), more); more()"],
    [
      'leaves a process of its own behind',
      "require('node:child_process').spawn('sleep', ['30'], { stdio: 'inherit' }); setInterval(() => {}, 1000)",
    ],
    [
      'ends and leaves one behind',
      "require('node:child_process').spawn('sleep', ['30'], { stdio: 'inherit', detached: true }).unref(); process.exit(0)",
    ],
    ['fails', 'process.exit(1)'],
    ['answers garbage', "console.log('signed')"],
    [
      'signs for another wallet',
      `console.log(JSON.stringify({ version: 1, address: '0x${'2'.repeat(40)}', signature: '0x' }))`,
    ],
  ])('one that %s is exit 4, nothing sent', async (_, body) => {
    const home = freshFolder()
    const path = signer(home, body)
    const { code, sent } = await login(['--exec', path, '--address', address, '--wait', '1s'], { home })
    expect({ code, sent }).toEqual({ code: 4, sent: 0 })
  })
})

describe('a signature that is not over the message', () => {
  const program = async (home: string, print: string) =>
    file(
      home,
      'signer',
      `#!${process.execPath}\nprocess.stdin.resume().on('end', () => process.stdout.write(${JSON.stringify(print)}))\n`,
      0o700,
    )
  const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)

  test.each([
    ['of another text', async () => account.signMessage({ message: 'I give everything away' })],
    ['of another wallet', async () => stranger.signMessage({ message: 'whatever' })],
    ['of escapes', async () => '\u001b[2J\u001b]0;gone\u0007'],
    ['of nothing', async () => ''],
  ])('one %s is exit 4, nothing sent, nothing emitted', async (_, sign) => {
    const home = freshFolder()
    const answer = JSON.stringify({ version: 1, address, signature: await sign() })
    const path = await program(home, `${answer}\n`)
    const { code, sent, stdout, stderr } = await login(['--exec', path, '--address', address], { home })
    expect({ code, sent }).toEqual({ code: 4, sent: 0 })
    expect(stdout + stderr).not.toContain('\u001b')
  })

  test('an answer with escapes around it is exit 4, nothing sent, nothing emitted', async () => {
    const home = freshFolder()
    const path = await program(home, `\u001b[31m{"version":1}\u001b[0m\n`)
    const { code, sent, stderr } = await login(['--exec', path, '--address', address], { home })
    expect({ code, sent, escapes: stderr.includes('\u001b') }).toEqual({ code: 4, sent: 0, escapes: false })
  })
})

test.each([
  [['--browser', '--keystore', 'x'], 'Give one of --browser and --keystore.'],
  [['--hd-path', 'm/0'], '--hd-path goes only with --mnemonic-file.'],
  [['--port', '1', '--exec', 'x'], '--port goes only with --browser.'],
  [['--wait', '1m', '--mnemonic-file', 'x'], '--wait goes only with --browser or --exec.'],
  [['--browser', '--', 'x'], 'Only --exec takes arguments after --.'],
  [['--browser'], '--browser needs --address when there is no terminal.'],
  [['--', 'x'], 'Only --exec takes arguments after --.'],
  [
    ['--print-message', '--address', address, '--keystore', 'x'],
    'Give one of --print-message and --keystore.',
  ],
  [['--signature', '0x11', '--browser'], '--signature goes only with --message-file.'],
  [['--message-file', 'x', '--address', address], '--message-file needs --signature and --address.'],
  [['--message-file', 'x', '--signature', '0x11'], '--message-file needs --signature and --address.'],
  [['--no-open', '--keystore', 'x'], '--no-open goes only with --browser.'],
  [['--wait', '0', '--exec', '/nowhere'], '--wait must be between 1s and 24h.'],
  [['--wait', '25h', '--exec', '/nowhere'], '--wait must be between 1s and 24h.'],
  [['--contract-wallet', '--exec', process.execPath], 'A contract wallet needs its address.'],
  [['--print-message'], '--print-message needs --address.'],
  [['--message-file', 'x'], '--message-file needs --signature and --address.'],
  [['--browser', '--address', address, '--port', '70000'], '--port must be between 0 and 65535.'],
])('%j is exit 2: %s', async (line, words) => {
  const { code, stderr, sent } = await login(line)
  expect({ code, sent }).toEqual({ code: 2, sent: 0 })
  expect(stderr).toContain(words)
})

test('the signature of a contract wallet is of the address that is named, and of none that is not', async () => {
  const home = freshFolder()
  const key = file(home, 'key', `0x${'42'.repeat(32)}\n`)
  const line = ['--contract-wallet', '--private-key-file', key]
  const { code, stderr, sent } = await login(line, { home })
  expect({ code, sent }).toEqual({ code: 2, sent: 0 })
  expect(stderr).toContain('A contract wallet needs its address.')
  expect(existsSync(join(home, '.local/state/movecli/credentials.json'))).toBe(false)
})
