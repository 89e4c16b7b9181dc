/** Nothing that is whole turns red: the sandbox in every suite, and a service that shares no code with movecli. */
import { cpSync, writeFileSync } from 'node:fs'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { checks } from '../../src/smoke/checks.ts'
import { quantile } from '../../src/smoke/checks/latency.ts'
import { bin } from '../support/built.ts'
import { readEndpoints } from '../spec/read.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { startWitness, type Shape } from '../witness/service.ts'
import { prover, smoke, type Row } from './support.ts'
import { clock } from '../support/clock.ts'

/** What each suite checks, written down by hand; `login` too where there is a signer. */
const reads = readEndpoints()
  .filter(({ method }) => method === 'GET')
  .map(({ operation }) => operation)
const read = [
  'tls',
  'reachable',
  'clock',
  'token-expiry',
  'json',
  'daily-record',
  'daily-date',
  'daily-address',
  'daily-today',
  'page-size',
  'paging',
  'type-filter',
  ...reads.flatMap((name) => [`envelope ${name}`, `latency ${name}`]),
]
const auth = [...read, 'no-key', 'wrong-key', 'wrong-token', 'error-bodies']
const full = [
  ...auth,
  'login',
  'false-signature',
  'malformed-motion',
  'false-proof',
  'submission',
  'latency auth.login',
  'latency motion.submit',
]
const made = { read, auth, full }

describe('against the sandbox', () => {
  test.each([
    ['read', []],
    ['auth', []],
    ['full', ['--prover', prover()]],
  ] as const)('the suite %s is green, and every check is made', async (suite, more) => {
    const { code, failed, skipped, passed, stderr } = await smoke(
      `--suite ${suite} --require-all ${more.join(' ')}`,
    )
    expect({ code, failed, skipped, stderr }).toMatchObject({ code: 0, failed: [], skipped: [] })
    expect(passed.toSorted()).toEqual(made[suite].toSorted())
  })

  test('a proof of `movecli sandbox proof` serves as well', async () => {
    const path = join(freshFolder(), 'prover')
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${bin}' sandbox proof --quiet\n`)
    chmodSync(path, 0o700)
    const { code, passed } = await smoke(`--suite full --prover ${path}`)
    expect(code).toBe(0)
    expect(passed).toContain('submission')
  })

  test('the result names network, base URL, suite and counts, and each check what it asserts and where it is written', async () => {
    const { stdout } = await smoke('')
    const { checks: rows, ...rest } = JSON.parse(stdout) as { checks: Row[] }
    expect(rest).toEqual({
      network: 'sandbox',
      base_url: 'http://127.0.0.1:4017/v1',
      suite: 'read',
      passed: rows.length,
      failed: 0,
      skipped: 0,
    })
    for (const row of rows) {
      expect(Object.keys(row).filter((key) => key !== 'message')).toEqual([
        'name',
        'status',
        'ms',
        'asserts',
        'section',
      ])
      expect(row.asserts).toMatch(/^[a-zG]\S* .{10}/)
      expect(row.section).toMatch(/^\d/)
    }
  })

  test('latency is told as minimum, median and p95 over the requests asked for', async () => {
    const time = clock()
    let asked = 0
    const { rows, code } = await smoke('--repeat 20 --max-latency 200', {
      clock: time,
      defect: {
        answer: (_, { line }) => {
          if (line === 'GET /user/profile') time.pass(10 * ++asked)
        },
      },
    })
    expect(code).toBe(0)
    // One request of the envelope's check came before these twenty.
    expect(rows.find(({ name }) => name === 'latency user.profile')?.message).toBe(
      'min 20, median 110, p95 200 ms over 20 requests',
    )
  })

  test('a session of several days is nothing to complain of', async () => {
    const { code, failed, rows } = await smoke(`--suite full --prover ${prover()}`, {
      sandbox: { tokenTtl: 30 * 86_400_000 },
    })
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    expect(rows.find(({ name }) => name === 'login')?.message).toBe('until 2026-04-03T12:00:00.000Z')
  })

  test('a collection of 250, in pages with a total or without one, is nothing to complain of', async () => {
    const types = ['shoes', 'apparel', 'accessories']
    const all = Array.from({ length: 250 }, (_, n) => ({ id: `n${n}`, type: types[n % 3] }))
    for (const total of [true, false]) {
      const { code, failed, rows } = await smoke('', {
        defect: {
          answer: (answer, { line, query }) => {
            if (line !== 'GET /nft/collection/{address}') return
            const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
            const those = all.filter(({ type }) => (query.get('type') ?? type) === type)
            const items = those.slice((page - 1) * limit, page * limit)
            const data = { items, ...(total && { total: those.length }) }
            return { ...answer, body: { success: true, data } }
          },
        },
      })
      expect({ code, failed }).toEqual({ code: 0, failed: [] })
      expect(rows.find(({ name }) => name === 'paging')?.message).toBe(
        `60 rows, with limit 16 the same; the first 60 ${total ? 'of 250 ' : ''}compared`,
      )
    }
  })

  test('an empty collection is nothing to complain of', async () => {
    const empty = await smoke('', {
      defect: {
        ask: ({ line }, { url }) =>
          line === 'GET /nft/collection/{address}'
            ? { url: url.replace(/0x[0-9a-fA-F]{40}/, `0x${'0'.repeat(40)}`) }
            : undefined,
        answer: (answer, { line }) => {
          if (line === 'GET /nft/collection') answer.body.data!['items'] = []
        },
      },
    })
    expect({ code: empty.code, failed: empty.failed }).toEqual({ code: 0, failed: [] })
    expect(empty.skipped).toEqual(['page-size', 'paging', 'type-filter'])
  })
})

