/** smoke as a command: what it refuses, how it ends, what it leaves on record. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TransportFailure, type Transport } from '../../../src/contract/wire.ts'
import {
  sandboxAddress,
  sandboxApiKey,
  sandboxPrivateKey,
  sandboxToken,
} from '../../../src/sandbox/constants.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { prover, smoke, type Row } from '../../smoke/support.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { clock } from '../../support/clock.ts'
import { errorOf } from '../../support/world.ts'

const url = 'https://api.example/v1'
const env = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_TOKEN: sandboxToken, MOVECLI_BASE_URL: url }
/** A service at `url`, and what was asked of it. */
function service() {
  const sandbox = createSandbox({ baseUrl: url })
  const asked: string[] = []
  const transport: Transport = async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return sandbox(request)
  }
  return { asked, transport }
}

describe('before anything is sent', () => {
  test.each([
    ['no network at all', 'smoke', {}, 3, 'CLI_NO_NETWORK'],
    ['a network without a base URL', 'smoke -n testnet', {}, 3, 'CLI_NO_BASE_URL'],
    [
      'plain http',
      'smoke -n testnet',
      { ...env, MOVECLI_BASE_URL: 'http://api.example/v1' },
      3,
      'CLI_INSECURE_URL',
    ],
    ['no API key', 'smoke -n testnet', { MOVECLI_BASE_URL: url }, 4, 'CLI_NO_API_KEY'],
    ['full on mainnet', 'smoke -n mainnet --suite full', env, 2, 'CLI_USAGE'],
    ['full on mainnet without a base URL', 'smoke -n mainnet --suite full', {}, 2, 'CLI_USAGE'],
    ['a suite that there is not', 'smoke -n testnet --suite some', env, 2, 'CLI_USAGE'],
    ['--repeat 0', 'smoke -n testnet --repeat 0', env, 2, 'CLI_USAGE'],
    ['--max-latency 1s', 'smoke -n testnet --max-latency 1s', env, 2, 'CLI_USAGE'],
    ['a prover that there is not', 'smoke -n testnet --suite full --prover ./nobody', env, 2, 'CLI_USAGE'],
    ['a JUnit file in no folder', 'smoke -n testnet --junit no/such/folder/x.xml', env, 2, 'CLI_USAGE'],
    ['a watch of no time', 'smoke -n testnet --watch 0', env, 2, 'CLI_USAGE'],
  ])('%s ends it', async (_, line, variables, exit, code) => {
    const { asked, transport } = service()
    const ran = await movecli(`${line} --json`, { env: variables, transport })
    expect({ code: ran.code, stdout: ran.stdout, asked }).toEqual({ code: exit, stdout: '', asked: [] })
    expect(errorOf(ran)['code']).toBe(code)
    expect(errorOf(ran)['hint']).toBeTruthy()
  })

  test('a profile does not name the network: that is a flag or the environment', async () => {
    const home = freshFolder()
    const { asked, transport } = service()
    const key = join(home, 'key')
    writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
    const login = ['login', '-n', 'testnet', '--private-key-file', key]
    expect((await movecli(login, { home, env, transport })).code).toBe(0)
    asked.length = 0
    const ran = await movecli('smoke', { home, env, transport })
    expect({ code: ran.code, asked }).toEqual({ code: 2, asked: [] })
    expect(ran.stderr).toContain('Add -n testnet')
    expect((await movecli('smoke -n testnet', { home, env, transport })).code).toBe(0)
    expect(
      (await movecli('smoke', { home, env: { ...env, MOVECLI_NETWORK: 'testnet' }, transport })).code,
    ).toBe(0)
  })

  test('a wrong password of the keystore is exit 4, not a failed check', async () => {
    const home = freshFolder()
    writeFileSync(join(home, 'password'), 'another\n', { mode: 0o600 })
    const { asked, transport } = service()
    const ran = await movecli('smoke -n testnet --suite full', {
      home,
      transport,
      env: {
        ...env,
        MOVECLI_KEYSTORE: fileURLToPath(new URL('../../fixtures/wallets/cast-1.json', import.meta.url)),
        MOVECLI_KEYSTORE_PASSWORD_FILE: join(home, 'password'),
      },
    })
    expect({ code: ran.code, asked }).toEqual({ code: 4, asked: [] })
    expect(ran.stderr).toContain('CLI_WRONG_PASSWORD')
  })
})

