/** What --remember-signer keeps: files that last, and how long a program may take; what hangs ends with all that it started. */
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, cpSync, openSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { encrypt, pbkdf2 } from 'ox/Keystore'
import { describe, expect, test, vi } from 'vitest'
import { runs } from '../support/prover.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { other, otherKey, rememberedWorld } from '../support/renewal.ts'
import { reply } from '../support/world.ts'

describe('a file that will not be there the next time is refused before anything is sent', () => {
  const refused = async (world: Awaited<ReturnType<typeof rememberedWorld>>, flags: string, name: string) => {
    const before = [world.settings(), world.stored()]
    const ran = await world.run(`login ${flags} --remember-signer`)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(`--remember-signer cannot remember ${name}: it is not a regular file.`)
    expect([world.settings(), world.stored(), world.sent]).toEqual([...before, []])
  }

  test('standard input, a pipe and a file that the shell hands over by its number', async () => {
    const world = await rememberedWorld()
    const keystore = `--keystore ${world.at('wallet.json')}`
    await refused(world, `${keystore} --password-file -`, 'standard input')
    const pipe = world.at('pipe')
    execFileSync('mkfifo', [pipe])
    await refused(world, `${keystore} --password-file ${pipe}`, pipe)
    await refused(world, `--keystore ${pipe} --password-file ${world.at('password')}`, pipe)
    const open = openSync(world.at('password'), 'r')
    try {
      await refused(world, `${keystore} --password-file /dev/fd/${open}`, `/dev/fd/${open}`)
    } finally {
      closeSync(open)
    }
  })

  test('without --remember-signer a file by its number opens the keystore', async () => {
    const world = await rememberedWorld()
    const open = openSync(world.at('password'), 'r')
    try {
      await world.done(`login --keystore ${world.at('wallet.json')} --password-file /dev/fd/${open}`)
    } finally {
      closeSync(open)
    }
  })
})

const mnemonic = 'test test test test test test test test test test test junk'

test.each([
  [[otherKey]],
  [['--index', '2', '--key', otherKey.slice(2)]],
  [[`--private-key=${otherKey}`]],
  [[mnemonic]],
  [mnemonic.split(' ')],
])('arguments with the form of a secret are not remembered: %#', async (args) => {
  const world = await rememberedWorld()
  const before = [world.settings(), world.stored()]
  const line = ['login', '--address', other, '--exec', world.signer(otherKey)]
  const ran = await world.run([...line, '--remember-signer', '--', ...args])
  expect([ran.code, ran.stdout, world.settings(), world.stored(), world.sent]).toEqual([2, '', ...before, []])
  expect(ran.stderr).toContain('CLI_LOOKS_LIKE_PRIVATE_KEY')
  expect(ran.stderr).not.toMatch(/2222|junk/)
  expect((await world.run([...line, '--', ...args])).code).toBe(0)
})

test('other arguments are: numbers, paths, names', async () => {
  const world = await rememberedWorld()
  const args = ['--index', '2', '--key-file', world.at('other'), 'ledger', other]
  const line = ['login', '--address', other, '--exec', world.signer(otherKey), '--remember-signer']
  expect((await world.run([...line, '--', ...args])).code).toBe(0)
  expect(JSON.parse(world.settings())).toMatchObject({ profiles: { default: { signer: { args } } } })
})

/** Signed in with a program that hangs, with a child of its own, once there is a file `hang`. */
async function withProgram(flags: string) {
  const world = await rememberedWorld()
  await world.done(`login --address ${other} --exec ${world.signer(otherKey)} --remember-signer ${flags}`)
  world.time.at += 61_000
  world.sent.length = 0
  return world
}

/** The process that the program started, once there is one. */
const childOf = async (path: string): Promise<number> =>
  vi.waitFor(() => {
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(/^\d+\n$/)
    return Number(text)
  }, 30_000)

const untilEnded = async (pid: number) => vi.waitFor(() => expect(runs(pid)).toBe(false), 10_000)

test('a remembered program signs in again', async () => {
  const world = await withProgram('')
  await world.done('token balance')
  expect(world.count('POST /auth/login')).toBe(1)
})

