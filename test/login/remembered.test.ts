/** Sessions that end: a remembered signer signs in again by itself, once for all processes, and never at another place. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Transport, WireResponse } from '../../src/contract/wire.ts'
import { acquire } from '../../src/disk/lock.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { noon } from '../support/clock.ts'
import { rememberedWorld } from '../support/renewal.ts'
import { reply } from '../support/world.ts'

const wallet = new URL('../fixtures/wallets/cast-1.json', import.meta.url)

const refused = () => reply(401, { success: false, error: { code: 'AUTH_002', message: 'no', details: '' } })

/** A home signed in to a service whose sessions last a minute, with the signer remembered. */
async function signedIn(extra: string[] = ['--remember-signer']) {
  const home = freshFolder()
  const time = { at: noon }
  const now = () => new Date(time.at)
  const sandbox = createSandbox({ now, tokenTtl: 60_000 })
  const sent: string[] = []
  let failing = 0
  const service: {
    before?: (what: string, nth: number) => void
    answer?: (what: string) => WireResponse | undefined
  } = {}
  const transport: Transport = async (request) => {
    if (failing > 0 && request.url.endsWith('/auth/login')) return reply(failing, '')
    const what = `${request.method} ${new URL(request.url).pathname.replace('/v1', '')}`
    sent.push(what)
    service.before?.(what, sent.filter((each) => each === what).length)
    return service.answer?.(what) ?? sandbox(request)
  }
  writeFileSync(join(home, 'wallet.json'), readFileSync(wallet))
  for (const [name, text] of [
    ['password', 'throwaway-password\n'],
    ['key', 'sandbox-public-api-key\n'],
  ] as const) {
    writeFileSync(join(home, name), text)
    chmodSync(join(home, name), 0o600)
  }
  const env = { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1', MOVECLI_NETWORK: 'testnet' }
  const run = async (line: string | string[], more: { env?: Record<string, string>; stdin?: string } = {}) =>
    movecli(line, {
      home,
      now,
      transport,
      env: { ...env, ...more.env },
      ...(more.stdin && { stdin: more.stdin }),
    })
  const files = ['--keystore', join(home, 'wallet.json'), '--password-file', join(home, 'password')]
  const { code, stderr } = await run(['login', '--key-file', join(home, 'key'), ...files, ...extra])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  sent.length = 0
  return { home, time, run, sent, service, fail: (status: number) => void (failing = status) }
}

test('a cron job over three lives of its session succeeds every time, signing in once for each', async () => {
  const { run, time, sent } = await signedIn()
  for (let life = 0; life < 3; life++) {
    time.at += 61_000
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await run('token balance --json')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    }
  }
  expect(sent.filter((each) => each === 'POST /auth/login')).toHaveLength(3)
})

test('whoever signs in already is waited for as long as --max-wait says', async () => {
  const { home, run, time, sent } = await signedIn()
  time.at += 61_000
  const path = join(home, '.local/state/movecli/login-default.lock')
  const other = await acquire(path, { wait: 0, signal: new AbortController().signal })
  const { code, stderr } = await run('token balance --max-wait 1s')
  await other.release()
  expect([code, stderr]).toEqual([
    8,
    expect.stringContaining('Another movecli is signing in again for the profile default. Nothing was sent.'),
  ])
  expect(stderr).toContain('allow a longer wait with --max-wait')
  expect(sent).toEqual([])
  expect((await run('token balance --max-wait 1s')).code).toBe(0)
})

test('where the state folder takes no lock, reads without a session work, and all else ends with exit 3, nothing sent', async () => {
  const { home, run, time, sent } = await signedIn()
  time.at += 61_000
  // A file in the way stands for a folder that cannot be written, which root could write.
  writeFileSync(join(home, '.local/state/movecli/login-default.lock'), '')
  for (const line of ['token balance', 'token claim --yes']) {
    const { code, stderr } = await run(line)
    expect([code, stderr]).toEqual([3, expect.stringContaining('(CLI_STATE)')])
  }
  expect(sent).toEqual([])
  expect((await run('token price --json')).code).toBe(0)
})

test('many processes at the end of a session sign in once', async () => {
  const { run, time, sent } = await signedIn()
  time.at += 61_000
  const codes = (await Promise.all(Array.from({ length: 5 }, async () => run('token balance --json')))).map(
    ({ code }) => code,
  )
  expect(codes).toEqual([0, 0, 0, 0, 0])
  expect(sent.filter((each) => each === 'POST /auth/login')).toHaveLength(1)
})

test('a write is sent once, with the fresh session', async () => {
  const { run, time, sent } = await signedIn()
  time.at += 61_000
  expect((await run('token claim --yes --json')).code).toBe(0)
  expect(sent.filter((each) => each === 'POST /token/claim')).toHaveLength(1)
})

