/** A private key where a signature belongs: it is not sent, whatever the wallet and whoever gives it, and not repeated. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import type { Transport } from '../../../src/contract/wire.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { contextFor, freshFolder, movecli } from '../../support/movecli.ts'
import { signInPage } from '../../support/sign-in-page.ts'

const key = '5a'.repeat(31) + '01'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const forms = [`0x${key}`, key, `0X${key.toUpperCase()}`, ` 0x${key}\n`]
const wallets = [[], ['--contract-wallet']]

function service() {
  const sandbox = createSandbox()
  const bodies: unknown[] = []
  const transport: Transport = async (request) => (bodies.push(request.body), sandbox(request))
  return { transport, bodies }
}

test('given with --signature it is exit 2 without the hint of contract wallets', async () => {
  const home = freshFolder()
  const { transport, bodies } = service()
  const printed = await movecli(['login', '-n', 'sandbox', '--print-message', '--address', address], { home })
  const path = join(home, 'message.txt')
  writeFileSync(path, printed.stdout)
  const line = ['login', '-n', 'sandbox', '--message-file', path, '--address', address, '-vv']
  for (const form of forms)
    for (const wallet of [...wallets, ['--dry-run']]) {
      const ran = await movecli([...line, ...wallet, '--signature', form], { home, transport })
      expect([ran.code, ran.stdout, bodies]).toEqual([2, '', []])
      expect(ran.stderr).toContain('has the length of a private key')
      expect(ran.stderr.toLowerCase()).not.toMatch(/5a5a5a|contract/)
    }
})

test('given in a raw call it is exit 2', async () => {
  const { transport, bodies } = service()
  for (const form of forms)
    for (const rest of [[], ['--dry-run'], ['-vv']]) {
      const fields = { address, message: 'm', signature: form }
      const given = Object.entries(fields).flatMap(([name, value]) => ['-f', `${name}=${value}`])
      const ran = await movecli(['api', 'POST', '/auth/login', '-n', 'sandbox', ...given, ...rest], {
        transport,
      })
      expect([ran.code, ran.stdout, bodies]).toEqual([2, '', []])
      expect(ran.stderr).toContain('has the length of a private key')
      expect(ran.stderr.toLowerCase()).not.toContain('5a5a5a')
    }
})

test('answered by a signer program it is exit 4', async () => {
  const home = freshFolder()
  const { transport, bodies } = service()
  const program = join(home, 'signer')
  for (const form of forms)
    for (const wallet of wallets) {
      const answer = JSON.stringify({ version: 1, address, signature: form })
      writeFileSync(
        program,
        `#!${process.execPath}\nprocess.stdin.resume().on('end', () => console.log(${JSON.stringify(answer)}))\n`,
        { mode: 0o700 },
      )
      const line = ['login', '-n', 'sandbox', '--exec', program, '--address', address, ...wallet, '-vv']
      const ran = await movecli(line, { home, transport })
      expect([ran.code, bodies]).toEqual([4, []])
      expect(ran.stderr).toContain('CLI_SIGNATURE')
      expect(ran.stderr.toLowerCase()).not.toMatch(/5a5a5a|--contract/)
    }
})

test.each([
  ['', []],
  [' of a contract wallet', ['--contract-wallet']],
])('posted by the sign-in page%s it is exit 4', async (_, wallet) => {
  const { transport, bodies } = service()
  const { context, stderr } = contextFor({ home: freshFolder(), transport })
  const line = ['login', '-n', 'sandbox', '--browser', '--no-open', '--address', address, ...wallet, '-vv']
  const ended = runCommandLine(line, context)
  const { message, post } = await signInPage(stderr, address)
  const answer = await post('signature', { address, message, signature: `0x${key}` })
  expect([answer.ok, await ended, bodies]).toEqual([false, 4, []])
  expect((stderr() + (await answer.text())).toLowerCase()).not.toMatch(/5a5a5a|--contract/)
})