test('--wait is remembered: a program that hangs then ends after it, with all that it started', async () => {
  const world = await withProgram('--wait 30s')
  expect(world.settings()).toContain('"waitMs": 30000')
  world.changeSettings((text) => text.replace('"waitMs": 30000', '"waitMs": 1000'))
  world.file('hang', '')
  const ran = await world.run('token claim --yes --json')
  expect(world.failure(ran)).toMatchObject({ exit_code: 4, outcome: 'not_sent' })
  expect(world.failure(ran)['message']).toContain('did not answer within 1 s')
  expect(world.sent).toEqual([])
  await untilEnded(await childOf(world.at('child')))
})

test('Ctrl-C ends a remembered program that hangs with all that it started', async () => {
  const world = await withProgram('')
  world.file('hang', '')
  const stop = new AbortController()
  const running = world.run('token balance', { signal: stop.signal })
  const child = await childOf(world.at('child'))
  expect(runs(child)).toBe(true)
  stop.abort('SIGINT')
  expect((await running).code).toBe(130)
  await untilEnded(child)
})

describe('a smart-contract wallet', () => {
  const contract = `0x${'cc'.repeat(20)}`
  const signatures = [
    ['of any length', `0x${'5c'.repeat(80)}`],
    ['of the key that owns it', `0x${'11'.repeat(64)}1b`],
  ] as const

  /** Signed in as the contract, with its signer remembered and the session at its end. */
  async function asContract(signature: string) {
    const world = await rememberedWorld()
    const logins: unknown[] = []
    const transport: Transport = async ({ url, body }) => {
      if (!url.endsWith('/auth/login')) return reply(200, { success: true, data: { balance: 1 } })
      logins.push(JSON.parse(Buffer.from(body ?? []).toString()))
      const expires_at = new Date(world.time.at + 60_000).toISOString()
      const user = { address: contract, kyc_status: 'none' }
      return reply(200, { success: true, data: { token: `t${logins.length}`, expires_at, user } })
    }
    const run = async (line: string) => world.run(line, { transport })
    const answer = JSON.stringify({ version: 1, signature })
    world.file('contract-signer', `#!/bin/sh\ncat > /dev/null\necho '${answer}'\n`)
    chmodSync(world.at('contract-signer'), 0o700)
    const signer = `--exec ${world.at('contract-signer')} --address ${contract}`
    const login = await run(`login ${signer} --contract-wallet --remember-signer`)
    expect({ code: login.code, stderr: login.code === 0 ? '' : login.stderr }).toEqual({
      code: 0,
      stderr: '',
    })
    world.time.at += 61_000
    return { ...world, run, logins }
  }

  test.each(signatures)('signs in again by itself with a signature %s', async (_, signature) => {
    const { run, logins, settings, stored, time } = await asContract(signature)
    expect(settings()).toContain('"contractWallet": true')
    for (const nth of [2, 3]) {
      const { code, stderr } = await run('token balance --json')
      expect({ code, stderr, token: stored()['default']?.['token'] }).toEqual({
        code: 0,
        stderr: '',
        token: `t${nth}`,
      })
      time.at += 61_000
    }
    expect(logins).toEqual(
      [1, 2, 3].map(() =>
        expect.objectContaining({ address: expect.stringMatching(/^0xc{40}$/i), signature }),
      ),
    )
  })

  test.each(signatures)(
    'whose record does not say so is refused with a signature %s',
    async (_, signature) => {
      const { run, logins, changeSettings, failure } = await asContract(signature)
      changeSettings((text) => text.replace(/,\s*"contractWallet": true/, ''))
      const ran = await run('token claim --yes --json')
      expect(failure(ran)).toMatchObject({ code: 'CLI_TOKEN_EXPIRED', exit_code: 4, outcome: 'not_sent' })
      expect(logins).toHaveLength(1)
    },
  )
})

test('a signer is remembered as one of a contract wallet only where the flag says so', async () => {
  const world = await rememberedWorld()
  expect(world.settings()).not.toContain('contractWallet')
  const keystore = `--keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`
  await world.done(`login ${keystore} --address ${world.address} --contract-wallet --remember-signer`)
  expect(world.settings()).toContain('"contractWallet": true')
  await world.login('--remember-signer')
  expect(world.settings()).not.toContain('contractWallet')
})