describe('what is not there any more', () => {
  test('a signer that is gone is exit 4 with the command to type, and nothing is half done', async () => {
    const { run, time, sent, home } = await signedIn()
    const { rmSync } = await import('node:fs')
    rmSync(join(home, 'wallet.json'))
    time.at += 61_000
    const { code, stderr } = await run('token claim --yes --json')
    const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
    expect({ code, ...error }).toMatchObject({
      code: 'CLI_TOKEN_EXPIRED',
      exit_code: 4,
      outcome: 'not_sent',
      hint: 'movecli login --profile default',
    })
    expect(code).toBe(4)
    expect(sent).toEqual([])
  })

  test('without --remember-signer the session ends with exit 4', async () => {
    const { run, time, sent } = await signedIn([])
    time.at += 61_000
    expect((await run('token balance --json')).code).toBe(4)
    expect(sent).toEqual([])
  })

  test('logout ends it until the next login; --all forgets the signer', async () => {
    const { run, time, sent, home } = await signedIn()
    await run('logout')
    time.at += 61_000
    await run('token balance --json')
    expect(sent).not.toContain('POST /auth/login')
    await run('logout --all')
    expect(readFileSync(join(home, '.config/movecli/config.json'), 'utf8')).not.toContain('signer')
  })

  test('another base URL, a token of the environment and --dry-run never use it', async () => {
    const { run, time, sent } = await signedIn()
    time.at += 61_000
    await run('token balance --json', { env: { MOVECLI_BASE_URL: 'http://127.0.0.1:4999/v1' } })
    await run('token balance --json', { env: { MOVECLI_TOKEN: 'another.wallets.token' } })
    await run('token balance --json --dry-run')
    expect(sent).not.toContain('POST /auth/login')
  })
})

test('a signer that needs a person is not remembered', async () => {
  const { run } = await signedIn([])
  for (const line of ['login --browser --remember-signer', 'login --keystore wallet.json --remember-signer'])
    expect((await run(line)).code).toBe(2)
})

test('a session near its end is renewed before the request, and is used on where that fails', async () => {
  const { run, time, sent, home } = await signedIn()
  time.at += 46_000
  expect((await run('token balance --json')).code).toBe(0)
  expect(sent.splice(0)).toEqual(['POST /auth/login', 'GET /token/balance'])
  const { rmSync } = await import('node:fs')
  rmSync(join(home, 'wallet.json'))
  time.at += 46_000
  const { code, stderr } = await run('token balance')
  expect({ code, sent: sent.splice(0) }).toEqual({ code: 0, sent: ['GET /token/balance'] })
  expect(stderr).toContain('The session token is about to expire, and signing in again failed')
  time.at += 15_000
  expect((await run('token balance')).code).toBe(4)
})

