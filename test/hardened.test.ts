/** What hostile services, files and environments have tried: the built command, as a user has it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bin, built } from './support/built.ts'
import { freshFolder } from './support/movecli.ts'
import { startWitness, type Witness } from './witness/service.ts'
import { environmentTo } from './support/testnet.ts'

let witness: Witness
let home: string
let env: Record<string, string>
beforeEach(async () => {
  witness = await startWitness()
  home = freshFolder()
  env = environmentTo(witness)
})
afterEach(async () => witness.close())

test('a service that changes the protocol never makes a success', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`
  const at = { home, env: { ...env, MOVECLI_BASE_URL: base } }
  expect((await built(['motion', 'daily', '--retries', '0', '--timeout', '2'], at)).code).toBe(8)
  const submit = await built(
    ['motion', 'submit', '--steps', '1', '--proof', 'abcdef', '--timeout', '2', '--json'],
    at,
  )
  expect(submit.code).toBe(9)
  expect(JSON.parse(submit.stderr)).toMatchObject({ error: { outcome: 'unknown' } })
  server.close()
})

test('a proof as long as real ones are is sent, and never comes out', async () => {
  const proof = 'zkP9'.repeat(50_000)
  writeFileSync(join(home, 'proof'), proof)
  witness.answer({
    path: '/motion/submit',
    status: 400,
    body: `{"success":false,"error":{"code":"MOTION_002","message":"${proof}","details":"d"}}`,
  })
  const { code, stdout, stderr } = await built(
    ['motion', 'submit', '--steps', '1', '--proof-file', join(home, 'proof'), '-vv'],
    { home, env },
  )
  expect(code).toBe(5)
  expect(stdout + stderr).not.toContain('zkP9zkP9')
  expect(witness.requests[0]?.body).toContain(proof)
})

test('a token longer than any header is refused, and not shown', async () => {
  const token = 'tOkEn-'.repeat(20_000)
  const answer = {
    token,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    user: { address: '0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377', kyc_status: 'x' },
  }
  witness.answer({ path: '/auth/login', body: JSON.stringify({ success: true, data: answer }) })
  writeFileSync(join(home, 'private'), '0x8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f', {
    mode: 0o600,
  })
  const { code, stdout, stderr } = await built(['login', '--private-key-file', join(home, 'private')], {
    home,
    env,
  })
  expect(code).toBe(4)
  expect(stdout + stderr).not.toContain('tOkEn-tOkEn')
})

test.each(['', 'relative'])('with HOME=%j nothing is read from the current directory', async (value) => {
  const here = freshFolder()
  mkdirSync(join(here, '.config/movecli'), { recursive: true })
  mkdirSync(join(here, 'relative/.config/movecli'), { recursive: true })
  const foreign = JSON.stringify({
    format: 1,
    settings: { 'networks.mainnet.baseUrl': witness.url },
    profiles: {},
  })
  writeFileSync(join(here, '.config/movecli/config.json'), foreign)
  writeFileSync(join(here, 'relative/.config/movecli/config.json'), foreign)
  const { code } = await built(['token', 'price', '-n', 'mainnet'], {
    home: here,
    env: { HOME: value, MOVECLI_API_KEY: witness.key },
  })
  expect(code).toBe(3)
  expect(witness.requests).toHaveLength(0)
})

test('settings that are no regular file are refused', async () => {
  mkdirSync(join(home, '.config/movecli'), { recursive: true })
  symlinkSync('/dev/zero', join(home, '.config/movecli/config.json'))
  const { code, stderr } = await built(['motion', 'daily'], { home, env })
  expect(code).toBe(3)
  expect(stderr).toContain('not a regular file')
})

test('a pipe that nobody writes to can be interrupted', () => {
  const pipe = join(home, 'pipe')
  execFileSync('mkfifo', [pipe])
  const script = `"${process.execPath}" "${bin}" user settings --input "${pipe}" & pid=$!; sleep 0.7; kill -TERM $pid; wait $pid; echo $?`
  expect(
    execFileSync('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], HOME: home, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    }),
  ).toBe('143\n')
})

test('an answer that cannot be shown does not undo the write: exit 1, outcome applied', async () => {
  const { code, stderr } = await built(['token', 'claim', '--yes', '--json', '--jq', '.claimed|keys|keys'], {
    home,
    env,
  })
  expect(code).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'CLI_OUTPUT', outcome: 'applied', retryable: false },
  })
})

test('a service cannot speak with our own codes', async () => {
  witness.answer({ status: 400, body: '{"success":false,"error":{"code":"CLI_BUG","message":"m"}}' })
  const { code, stderr } = await built(['token', 'price', '--json'], { home, env })
  expect(code).toBe(5)
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_REJECTED' } })
})

test('the sandbox is never elsewhere', async () => {
  const { code, stderr } = await built(
    ['motion', 'daily', '-n', 'sandbox', '--base-url', 'https://elsewhere.example/v1'],
    { home },
  )
  expect(code).toBe(2)
  expect(stderr).toContain('The sandbox is on this machine')
})

test('secrets leave the environment of the process as soon as they are read, and no program is given them', async () => {
  const seen = join(home, 'seen')
  const hook = join(home, 'hook.cjs')
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env)))`,
  )
  const signer = join(home, 'signer')
  writeFileSync(signer, `#!/bin/sh\nenv > "$HOME/child"; exit 1\n`, { mode: 0o700 })
  const secrets = {
    MOVECLI_API_KEY: 'sk-planted-key',
    MOVECLI_TOKEN: 'planted.token.value',
    NODE_OPTIONS: '',
  }
  const { code } = await built(
    ['login', '--exec', signer, '--address', '0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377'],
    {
      home,
      env: { ...env, ...secrets, MOVECLI_KEYSTORE_PASSWORD_FILE: 'planted' },
      node: ['--require', hook],
    },
  )
  expect(code).toBe(4)
  const variables = JSON.parse(readFileSync(seen, 'utf8')) as Record<string, string>
  expect(Object.keys(variables)).not.toContain('MOVECLI_API_KEY')
  expect(Object.keys(variables)).not.toContain('MOVECLI_TOKEN')
  const child = readFileSync(join(home, 'child'), 'utf8')
  expect(child).toContain('MOVECLI_BASE_URL=')
  expect(child).not.toMatch(/planted|NODE_OPTIONS|MOVECLI_(API_KEY|TOKEN|KEYSTORE)/)
})

test('a program with the name of a signer in the current directory is not started', async () => {
  writeFileSync(join(home, 'signer'), `#!/bin/sh\ntouch "$HOME/ran"\n`, { mode: 0o700 })
  for (const path of ['', '.', `:${process.env['PATH']}`]) {
    const { code } = await built(
      ['login', '--exec', 'signer', '--address', '0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377'],
      { home, env: { ...env, PATH: path } },
    )
    expect([code, existsSync(join(home, 'ran'))]).toEqual([2, false])
  }
})