describe('how it ends', () => {
  test('what is missing makes a check skipped, shown and counted; with --require-all it is exit 4', async () => {
    const { transport } = service()
    const bare = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_BASE_URL: url }
    const told = await movecli('smoke -n testnet --json', { env: bare, transport })
    expect(told.code).toBe(0)
    const { checks, skipped, passed } = JSON.parse(told.stdout) as {
      checks: Row[]
      skipped: number
      passed: number
    }
    expect(skipped).toBe(checks.filter(({ status }) => status === 'skipped').length)
    expect(passed).toBeGreaterThan(3)
    expect(checks.find(({ name }) => name === 'envelope token.balance')).toMatchObject({
      status: 'skipped',
      message: 'needs a session: movecli login, or MOVECLI_TOKEN',
    })
    const strict = await movecli('smoke -n testnet --require-all --json', { env: bare, transport })
    expect({ code: strict.code, stdout: strict.stdout }).toEqual({ code: 4, stdout: '' })
    expect(errorOf(strict)['details']).toContain('paging: needs an address')
  })

  test('what a skipped check needs is given by a login of the profile in use', async () => {
    const home = freshFolder()
    const { transport } = service()
    const run = async (line: string) => movecli(line, { home, transport, env: { MOVECLI_BASE_URL: url } })
    for (const name of ['ops-a', 'ops-b'])
      expect((await run(`login -n testnet -p ${name} --key ${sandboxApiKey} --key-only`)).code).toBe(0)
    const { checks } = JSON.parse((await run('smoke -n testnet -p ops-b --json')).stdout) as { checks: Row[] }
    expect(checks.find(({ name }) => name === 'envelope token.balance')?.message).toBe(
      'needs a session: movecli login --profile ops-b, or MOVECLI_TOKEN',
    )
    const strict = await run('smoke -n testnet -p ops-b --require-all --json')
    expect([strict.code, errorOf(strict)['hint']]).toEqual([
      4,
      'Give what the skipped checks need, for most of them: movecli login --profile ops-b',
    ])
  })

  test('whose the session is may be learned from its profile, so that paging is checked too', async () => {
    const { transport } = service()
    const told = await movecli('smoke -n testnet --require-all --json', { env, transport })
    const { checks } = JSON.parse(told.stdout) as { checks: Row[] }
    expect(told.code).toBe(0)
    expect(checks.find(({ name }) => name === 'envelope user.profile')?.message).toBe('names the address')
    expect(checks.find(({ name }) => name === 'paging')?.message).toBe('23 rows, with limit 5 the same')
  })

  test('a 429 skips the check, and alone it is exit 7; beside a failure it is 10', async () => {
    const limited = (line: string, status: number) => ({
      answer: (answer: { body: object }, asked: { line: string }) =>
        asked.line === line
          ? { status, text: JSON.stringify({ ...answer.body, success: false }) }
          : undefined,
    })
    const alone = await smoke('', { defect: limited('GET /user/profile', 429) })
    expect({ code: alone.code, stdout: alone.stdout }).toEqual({ code: 7, stdout: '' })
    expect(errorOf(alone)).toMatchObject({ code: 'CLI_RATE_LIMITED', exit_code: 7 })
    expect(errorOf(alone)['details']).toContain('envelope user.profile: GET /user/profile: HTTP 429')
    const both = await smoke('', {
      defect: {
        answer: (answer, asked, time) =>
          limited('GET /user/profile', 429).answer(answer, asked) ??
          limited('GET /token/balance', 500).answer(answer, asked) ??
          void time,
      },
    })
    expect(both.code).toBe(10)
    expect(both.failed).toEqual(['envelope token.balance'])
    expect(both.skipped).toEqual(
      ['envelope user.profile', 'latency user.profile', 'latency token.balance'].toSorted(),
    )
  })

  test('where nobody answers, reachable fails and the rest is not tried', async () => {
    let asked = 0
    const transport: Transport = async () => {
      asked += 1
      throw new TransportFailure('connect', new Error('connect ECONNREFUSED'))
    }
    const ran = await movecli('smoke -n testnet --json', { env, transport })
    const { checks } = JSON.parse(ran.stdout) as { checks: Row[] }
    expect({ code: ran.code, asked }).toEqual({ code: 10, asked: 3 })
    expect(checks.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual(['reachable'])
    expect(checks.at(-1)?.message).toBe('the service was not reached: Cannot connect to api.example')
  })

  test('a certificate that nobody trusts fails tls', async () => {
    const fixture = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url))
    const server = createServer({ key: fixture('key'), cert: fixture('cert') }, (_, response) =>
      response.end('{}'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    try {
      const variables = { ...env, MOVECLI_BASE_URL: `https://localhost:${port}/v1` }
      const ran = await movecli('smoke -n testnet --json', { env: variables })
      const { checks } = JSON.parse(ran.stdout) as { checks: Row[] }
      expect(ran.code).toBe(10)
      expect(checks.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual(['tls'])
    } finally {
      server.close()
    }
  })

  test('--fail-fast stops at the first failure', async () => {
    const { failed, skipped, rows } = await smoke('--fail-fast', {
      defect: {
        answer: (answer, { line }) => (line === 'GET /motion/daily' ? { ...answer, status: 500 } : undefined),
      },
    })
    expect(failed).toEqual(['envelope motion.daily'])
    expect(skipped).toHaveLength(rows.length - rows.findIndex(({ status }) => status === 'failed') - 1)
  })

  test('on mainnet nobody tries a wrong key', async () => {
    const sandbox = createSandbox({ baseUrl: url })
    const keys = new Set<string | undefined>()
    const transport: Transport = async (request) => {
      keys.add(request.headers['X-API-Key'])
      return sandbox(request)
    }
    const { code, stdout } = await movecli('smoke -n mainnet --suite auth --json', { env, transport })
    expect(code).toBe(0)
    expect([...keys]).toEqual([sandboxApiKey, undefined])
    const { checks } = JSON.parse(stdout) as { checks: Row[] }
    expect(checks.filter(({ message }) => message === 'not run on mainnet').map(({ name }) => name)).toEqual([
      'wrong-key',
      'wrong-token',
    ])
  })

  test('a terminal shows a table, a pipe the checks line by line', async () => {
    const sandbox = createSandbox()
    const quiet = { env: { NO_COLOR: '1' }, transport: sandbox }
    const seen = await movecli('smoke -n sandbox', { ...quiet, tty: true, columns: 100 })
    expect(seen.stdout).toMatch(/^Check +Status +ms +What\ntls +passed +\d+ +plain http on loopback\n/)
    const piped = await movecli('smoke -n sandbox', quiet)
    expect(piped.stdout.split('\n')[0]).toBe('name\tstatus\tms\tmessage\tasserts\tsection')
    expect(piped.stdout).toContain('\ndaily-record\tpassed\t')
    const lines = await movecli('smoke -n sandbox --format ndjson --fields name,status', quiet)
    expect(lines.stdout.split('\n')[0]).toBe('{"name":"tls","status":"passed"}')
    const filtered = await movecli(['smoke', '-n', 'sandbox', '--jq', '.failed, .network'], quiet)
    expect(filtered.stdout).toBe('0\nsandbox\n')
  })
})

describe('the suite full', () => {
  test('keeps every motion in the journal, and its session nowhere', async () => {
    const home = freshFolder()
    const time = clock()
    const { code, passed } = await smoke(`--suite full --prover ${prover()}`, { home, clock: time })
    expect(code).toBe(0)
    expect(passed).toEqual(expect.arrayContaining(['login', 'malformed-motion', 'false-proof', 'submission']))
    const { stdout } = await movecli('journal ls --json', { home, now: time.now })
    const records = JSON.parse(stdout) as { operation: string; state: string }[]
    expect(records.map(({ operation, state }) => `${operation} ${state}`).toSorted()).toEqual([
      'motion.submit applied',
      // Without a key, with a wrong one, with a wrong token, with an altered one; three
      // malformed, and three with a false proof.
      ...Array.from({ length: 10 }, () => 'motion.submit rejected'),
    ])
    expect(existsSync(join(home, '.local/state/movecli/credentials.json'))).toBe(false)
  })

  test('needs no settings folder that can be written: it keeps no login', async () => {
    const { transport } = service()
    const settings = '/proc/self/movecli'
    const line = 'smoke -n testnet --suite full --json'
    const ran = await movecli(line, { env: { ...env, MOVECLI_CONFIG_DIR: settings }, transport })
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const stateless = { ...env, MOVECLI_STATE_DIR: settings }
    expect(errorOf(await movecli(line, { env: stateless, transport }))).toMatchObject({
      code: 'CLI_STATE',
      hint: 'Make it writable, or set MOVECLI_STATE_DIR.',
    })
  })

  test('without a prover the valid submission is skipped, and with it its latency', async () => {
    const { code, skipped } = await smoke('--suite full')
    expect({ code, skipped }).toEqual({ code: 0, skipped: ['submission', 'latency motion.submit'] })
  })

  test('without a session and without a signer says what it needs', async () => {
    const { transport } = service()
    const bare = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_BASE_URL: url }
    const { stdout } = await movecli('smoke -n testnet --suite full --json', { env: bare, transport })
    const { checks } = JSON.parse(stdout) as { checks: Row[] }
    expect(checks.find(({ name }) => name === 'login')?.message).toBe(
      'needs a signer: MOVECLI_PRIVATE_KEY_FILE or MOVECLI_KEYSTORE',
    )
  })

  test('with a signer alone its session serves every check', async () => {
    const home = freshFolder()
    const key = join(home, 'key')
    writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
    const { transport } = service()
    const signer = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_BASE_URL: url, MOVECLI_PRIVATE_KEY_FILE: key }
    const line = `smoke -n testnet --suite full --require-all --json --prover ${prover()}`
    const { code, stdout, stderr } = await movecli(line, { home, env: signer, transport })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect((JSON.parse(stdout) as { skipped: number }).skipped).toBe(0)
    const { stdout: journal } = await movecli('journal ls --state applied --json', { home })
    const applied = (JSON.parse(journal) as { address: string }[]).map(({ address }) => address)
    expect(applied).toEqual([sandboxAddress])
  })

  test('records every write of a run as of whom it began with, whatever logins go meanwhile', async () => {
    const home = freshFolder()
    const key = join(home, 'key')
    writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
    const { transport } = service()
    const testnet = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_BASE_URL: url }
    for (const profile of ['ops', 'twin']) {
      const signIn = `login -n testnet -p ${profile} --private-key-file ${key}`
      expect((await movecli(signIn, { home, env: testnet, transport })).code).toBe(0)
    }
    const stored = join(home, '.local/state/movecli/credentials.json')
    const { profiles } = JSON.parse(readFileSync(stored, 'utf8')) as { profiles: { ops: { token: string } } }
    const leaving: Transport = async (request) => {
      const answer = await transport(request)
      if (request.url.endsWith('/motion/submit')) rmSync(stored, { force: true })
      return answer
    }
    const env = { ...testnet, MOVECLI_PROFILE: 'twin', MOVECLI_TOKEN: profiles.ops.token }
    const line = 'smoke -n testnet --suite full --json'
    await movecli(line, { home, env, transport: leaving })
    expect(existsSync(stored)).toBe(false)
    const { stdout } = await movecli('journal ls --json', { home })
    const addresses = (JSON.parse(stdout) as { address: string | null }[]).map(({ address }) => address)
    expect(addresses.length).toBeGreaterThan(3)
    expect(new Set(addresses)).toEqual(new Set([sandboxAddress]))
  })

  test.each(['', ' -p ops', ' --suite full', ' -p ops --suite full'])(
    'smoke%s refuses a signer that is not of the address of the profile, and sends nothing',
    async (words) => {
      const home = freshFolder()
      const keys = [sandboxPrivateKey, `0x${'1'.repeat(64)}`].map((key, at) => {
        const path = join(home, `key-${at}`)
        writeFileSync(path, key, { mode: 0o600 })
        return path
      })
      const { transport } = service()
      const lines: string[] = []
      const counting: Transport = async (request) => {
        lines.push(request.url)
        return transport(request)
      }
      const testnet = { MOVECLI_API_KEY: sandboxApiKey, MOVECLI_BASE_URL: url }
      const signIn = `login -n testnet -p ops --private-key-file ${keys[0]}`
      expect((await movecli(signIn, { home, env: testnet, transport })).code).toBe(0)
      expect((await movecli('logout -p ops', { home })).code).toBe(0)
      const store = `login -n testnet -p ops --key-only --key ${sandboxApiKey}`
      expect((await movecli(store, { home, env: { MOVECLI_BASE_URL: url }, transport })).code).toBe(0)
      const signer = { MOVECLI_BASE_URL: url, MOVECLI_PRIVATE_KEY_FILE: keys[1]! }
      for (const env of [signer, { ...testnet, ...signer }, { ...signer, MOVECLI_TOKEN: 'of-nobody' }]) {
        const ran = await movecli(`smoke -n testnet --json${words}`, { home, env, transport: counting })
        expect({ code: ran.code, lines, error: errorOf(ran) }).toMatchObject({
          code: 4,
          lines: [],
          error: { code: 'CLI_SIGNATURE', message: expect.stringContaining(`not ${sandboxAddress}.`) },
        })
      }
    },
  )

  test.each(['read', 'full'])('%s signs in to the sandbox as nobody but its own wallet', async (suite) => {
    const home = freshFolder()
    const key = join(home, 'key')
    writeFileSync(key, `0x${'1'.repeat(64)}`, { mode: 0o600 })
    const env = { MOVECLI_PRIVATE_KEY_FILE: key }
    const line = `smoke -n sandbox --suite ${suite}`
    expect(await movecli(line, { home, env, transport: createSandbox() })).toMatchObject({ code: 0 })
  })

  test('a prover that fails is a failed check that says so', async () => {
    const path = join(freshFolder(), 'prover')
    writeFileSync(path, '#!/bin/sh\nexit 3\n', { mode: 0o700 })
    const { code, failed, rows } = await smoke(`--suite full --prover ${path}`)
    expect({ code, failed }).toEqual({ code: 10, failed: ['false-proof', 'submission'] })
    expect(rows.find(({ name }) => name === 'submission')?.message).toBe(
      'no proof could be made: The prover ended with 3.',
    )
  })

  test('an answer that is lost leaves the motion unresolved, and the check names its record', async () => {
    const home = freshFolder()
    const sandbox = createSandbox()
    const transport: Transport = async (request) => {
      const answer = await sandbox(request)
      if (!request.url.endsWith('/motion/submit') || answer.status !== 200) return answer
      throw new TransportFailure('sent', new Error('socket hang up'))
    }
    const line = `smoke -n sandbox --suite full --json --prover ${prover()}`
    const { code, stdout } = await movecli(line, { home, transport })
    expect(code).toBe(10)
    const { checks } = JSON.parse(stdout) as { checks: Row[] }
    const submission = checks.find(({ name }) => name === 'submission')
    const record = /record (\w+)/.exec(submission?.message ?? '')?.[1]
    expect(submission?.message).toContain(
      'no answer: The connection closed before the service answered. Do not',
    )
    const shown = await movecli(['journal', 'show', record ?? '', '--json'], { home })
    expect(JSON.parse(shown.stdout)).toMatchObject({ operation: 'motion.submit', state: 'unknown' })
  })

  test('--dry-run sends no write, and skips what would', async () => {
    const sandbox = createSandbox()
    const methods = new Set<string>()
    const transport: Transport = async (request) => {
      methods.add(request.method)
      return sandbox(request)
    }
    const { code, stdout } = await movecli('smoke -n sandbox --suite full --dry-run --json', { transport })
    expect({ code, methods: [...methods] }).toEqual({ code: 0, methods: ['GET'] })
    const { checks } = JSON.parse(stdout) as { checks: Row[] }
    expect(checks.find(({ name }) => name === 'malformed-motion')?.message).toBe(
      'sends a write, which --dry-run does not',
    )
  })

  test('no secret is in any output, not even with -vv and where the service repeats it', async () => {
    const echoed = { seen: [] as string[] }
    const { stdout, stderr } = await smoke(`--suite full -vv --prover ${prover()}`, {
      defect: {
        answer: (answer, { line, body, headers }) => {
          if (line === 'POST /auth/login') echoed.seen.push(body.signature, answer.body.data?.['token'])
          if (line === 'POST /motion/submit') echoed.seen.push(body.proof)
          const said = [headers['Authorization'], body?.proof, body?.signature].filter(Boolean).join(' ')
          if (answer.body.error) answer.body.error['message'] = said
          return answer
        },
      },
    })
    const secrets = echoed.seen.filter((text) => text && !text.startsWith('movecli-smoke'))
    expect(secrets.length).toBeGreaterThan(4)
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
  })
})

describe('--watch', () => {
  test('each check that changes is a row; the run goes on until Ctrl-C, and then ends with 130', async () => {
    const time = clock()
    const stop = new AbortController()
    let polls = 0
    const sleep = async (ms: number) => {
      time.pass(ms)
      polls += 1
      if (polls === 4) stop.abort('SIGINT')
    }
    const { code, stdout, stderr } = await movecli('smoke -n sandbox --watch 5m --json', {
      now: time.now,
      sleep,
      signal: stop.signal,
      transport: async (request) => {
        const answer = await createSandbox({ now: time.now })(request)
        return polls === 2 && request.url.endsWith('/token/balance') ? { ...answer, status: 500 } : answer
      },
    })
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
    expect(code).toBe(130)
    expect(errorOf({ stderr })['code']).toBe('CLI_INTERRUPTED')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    const first = rows.findIndex(
      ({ name }, at) => at > 0 && name === 'envelope token.balance' && rows[at - 1]?.name === 'json',
    )
    expect(rows.slice(first).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'envelope token.balance failed',
      'latency token.balance skipped',
      'envelope token.balance passed',
      'latency token.balance passed',
    ])
  })
})