describe('a bulk run', () => {
  /** Submits rows, one after the other. */
  async function submitting({ run, home }: Awaited<ReturnType<typeof signedIn>>, rowCount: number) {
    const { makeProof } = await import('../../src/sandbox/proof.ts')
    const rows = Array.from({ length: rowCount }, (_, at) => {
      const motion = { steps: 1000 + at, distance: 1, duration: 600 }
      return JSON.stringify({ id: `row-${at}`, ...motion, proof: makeProof(motion) })
    })
    const path = join(home, 'rows.ndjson')
    writeFileSync(path, `${rows.join('\n')}\n`)
    const { code, stdout, stderr } = await run([
      'motion',
      'submit',
      '--from',
      path,
      '--format',
      'ndjson',
      '--concurrency',
      '1',
    ])
    type Said = { id: string; status: string; code?: string }
    const said = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Said] : []))
    const { error } = JSON.parse(stderr || '{"error":{}}') as { error: Record<string, unknown> }
    return {
      code,
      said,
      error,
      count: (status: string) => said.filter((each) => each.status === status).length,
    }
  }
  const submissions = (sent: readonly string[]) =>
    sent.filter((each) => each === 'POST /motion/submit').length
  const logins = (sent: readonly string[]) => sent.filter((each) => each === 'POST /auth/login').length

  test('over three lives of its session sends each row once, renewing before each end', async () => {
    const world = await signedIn()
    world.service.before = (what) => void (world.time.at += what === 'POST /motion/submit' ? 5_000 : 0)
    const { code, count } = await submitting(world, 36)
    expect({ code, applied: count('applied') }).toEqual({ code: 0, applied: 36 })
    expect(submissions(world.sent)).toBe(36)
    expect(logins(world.sent)).toBe(3)
  })

  test('goes on after a row that met the end of the session; the same command sends that row', async () => {
    const world = await signedIn()
    // The third row is so long on its way that the session ends.
    world.service.before = (what, nth) => {
      if (what === 'POST /motion/submit' && nth === 3) world.time.at += 61_000
    }
    const first = await submitting(world, 8)
    expect({ code: first.code, applied: first.count('applied') }).toEqual({ code: 10, applied: 7 })
    expect(first.said.filter(({ status }) => status !== 'applied')).toMatchObject([
      { id: 'row-2', status: 'rejected', code: 'AUTH_002' },
    ])
    expect(first.error['hint']).toBe(
      'The session ended before the service took these rows. Run the same command again to send them.',
    )
    expect({ submissions: submissions(world.sent), logins: logins(world.sent) }).toEqual({
      submissions: 8,
      logins: 1,
    })
    const again = await submitting(world, 8)
    expect({ code: again.code, applied: again.count('applied'), skipped: again.count('skipped') }).toEqual({
      code: 0,
      applied: 1,
      skipped: 7,
    })
    expect(submissions(world.sent)).toBe(9)
  })

  test('stops where a session that has only begun is refused', async () => {
    const world = await signedIn()
    world.service.answer = (what) => (what === 'POST /motion/submit' ? refused() : undefined)
    const { code, error, said } = await submitting(world, 8)
    expect({ code, said }).toEqual({ code: 4, said: [] })
    expect(error['hint']).toBe('movecli login --profile default; then run the same command again.')
    expect({ submissions: submissions(world.sent), logins: logins(world.sent) }).toEqual({
      submissions: 1,
      logins: 0,
    })
  })

  test('stops where the session ends and the signer is gone', async () => {
    const world = await signedIn()
    const { rmSync } = await import('node:fs')
    world.service.before = (what, nth) => {
      if (what !== 'POST /motion/submit') return
      world.time.at += 10_000
      if (nth === 1) rmSync(join(world.home, 'wallet.json'))
    }
    const { code, error, count } = await submitting(world, 12)
    expect({ code, hint: error['hint'] }).toEqual({
      code: 4,
      hint: 'movecli login --profile default; then run the same command again.',
    })
    expect(submissions(world.sent)).toBe(count('applied') + count('rejected'))
    expect(logins(world.sent)).toBe(0)
  })
})

test('a service that is down while signing in again leaves the write not sent', async () => {
  const { run, time, sent, fail } = await signedIn()
  time.at += 61_000
  for (const status of [503, 429]) {
    fail(status)
    const { stderr } = await run('token claim --yes --json --retries 0')
    const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
    expect(error).toMatchObject({ outcome: 'not_sent', exit_code: status === 503 ? 8 : 7 })
    expect(error['message']).toContain('signing in again failed')
  }
  expect(sent).not.toContain('POST /token/claim')
})

test('a new API key beside a session that has ended says that the next command signs in again', async () => {
  const { run, time, sent, home } = await signedIn()
  const key = `login --key-only --key-file ${join(home, 'key')}`
  expect((await run(key)).stderr).toContain(' stays.')
  time.at += 61_000
  expect((await run(key)).stderr).toContain('Its session has ended; the next command signs in again.')
  expect((await run('token balance --json')).code).toBe(0)
  expect(sent).toContain('POST /auth/login')
  expect((await run('logout')).code).toBe(0)
  expect((await run(key)).stderr).toContain('Not signed in. Next: ')
})

test('what needs no session goes on without it where the signer is gone', async () => {
  const { run, time, home } = await signedIn()
  const { rmSync } = await import('node:fs')
  rmSync(join(home, 'wallet.json'))
  time.at += 61_000
  expect((await run('token price --json')).code).toBe(0)
})

test('a result never takes the place of a file that movecli needs', async () => {
  const { run, home, sent } = await signedIn()
  writeFileSync(join(home, 'rows.ndjson'), '{"steps":1,"proof":"p"}\n')
  const state = join(home, '.local/state/movecli')
  const submit = async (path: string, env = {}) =>
    run(['motion', 'submit', '--from', join(home, 'rows.ndjson'), '--summary', path], { env })
  for (const path of [
    join(state, 'credentials.json'),
    join(state, 'new.json'),
    join(home, '.config/movecli/config.json'),
  ])
    expect((await submit(path)).code).toBe(2)
  expect((await submit(join(home, 'key'), { MOVECLI_API_KEY_FILE: join(home, 'key') })).code).toBe(2)
  expect((await run(['smoke', '--junit', join(state, 'credentials.json')])).code).toBe(2)
  expect(sent).toEqual([])
  expect(readFileSync(join(home, 'key'), 'utf8')).toBe('sandbox-public-api-key\n')
})

