/** The end of a session where a clock was wrong at login, or is set later: the service's latest answer says what time it is. */
import { beforeEach, describe, expect, test } from 'vitest'
import { newerSkew } from '../../src/session/service-clock.ts'
import { rememberedWorld } from '../support/renewal.ts'

type World = Awaited<ReturnType<typeof rememberedWorld>>

const wrong = 150_000
const ended = 61_000
const sentBy = ({ sent }: World) => sent.splice(0).map(({ what }) => what)
const forget = ({ changeSettings }: World) => changeSettings((text) => text.replace('"signer"', '"former"'))
const skewIn = ({ stored }: World) => stored()['default']?.['clockSkewMs']

let world: World
beforeEach(async () => {
  world = await rememberedWorld()
})

/** Signed in while this machine's clock was wrong; it is right again. */
async function signedInWrong(ahead: number): Promise<void> {
  world.time.ahead = ahead
  await world.login('--remember-signer')
  world.time.ahead = 0
  expect(skewIn(world)).toBe(String(-ahead + 0))
  world.sent.length = 0
}

describe('a clock that was ahead at login and is set right', () => {
  test('the ended session is renewed before a read, and once', async () => {
    await signedInWrong(wrong)
    world.time.at += ended
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/price', 'POST /auth/login', 'GET /token/balance'])
    expect(skewIn(world)).toBeUndefined()
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/balance'])
  })

  test('no row and no write leaves with the ended session', async () => {
    await signedInWrong(wrong)
    world.time.at += ended
    const { code, applied } = await world.submit(1)
    expect({ code, applied }).toEqual({ code: 0, applied: 1 })
    expect(sentBy(world)).toEqual(['GET /token/price', 'POST /auth/login', 'POST /motion/submit'])
  })

  test('without a signer it is exit 4 with the time and the command', async () => {
    await signedInWrong(wrong)
    forget(world)
    world.time.at += ended
    const ran = await world.run('token balance --json')
    expect(world.failure(ran)).toMatchObject({
      code: 'CLI_TOKEN_EXPIRED',
      exit_code: 4,
      hint: 'movecli login --profile default',
    })
    expect(sentBy(world)).toEqual(['GET /token/price'])
  })

  test('any answer before the end corrects what is stored', async () => {
    await signedInWrong(wrong)
    world.time.at += 20_000
    await world.done('token balance --json')
    expect(skewIn(world)).toBeUndefined()
  })

  test('a difference of some seconds is corrected too', async () => {
    await signedInWrong(20_000)
    world.time.at += 1000
    await world.done('token balance --json')
    expect(skewIn(world)).toBeUndefined()
  })

  test('with --dry-run nothing is corrected', async () => {
    await signedInWrong(wrong)
    await world.done('token balance --json --dry-run')
    expect(skewIn(world)).toBe(String(-wrong))
  })

  test('whoami does not vouch for it, offline or checked', async () => {
    await signedInWrong(wrong)
    world.time.at += ended
    const offline = await world.run('whoami --min-validity 1m')
    expect(offline.code).toBe(4)
    expect(offline.stderr).toContain("at its last answer the service's clock was 150 s behind this machine's")
    expect(offline.stderr).toContain('Add --check')
    expect(world.sent).toEqual([])
    forget(world)
    expect((await world.run('whoami --check --min-validity 1m')).code).toBe(4)
  })

  test('doctor corrects it, and says that the session has ended', async () => {
    await signedInWrong(wrong)
    world.time.at += ended
    const { stdout } = await world.run('doctor --format csv')
    expect(stdout).toContain(
      "in sync with the service; the session was judged as if the service's clock were 150 s behind, which is corrected",
    )
    expect(stdout).toMatch(/session,skipped,.*expired at .*the next command signs in again/)
    expect(skewIn(world)).toBeUndefined()
  })
})

test('a clock that was behind at login does not end a session early', async () => {
  await signedInWrong(-wrong)
  forget(world)
  world.time.at += 10_000
  await world.done('token balance --json')
  expect(sentBy(world)).toEqual(['GET /token/price', 'GET /token/balance'])
  expect(skewIn(world)).toBeUndefined()
})

describe('a clock that stays wrong', () => {
  test.each([wrong, -wrong])('by %s ms renews the session no earlier, and at its end', async (ahead) => {
    await signedInWrong(ahead)
    world.time.ahead = ahead
    for (let times = 0; times < 2; times++) await world.done('token balance --json')
    expect(sentBy(world)).not.toContain('POST /auth/login')
    expect((await world.run('whoami --check --min-validity 30s')).code).toBe(0)
    world.time.at += ended
    await world.done('token balance --json')
    expect(sentBy(world)).toContain('POST /auth/login')
  })
})

