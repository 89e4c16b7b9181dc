/** A session that ends while checks are still made: named as such, and no finding about the service. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sandboxPrivateKey } from '../../src/sandbox/constants.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { clock, noon } from '../support/clock.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { rememberedWorld } from '../support/renewal.ts'
import { prover, spoiled, type Answer, type Defect, type Row } from './support.ts'

const program = prover()
const testnet = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1',
  MOVECLI_API_KEY: 'sandbox-public-api-key',
}
const refused = (answer: Answer, code: string): Answer => ({
  ...answer,
  status: 401,
  body: { success: false, error: { code, message: 'no', details: 'none' } },
})
/** Refuses what has no session, as a service may. */
const sessionEverywhere: Defect['answer'] = (answer, { headers, line }) =>
  headers['Authorization'] === undefined && line !== 'POST /auth/login' && answer.status !== 401
    ? refused(answer, 'AUTH_001')
    : undefined

type Run = { code: number; rows: Row[]; stderr: string; ended: Row[]; failed: Row[] }

/** A run against a service that takes 250 ms for each answer. */
async function run(
  words: string,
  {
    life = 86_400_000,
    given,
    answer,
  }: { life?: number; given?: 'token' | 'stored'; answer?: Defect['answer'] } = {},
): Promise<Run> {
  const time = clock()
  const home = freshFolder()
  const key = join(home, 'wallet-key')
  writeFileSync(key, `${sandboxPrivateKey}\n`, { mode: 0o600 })
  const signer = { MOVECLI_PRIVATE_KEY_FILE: key }
  const sandbox = createSandbox({ now: time.now, tokenTtl: life })
  const transport = spoiled(
    sandbox,
    {
      answer: (given, asked, now) => {
        time.pass(250)
        return answer?.(given, asked, now)
      },
    },
    time,
  )
  let token: string | undefined
  const kept = spoiled(
    sandbox,
    { answer: (made) => void (token ??= made.body.data?.['token'] as string | undefined) },
    time,
  )
  const place = { home, now: time.now }
  if (given !== undefined)
    expect(
      (await movecli(['login'], { ...place, env: { ...testnet, ...signer }, transport: kept })).code,
    ).toBe(0)
  const other = given === 'token' ? { MOVECLI_TOKEN: token! } : given === 'stored' ? {} : signer
  const ran = await movecli(['smoke', ...words.split(' ').filter(Boolean), '--json'], {
    ...place,
    home: given === 'token' ? freshFolder() : home,
    env: { ...testnet, ...other },
    transport,
  })
  const { checks: rows } = JSON.parse(ran.stdout) as { checks: Row[] }
  const ended = rows.filter(({ message }) =>
    /session .*(expired|too soon|not taken any more)/.test(message ?? ''),
  )
  return {
    code: ran.code,
    rows,
    stderr: ran.stderr,
    ended,
    failed: rows.filter(({ status }) => status === 'failed'),
  }
}

const lives = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((seconds) => seconds * 1000)

describe('a session as short as the run', () => {
  test.each(lives)('of %d ms, signed in for by the run', async (life) => {
    const { code, ended, failed } = await run(`--suite full --prover ${program}`, { life })
    expect(failed).toEqual([])
    expect({ code, isNamed: ended.length > 0 }).toEqual({ code: 0, isNamed: true })
  })

  test.each(lives)('of %d ms, where every operation needs one', async (life) => {
    const { code, ended, failed } = await run('--suite auth', { life, answer: sessionEverywhere })
    expect(failed).toEqual([])
    expect({ code, isNamed: ended.length > 0 }).toEqual({ code: 0, isNamed: true })
  })

  test.each(lives)('of %d ms, given as a token whose end is not known', async (life) => {
    const { code, ended, failed } = await run('--suite auth', {
      life,
      given: 'token',
      answer: sessionEverywhere,
    })
    expect(failed).toEqual([])
    expect({ code, isNamed: ended.length > 0 }).toEqual({ code: 0, isNamed: true })
  })

  test.each([3000, 8000])('of %d ms that was stored', async (life) => {
    const { code, ended, failed } = await run('--suite auth', { life, given: 'stored' })
    expect(failed).toEqual([])
    expect({ code, isNamed: ended.length > 0 }).toEqual({ code: 0, isNamed: true })
  })
})