describe('smoke with a session that has ended', () => {
  test('ends with 4 and the command to type where the signer is gone', async () => {
    const { run, time, sent, home } = await signedIn()
    const { rmSync } = await import('node:fs')
    rmSync(join(home, 'wallet.json'))
    time.at += 61_000
    const { code, stderr } = await run('smoke -n testnet --json')
    const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
    expect({ code, hint: error['hint'], sent }).toEqual({
      code: 4,
      hint: 'movecli login --profile default',
      sent: [],
    })
  })

  test('fails where the service does not sign in again, and is limited by a 429', async () => {
    const { run, time, fail } = await signedIn()
    time.at += 61_000
    fail(503)
    const down = await run('smoke -n testnet --json --retries 0')
    expect(down.code).toBe(10)
    expect(down.stdout).toContain('signing in again failed')
    fail(429)
    expect((await run('smoke -n testnet --json --retries 0')).code).toBe(7)
  })

  test('signs in again and runs every check of its suite', async () => {
    const { run, time, sent } = await signedIn()
    time.at += 61_000
    expect((await run('smoke -n testnet --json --require-all')).code).toBe(0)
    expect(sent.filter((each) => each === 'POST /auth/login')).toHaveLength(1)
  })
})

describe('an API key of the environment beside another that is stored', () => {
  const outside = { env: { MOVECLI_NETWORK: 'testnet', MOVECLI_API_KEY: 'another-api-key' } }
  const own = 'sandbox-public-api-key'

  test('a renewal signs in with the stored one, says so, and stores the session beside it', async () => {
    const world = await rememberedWorld()
    world.time.at += 61_000
    const { code, stderr } = await world.run('token balance', outside)
    expect([code, world.sent.map(({ what, key }) => [what, key])]).toEqual([
      0,
      [
        ['POST /auth/login', own],
        ['GET /token/balance', 'another-api-key'],
      ],
    ])
    expect(stderr).toContain('note: Signing in again with the API key that is stored in profile default.')
    expect(stderr).toContain('The API key is from MOVECLI_API_KEY, the session token from profile default.')
    world.sent.length = 0
    expect((await world.run('token balance')).stderr).not.toContain('API key')
    expect([world.stored()['default']?.['apiKey'], world.sent.map(({ key }) => key)]).toEqual([own, [own]])
  })

  test('where the service refuses the stored one, the error names it and the login that stores another', async () => {
    const { run, time, service } = await signedIn()
    time.at += 61_000
    service.answer = (what) => (what.endsWith('/auth/login') ? refused() : undefined)
    const { code, stderr } = await run('token balance --json', {
      env: { MOVECLI_API_KEY: 'another-api-key' },
    })
    expect([code, JSON.parse(stderr)]).toMatchObject([
      4,
      {
        error: {
          code: 'CLI_TOKEN_EXPIRED',
          message: expect.stringMatching(
            /^The session token expired, and signing in again with the API key that is stored in the profile failed: /,
          ),
          hint: 'movecli login --profile default --key',
        },
      },
    ])
    const plain = await run('token balance --json')
    expect(JSON.parse(plain.stderr)).toMatchObject({ error: { hint: 'movecli login --profile default' } })
  })

  test('a login stores the one that signed in, and says what it replaced', async () => {
    const world = await rememberedWorld()
    const signer = `--keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`
    const { code, stderr } = await world.run(`login ${signer}`, outside)
    expect([code, world.sent.map(({ key }) => key)]).toEqual([0, ['another-api-key']])
    expect(stderr).toContain('Using the API key of MOVECLI_API_KEY, not of profile default.')
    expect(stderr).toContain(
      'The API key of MOVECLI_API_KEY, which signed in, replaced the API key that was stored in profile default.',
    )
    expect(stderr).not.toContain('the session token from')
    world.sent.length = 0
    await world.done('token balance')
    expect(world.sent.map(({ key }) => key)).toEqual(['another-api-key'])
  })

  test('with --profile as a flag the stored one signs in and stays', async () => {
    const world = await rememberedWorld()
    const signer = `--keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`
    const { code, stderr } = await world.run(`login --profile default ${signer}`, outside)
    expect([code, world.sent.map(({ key }) => key), world.stored()['default']?.['apiKey']]).toEqual([
      0,
      [own],
      own,
    ])
    expect(stderr).toContain('Using the API key of profile default, not of MOVECLI_API_KEY.')
  })

  test('where none is stored the one of the environment signs in and is not stored', async () => {
    const world = await rememberedWorld()
    await world.done('logout --all')
    const login = `login --keystore ${world.at('wallet.json')} --password-file ${world.at('password')} --remember-signer`
    expect((await world.run(login, outside)).code).toBe(0)
    world.time.at += 61_000
    world.sent.length = 0
    expect((await world.run('token balance', outside)).code).toBe(0)
    expect(world.sent.map(({ key }) => key)).toEqual(['another-api-key', 'another-api-key'])
    expect(world.stored()['default']).not.toHaveProperty('apiKey')
  })
})
