/** A run whose session ends: a service that does not sign in meanwhile is waited out as trouble with a row is. */
import { beforeEach, describe, expect, test } from 'vitest'
import { rememberedWorld } from '../support/renewal.ts'
import { reply } from '../support/world.ts'

const retryAfter: [string, string][] = [
  ['content-type', 'application/json'],
  ['retry-after', '75'],
]
const refusals = {
  'limited for 75 s': () =>
    reply(429, { success: false, error: { code: 'RATE_001', message: 'x', details: '' } }, retryAfter),
  unavailable: () => reply(503, 'down'),
}

let world: Awaited<ReturnType<typeof rememberedWorld>>
let naps: number[]
/** Pauses move the service's time on, and nobody waits for them. */
const passing = () => ({
  ticks: () => world.time.at,
  sleep: async (ms: number) => {
    naps.push(ms)
    world.time.at += ms
    await new Promise((resolve) => setImmediate(resolve))
  },
})

beforeEach(async () => {
  world = await rememberedWorld()
  naps = []
})

/** The service does not sign in `times` times. */
function refuseLogins(kind: keyof typeof refusals, times: number): void {
  let left = times
  world.answers.set('POST /auth/login', () => (left-- > 0 ? refusals[kind]() : undefined))
}

const sum = () => naps.reduce((all, ms) => all + ms, 0)

describe.each(['limited for 75 s', 'unavailable'] as const)('signing in is %s', (kind) => {
  test('in the middle of a run: every row is sent once', async () => {
    world.meanwhile.set('POST /motion/submit', async () => void (world.time.at += 61_000))
    refuseLogins(kind, 6)
    const { code, applied } = await world.submit(8, passing())
    expect({ code, applied, sent: world.count('POST /motion/submit') }).toEqual({
      code: 0,
      applied: 8,
      sent: 8,
    })
  })

  test('before the first row: nothing leaves until it is over', async () => {
    world.time.at += 61_000
    refuseLogins(kind, 6)
    const { code, applied } = await world.submit(2, passing())
    expect({ code, applied }).toEqual({ code: 0, applied: 2 })
    expect(world.sent.slice(0, 6).map(({ what }) => what)).not.toContain('POST /motion/submit')
  })

  test('for longer than --max-wait: the run stops, resumable, with the rows left', async () => {
    world.time.at += 61_000
    refuseLogins(kind, Infinity)
    const ran = await world.submit(2, passing(), ['--max-wait', '10m'])
    expect([ran.code, ran.applied]).toEqual([kind === 'unavailable' ? 8 : 7, 0])
    expect(world.failure(ran)['message']).toContain('2 left')
    expect(world.count('POST /motion/submit')).toBe(0)
    expect(sum()).toBeLessThanOrEqual(15 * 60_000)
    world.answers.clear()
    expect((await world.submit(2, passing())).code).toBe(0)
  })
})

test('a wait that the service asks for is waited in full', async () => {
  world.meanwhile.set('POST /motion/submit', async () => void (world.time.at += 61_000))
  refuseLogins('limited for 75 s', 1)
  await world.submit(2, passing())
  expect(Math.max(...naps)).toBeGreaterThanOrEqual(60_000)
  expect(sum()).toBeGreaterThanOrEqual(75_000)
})

test('a signer that is refused ends the run at once, with exit 4', async () => {
  world.time.at += 61_000
  const refused = { success: false, error: { code: 'AUTH_002', message: 'no', details: '' } }
  world.answers.set('POST /auth/login', () => reply(401, refused))
  expect((await world.submit(2, passing())).code).toBe(4)
  expect(world.count('POST /auth/login')).toBe(1)
})

test('a signer that fails before the end of the session is asked once, and the rows go with what is left of it', async () => {
  world.time.at += 50_000
  const refused = { success: false, error: { code: 'AUTH_002', message: 'no', details: '' } }
  world.answers.set('POST /auth/login', () => reply(401, refused))
  const { code, applied } = await world.submit(6, passing())
  expect({ code, applied, logins: world.count('POST /auth/login') }).toEqual({
    code: 0,
    applied: 6,
    logins: 2,
  })
})

describe('a service that signs in with the same token again', () => {
  beforeEach(async () => {
    world = await rememberedWorld({ tokenTtl: 3_600_000 })
    world.time.at += 120_000
    sameToken()
  })

  /** Each login gives it an hour more. */
  const sameToken = () => {
    const token = world.stored()['default']?.['token'] ?? ''
    world.answers.set('POST /auth/login', () => {
      const expires = new Date(world.time.at + 3_600_000).toISOString()
      const data = { token, expires_at: expires, user: { address: world.address, kyc_status: 'verified' } }
      return reply(200, { success: true, data })
    })
  }
  const refused = reply.bind(undefined, 401, {
    success: false,
    error: { code: 'AUTH_002', message: 'The session token is not known.', details: '' },
  })
  const submits = () => world.count('POST /motion/submit')
  const ran = async (words: string[] = []) => {
    const { code, applied } = await world.submit(6, {}, words)
    return { code, applied, submits: submits(), logins: world.count('POST /auth/login') }
  }

  test('one refusal is one sign-in, and the rows behind it are sent', async () => {
    world.answers.set('POST /motion/submit', () => (submits() === 1 ? refused() : undefined))
    expect(await ran()).toEqual({ code: 10, applied: 5, submits: 6, logins: 1 })
  })

  test('a session that was renewed in the run and is refused then ends it', async () => {
    world.meanwhile.set('POST /motion/submit', async () => {
      world.time.at += 3_460_000
      world.answers.set('POST /motion/submit', () => (submits() > 2 ? refused() : undefined))
    })
    expect(await ran()).toEqual({ code: 4, applied: 2, submits: 3, logins: 1 })
  })

  test('a row that left before the sign-in and is refused after it is no refusal of the new session', async () => {
    let signedIn = () => {}
    const renewed = new Promise<void>((resolve) => (signedIn = resolve))
    world.answers.set('POST /motion/submit', async () => {
      const nth = submits()
      if (nth === 3) signedIn()
      if (nth === 2) await renewed
      return nth <= 2 ? refused() : undefined
    })
    expect(await ran(['--concurrency', '2'])).toEqual({ code: 10, applied: 4, submits: 6, logins: 1 })
  })
})