test('the end is told with its time', async () => {
  const { rows } = await run('--suite auth', { life: 6000 })
  expect(rows.find(({ name }) => name === 'wrong-token')).toMatchObject({
    status: 'skipped',
    message: 'the session expired at 2026-03-04T12:00:06.250Z, during this run',
  })
})

describe('a session that the service ends', () => {
  const endsAfter = (answers: number): Defect['answer'] => {
    let given = 0
    return (answer, { headers, line }) =>
      line !== 'POST /auth/login' && headers['Authorization'] !== undefined && ++given > answers
        ? refused(answer, 'AUTH_002')
        : undefined
  }

  test('before its time is one failure, and what needs it is skipped', async () => {
    const { code, failed, rows } = await run('--suite auth', { answer: endsAfter(12) })
    expect(failed).toHaveLength(1)
    expect(failed[0]?.message).toContain('the session token was taken, and is not any more (until ')
    expect(rows.find(({ name }) => name === 'wrong-token')).toMatchObject({
      status: 'skipped',
      message: 'the session ended before its time during this run',
    })
    expect(code).toBe(10)
  })

  test('with a new sign-in is no failure', async () => {
    let signedIn = ''
    const single: Defect['answer'] = (answer, { line, headers }) => {
      const data = answer.body.data
      if (line === 'POST /auth/login' && data) signedIn = `Bearer ${data['token']}`
      const shown = headers['Authorization']
      return signedIn !== '' && shown !== undefined && shown !== signedIn
        ? refused(answer, 'AUTH_002')
        : undefined
    }
    const time = clock()
    const home = freshFolder()
    const key = join(home, 'wallet-key')
    writeFileSync(key, `${sandboxPrivateKey}\n`, { mode: 0o600 })
    const transport = spoiled(createSandbox({ now: time.now }), { answer: single }, time)
    const place = { home, now: time.now, transport, env: { ...testnet, MOVECLI_PRIVATE_KEY_FILE: key } }
    expect((await movecli(['login'], place)).code).toBe(0)
    time.pass(60_000)
    const { code, stdout } = await movecli(['smoke', '--suite', 'auth', '--json'], place)
    const { checks } = JSON.parse(stdout) as { checks: Row[] }
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
    expect(checks.find(({ name }) => name === 'token-expiry')?.message).toContain(
      'the token given is refused since this run signed in; signed in again until ',
    )
    expect(code).toBe(0)
  })
})

test('an operation that refuses a session that lasts stays a failure', async () => {
  const { failed } = await run('', {
    answer: (answer, { line }) =>
      line === 'GET /token/balance' && answer.body.success ? refused(answer, 'AUTH_002') : undefined,
  })
  expect(failed.map(({ name }) => name)).toEqual(['envelope token.balance'])
})

test('a check that writes is made once, also where the session ends within it and could be renewed', async () => {
  const world = await rememberedWorld()
  // As soon as one submission follows another: within the first check that makes several.
  let ended = false
  world.answers.set('POST /motion/submit', () => {
    if (!ended && world.sent.at(-2)?.what === 'POST /motion/submit') world.time.at += 61_000
    ended ||= world.time.at > noon
    return undefined
  })
  const { stdout } = await world.run(`smoke --suite full --prover ${program} --json`)
  const { checks: rows } = JSON.parse(stdout) as { checks: Row[] }
  expect(rows.find(({ name }) => name === 'malformed-motion')).toMatchObject({
    status: 'skipped',
    message: expect.stringMatching(/^the session expired at .*, during this run$/),
  })
})

test('a session that was renewed and ends again is renewed again, and nothing fails for it', async () => {
  const world = await rememberedWorld()
  const lines = ['GET /token/balance', 'GET /user/profile', 'GET /motion/history']
  const ended = new Set<string>()
  for (const line of lines)
    world.answers.set(line, () => {
      if (!ended.has(line)) world.time.at += 61_000
      ended.add(line)
      return undefined
    })
  const { stdout } = await world.run('smoke --suite read --json')
  const { checks: rows } = JSON.parse(stdout) as { checks: Row[] }
  expect(ended.size).toBe(lines.length)
  expect(
    rows.filter(({ status }) => status === 'failed').map(({ name, message }) => `${name}: ${message}`),
  ).toEqual([])
  expect(world.sent.filter(({ what }) => what === 'POST /auth/login').length).toBeGreaterThan(2)
})