describe('a clock that is set back after login', () => {
  beforeEach(() => {
    world.time.at += ended
    world.time.ahead = -wrong
  })

  test('a read that is refused is made once more with a new session', async () => {
    await world.done('token balance --json')
    expect(sentBy(world)).toEqual(['GET /token/balance', 'POST /auth/login', 'GET /token/balance'])
  })

  test('a list and a raw read are made once more too', async () => {
    await world.done('nft ls --json')
    world.time.at += ended
    await world.done('api /user/profile')
    expect(sentBy(world).filter((what) => what === 'POST /auth/login')).toHaveLength(2)
  })

  test('a read is not made again with the key that it began with, where another key of the profile signed in', async () => {
    world.meanwhile.set('GET /token/balance', async () => {
      world.file('other-key', 'another-key\n')
      await world.done(`login --key-file ${world.at('other-key')} --key-only`)
    })
    expect((await world.run('token balance --json')).code).toBe(4)
    expect(sentBy(world)).toEqual(['GET /token/balance', 'POST /auth/login'])
  })

  test('a claim is sent once, after the read of its balance was', async () => {
    await world.done('token claim --yes --json')
    expect(sentBy(world)).toEqual([
      'GET /token/balance',
      'POST /auth/login',
      'GET /token/balance',
      'POST /token/claim',
    ])
  })

  test('a write that is refused is not sent again; the next command renews', async () => {
    const line = 'motion submit --steps 10 --proof p --json'
    expect(world.failure(await world.run(line))).toMatchObject({
      code: 'AUTH_002',
      exit_code: 4,
      outcome: 'rejected',
    })
    expect(sentBy(world)).toEqual(['POST /motion/submit'])
    await world.run(line)
    expect(sentBy(world)).toEqual(['GET /token/price', 'POST /auth/login', 'POST /motion/submit'])
  })

  test('without a signer it is exit 4 with the command', async () => {
    forget(world)
    expect(world.failure(await world.run('token balance --json'))).toMatchObject({
      code: 'AUTH_002',
      exit_code: 4,
      hint: 'movecli login --profile default',
    })
    expect(sentBy(world)).toEqual(['GET /token/balance'])
  })

  test('a run of one row that met the end is exit 4, and the same command sends it', async () => {
    const { code, said, stderr } = await world.submit(1)
    expect({ code, said }).toMatchObject({ code: 4, said: [{ status: 'rejected', code: 'AUTH_002' }] })
    expect(world.failure({ stderr })['hint']).toContain('Run the same command again')
    expect((await world.submit(1)).code).toBe(0)
    expect(sentBy(world).filter((what) => what === 'POST /motion/submit')).toHaveLength(2)
  })
})

describe('the difference of the clocks that an answer shows', () => {
  const at = Date.parse('2026-03-04T12:00:00Z')
  const sample = (headers: Record<string, string>, took = 100) => ({
    reply: {
      what: 'answered' as const,
      status: 200,
      text: '',
      headers: new Map(Object.entries(headers)),
    },
    sentAt: at,
    cameAt: at + took,
  })
  const date = (ms: number) => new Date(at + ms).toUTCString()

  test.each([
    ['of the same time', sample({ date: date(0) }), undefined],
    ['of an hour later', sample({ date: date(3_600_000) }), 3_600_450],
    ['without a Date', sample({}), undefined],
    ['of a cache', sample({ date: date(-3_600_000), age: '3600' }), undefined],
    ['that took a minute, dated at its beginning', sample({ date: date(0) }, 60_000), undefined],
    ['that took a minute, dated at its end', sample({ date: date(60_000) }, 60_000), undefined],
    ['that is not of a cache', sample({ date: date(3_600_000), age: '0' }), 3_600_450],
    ['of some seconds', sample({ date: date(5000) }), undefined],
    ['of some seconds before', sample({ date: date(-5000) }), undefined],
    ['of more than some seconds', sample({ date: date(7000) }), 7450],
    ['of more than some seconds before', sample({ date: date(-7000) }), -6550],
    ['whose Date is none', sample({ date: '5' }), undefined],
    [
      'that never came',
      { ...sample({}), reply: { what: 'lost', why: 'cut', timedOut: false } as const },
      undefined,
    ],
  ])('an answer %s', (_, heard, skew) => expect(newerSkew(heard, 0)).toBe(skew))

  test('is none where the clocks agree again', () => {
    expect(newerSkew(sample({ date: date(0) }), 150_000)).toBe(0)
    expect(newerSkew(sample({ date: date(4000) }), 150_000)).toBe(0)
  })

  test('is the one that is known, where an answer does not show another', () => {
    for (const known of [145_000, 150_000, 156_000])
      expect(newerSkew(sample({ date: date(150_000) }), known)).toBeUndefined()
    for (const known of [144_000, 157_000])
      expect(newerSkew(sample({ date: date(150_000) }), known)).toBe(150_450)
  })
})