test('quantiles are of the nearest rank', () => {
  const numbers = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect([quantile(numbers, 0.5), quantile(numbers, 0.95), quantile([7], 0.95)]).toEqual([50, 95, 7])
  // Of few, the slowest is the p95.
  const few = Array.from({ length: 9 }, (_, n) => 9 - n)
  expect([quantile(few, 0.5), quantile(few, 0.95)]).toEqual([5, 9])
})

test('names are unique, so that a script may rely on them', () => {
  const names = checks.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('against a service that shares no code', () => {
  const witnesses: { close: () => Promise<void> }[] = []
  afterAll(async () => Promise.all(witnesses.map(async ({ close }) => close())))

  /** A home that is signed in to a witness, whose lists are of this shape. */
  async function signedIn(shape: Shape) {
    const witness = await startWitness({ shape })
    witnesses.push(witness)
    const home = freshFolder()
    const fixtures = fileURLToPath(new URL('../fixtures/wallets/', import.meta.url))
    cpSync(join(fixtures, 'cast-1.json'), join(home, 'wallet.json'))
    writeFileSync(join(home, 'password'), 'throwaway-password\n', { mode: 0o600 })
    writeFileSync(join(home, 'key'), `${witness.key}\n`, { mode: 0o600 })
    const env = { MOVECLI_BASE_URL: witness.url, MOVECLI_NETWORK: 'testnet' }
    const signer = ['--keystore', join(home, 'wallet.json'), '--password-file', join(home, 'password')]
    const { code } = await movecli(['login', '--key-file', join(home, 'key'), ...signer], { home, env })
    expect(code).toBe(0)
    return { home, env, witness }
  }

  test.each(['items', 'results', 'list', 'nested', 'ties'] as const)(
    'a list as %s is as good as any other',
    async (shape) => {
      const { home, env } = await signedIn(shape)
      const { code, stdout } = await movecli('smoke --suite auth --require-all --json', { home, env })
      const rows = (JSON.parse(stdout) as { checks: Row[] }).checks
      expect(rows.filter(({ status }) => status !== 'passed')).toEqual([])
      expect(code).toBe(0)
    },
  )

  test('a list too deep to be found is skipped, and one without the envelope’s object is a departure', async () => {
    const deep = await signedIn('deeper')
    const { code, stdout } = await movecli('smoke --json', deep)
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { skipped: number }).skipped).toBe(3)
    const bare = await signedIn('bare')
    const told = await movecli('smoke --json', bare)
    const rows = (JSON.parse(told.stdout) as { checks: Row[] }).checks
    expect(told.code).toBe(10)
    expect(rows.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([
      'envelope motion.history',
      'envelope nft.collection',
      'envelope nft.collectionOf',
    ])
  })

  test('nothing but GET is sent in read and auth, and no request is sent twice for its failure', async () => {
    const { home, env, witness } = await signedIn('items')
    const before = witness.requests.length
    witness.answer({ method: 'GET', path: '/user/profile', status: 503, body: '{}', times: 100 })
    const { stdout } = await movecli('smoke --suite auth --fail-fast --json', { home, env })
    const sent = witness.requests.slice(before)
    expect(sent.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([])
    expect(sent.filter(({ target }) => target === '/v1/user/profile')).toHaveLength(1)
    expect(
      (JSON.parse(stdout) as { checks: Row[] }).checks.find(({ name }) => name === 'paging'),
    ).toMatchObject({
      status: 'skipped',
      message: 'not run: envelope user.profile failed, and --fail-fast was given',
    })
  })
})

test('a stop in the middle ends with 130, nothing on stdout', async () => {
  const stop = new AbortController()
  let asked = 0
  const sandbox = createSandbox()
  const { code, stdout } = await movecli('smoke -n sandbox', {
    signal: stop.signal,
    transport: async (request) => {
      if (++asked === 5) stop.abort('SIGINT')
      return sandbox(request)
    },
  })
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
})