describe('where a signer is to be found is remembered from the root', () => {
  const signerIn = ({ settings }: Awaited<ReturnType<typeof rememberedWorld>>) =>
    (JSON.parse(settings()) as { profiles: Record<string, { signer?: object }> }).profiles['default']?.signer
  const fromHere = (path: string) => relative(process.cwd(), path)

  test('a keystore and its password file that are given from the current folder', async () => {
    const world = await rememberedWorld()
    const [keystore, passwordFile] = [world.at('wallet.json'), world.at('password')]
    await world.done(
      `login --keystore ${fromHere(keystore)} --password-file ${fromHere(passwordFile)} --remember-signer`,
    )
    expect(signerIn(world)).toEqual({
      kind: 'keystore',
      keystore,
      passwordFile,
      baseUrl: 'http://127.0.0.1:4017/v1',
    })
  })

  test('a keystore by its name, and both by variables', async () => {
    const world = await rememberedWorld()
    const keystore = world.at(join('.foundry', 'keystores', 'ops'))
    cpSync(world.at('wallet.json'), keystore)
    const passwordFile = world.at('password')
    await world.done(`login --keystore ops --password-file ${passwordFile} --remember-signer`)
    expect(signerIn(world)).toMatchObject({ keystore, passwordFile })
    await world.done('logout --all')
    const env = {
      MOVECLI_NETWORK: 'testnet',
      MOVECLI_KEYSTORE: 'ops',
      MOVECLI_KEYSTORE_PASSWORD_FILE: fromHere(passwordFile),
    }
    const line = `login --key-file ${world.at('key')} --remember-signer`
    expect((await world.run(line, { env })).code).toBe(0)
    expect(signerIn(world)).toMatchObject({ kind: 'keystore', keystore, passwordFile })
  })

  test('a program, with no wait where none is given', async () => {
    const world = await rememberedWorld()
    const program = world.signer(otherKey)
    await world.done(`login --address ${other} --exec ${fromHere(program)} --remember-signer`)
    expect(signerIn(world)).toEqual({ kind: 'exec', program, args: [], baseUrl: 'http://127.0.0.1:4017/v1' })
  })
})

test('a keystore whose password is empty signs in again too', async () => {
  const world = await rememberedWorld()
  const [derived, options] = pbkdf2({ password: '', iterations: 1 })
  world.file('open.json', JSON.stringify(encrypt(otherKey as `0x${string}`, derived, options)))
  world.file('empty', '')
  const files = `--keystore ${world.at('open.json')} --password-file ${world.at('empty')}`
  await world.done(`login --address ${other} ${files} --remember-signer`)
  world.time.at += 61_000
  world.sent.length = 0
  await world.done('token balance')
  expect(world.count('POST /auth/login')).toBe(1)
})

test('a later login of the same wallet, of its API key alone or at another base URL forgets no signer', async () => {
  const world = await rememberedWorld()
  for (const flags of [
    `--keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`,
    `--key-only --key-file ${world.at('key')}`,
    `-p default --base-url http://127.0.0.1:4999/v1 --key-file ${world.at('key')} --keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`,
  ]) {
    await world.done(`login ${flags}`)
    expect(world.settings()).toContain('"signer"')
  }
  expect(world.settings()).toContain('"baseUrl": "http://127.0.0.1:4017/v1"')
})

describe('what a renewal stores', () => {
  test('is the new session: its end, when it was signed in, and the status of the wallet', async () => {
    const world = await rememberedWorld()
    world.time.at += 61_000
    const end = new Date(world.time.at + 90_000).toISOString()
    world.answers.set('POST /auth/login', () =>
      reply(200, {
        success: true,
        data: {
          token: 'a-renewed-token',
          expires_at: end,
          user: { address: world.address, kyc_status: 'verified' },
        },
      }),
    )
    world.answers.set('GET /token/price', () => reply(200, { success: true, data: { price: '1' } }))
    await world.done('token price')
    expect(world.stored()['default']).toEqual({
      origin: 'http://127.0.0.1:4017',
      apiKey: 'sandbox-public-api-key',
      address: world.address,
      token: 'a-renewed-token',
      expiresAt: end,
      signedInAt: new Date(world.time.at).toISOString(),
      kycStatus: 'verified',
    })
  })

  test('is how far the clock of the service is ahead by then', async () => {
    const world = await rememberedWorld()
    world.time.at += 300_000
    world.time.ahead = -150_000
    const before = world.stored()['default']?.['token']
    await world.done('token balance')
    const { token, clockSkewMs } = world.stored()['default'] ?? {}
    expect({ renewed: token !== before, clockSkewMs }).toEqual({ renewed: true, clockSkewMs: '150000' })
  })
})
