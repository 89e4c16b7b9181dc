/** What login asks for and says on its way: consent, a dry run, a pipe that is silent. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { contextFor, freshFolder, movecli } from '../../support/movecli.ts'
import { signInPage } from '../../support/sign-in-page.ts'

const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1' }

test('--yes agrees to the address that signed, which is shown', async () => {
  const home = freshFolder()
  const setting = { home, env, tty: true, transport: createSandbox() }
  const { context, stderr } = contextFor({ ...setting, stdin: 'sandbox-public-api-key\n' })
  const line = ['login', '--key', 'sandbox-public-api-key', '--browser', '--no-open', '--yes']
  const ended = runCommandLine(line, context)
  const { message, post } = await signInPage(stderr, wallet.address)
  const signature = await wallet.signMessage({ message })
  expect((await post('signature', { address: wallet.address, message, signature })).status).toBe(200)
  expect([await ended, stderr()]).toEqual([
    0,
    expect.stringContaining(`${wallet.address} signed. Sign in as this address? Yes (--yes).`),
  ])
})

test('--dry-run shows the address, and the API key by its length', async () => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, 'ordinary-key\n')
  chmodSync(key, 0o600)
  for (const [flags, more] of [
    [['--key-file', key], {}],
    [['--key', 'ordinary-key'], {}],
    [[], { MOVECLI_API_KEY: 'ordinary-key' }],
  ] as const) {
    const line = ['login', '--browser', '--address', wallet.address, '--dry-run', '--json', ...flags]
    const { stdout } = await movecli(line, { home, env: { ...env, ...more } })
    expect(JSON.parse(stdout)).toMatchObject({
      headers: { 'X-API-Key': '[12 characters]' },
      body: { address: wallet.address },
    })
  }
})

test('a pipe that nobody writes to is named after five seconds, and read once somebody does', async () => {
  const home = freshFolder()
  const pipe = join(home, 'pipe')
  execFileSync('mkfifo', [pipe])
  const { context, stderr } = contextFor({ home, env, sleep: async () => {} })
  const ended = runCommandLine(['login', '--browser', '--key-file', pipe, '--dry-run'], context)
  await expect.poll(stderr, { timeout: 30_000 }).toContain(`Waiting for the API key from ${pipe}.`)
  await writeFile(pipe, 'ordinary-key\n')
  expect(await ended).toBe(0)
})

test.runIf(process.getuid?.() === 0)('root is told of folders that belong to another user', async () => {
  const home = freshFolder()
  const folders = [join(home, '.config/movecli'), join(home, '.local/state/movecli')]
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chownSync(folder, 1234, 1234)
  }
  const { stderr } = await movecli('login -n sandbox --key ordinary-key --key-only', { home })
  const doctor = await movecli('doctor -n sandbox --json', { home })
  for (const folder of folders) {
    expect(stderr).toContain(`${folder}, where movecli keeps secrets, belongs to another user (uid 1234)`)
    expect(doctor.stdout).toContain(`${folder} (uid 1234)`)
  }
})
