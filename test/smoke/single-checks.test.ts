/** Checks one by one: what each asks, when it fails, when it says nothing, and what it leaves to those after it. */
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import type { Reply } from '../../src/client/guarded-transport.ts'
import type { OperationName } from '../../src/contract/operations.ts'
import { seenOf } from '../../src/smoke/checked-response.ts'
import type { SmokeContext, Token } from '../../src/smoke/smoke-context.ts'
import { noon } from '../support/clock.ts'
import {
  address,
  answered,
  endOf,
  groundWith,
  heardFirst,
  iso,
  lost,
  refused,
  taken,
  writing,
  type Heard,
} from './ground.ts'

const day = 86_400_000
const dateOf = (ms: number): string => iso(ms).slice(0, 10)
const record = (date: string, more: object = {}) => ({
  date,
  steps: 1,
  distance: 1.1,
  duration: 60,
  calories: 1,
  earnings: { mft: 1, k_day: 1, multipliers: { nft: 1, streak: 1, social: 1 } },
  ...more,
})
const live: Token = { value: 'token-1', expiresAt: iso(noon + day) }
/** A run that was answered before, by a service three days ahead of this machine. */
const ahead = 3 * day
const later = { first: heardFirst(ahead), token: { ...live, expiresAt: iso(noon + ahead + day) } }
const there = noon + ahead

/** Puts an answer among those that were heard. */
function hear(ground: SmokeContext, name: OperationName, reply: Reply, input: object = {}, ms = 5): void {
  if (reply.what === 'answered')
    ground.heard.push(seenOf(compose(name, { ...input }, ground.sender.target), reply, ms))
}

describe('the daily record', () => {
  test.each([
    [-2, 'failed'],
    [-1, 'passed'],
    [0, 'passed'],
    [1, 'passed'],
    [2, 'failed'],
  ])('of %i days after the service’s own: daily-today has %s', async (days, end) => {
    const date = dateOf(there + days * day)
    const { ground, asked } = groundWith(() => taken(record(date)), later)
    expect(await endOf('daily-today', ground)).toBe(
      end === 'passed' ? `passed: ${date}` : `failed: it is ${dateOf(there)} there, and "${date}" came`,
    )
    expect([...ground.departed]).toEqual(end === 'passed' ? [] : ['motion.daily'])
    expect(asked.map(({ query }) => String(query))).toEqual([''])
  })

  test('without a date is for daily-record to name', async () => {
    const { ground } = groundWith(() => taken(record(null as never)), later)
    expect(await endOf('daily-today', ground)).toBe('skipped: see daily-record')
    expect(await endOf('daily-record', ground)).toBe('failed: date: a text is documented, null came')
    expect([...ground.departed]).toEqual(['motion.daily'])
  })

  test('is asked for of yesterday and of a day a week before it, by the clock of the service', async () => {
    const { ground, asked } = groundWith(({ query }) => taken(record(query.get('date')!)), later)
    expect(await endOf('daily-date', ground)).toBe('passed')
    expect(asked.map(({ query }) => query.get('date'))).toEqual([
      dateOf(there - day),
      dateOf(there - 8 * day),
    ])
  })

  test.each<
    [what: string, answer: (date: string, nth: number) => Reply, given: Partial<SmokeContext>, end: RegExp]
  >([
    [
      'of another day',
      () => taken(record('2020-01-01')),
      {},
      /^failed: \S+ was asked for, "2020-01-01" came$/,
    ],
    [
      'of another day the second time',
      (date, nth) => taken(record(nth === 2 ? '2020-01-01' : date)),
      {},
      /^failed: 2026-02-27 was asked for, "2020-01-01" came$/,
    ],
    [
      'with a text for a number',
      (date) => taken(record(date, { steps: '1' })),
      {},
      /^failed: 2026-03-06: steps: a number is documented, a text came$/,
    ],
    [
      'with a text for a number, as all of them',
      (date) => taken(record(date, { steps: '1' })),
      { departed: new Set(['motion.daily']) },
      /^passed$/,
    ],
    [
      'that there is not',
      () => refused(404, 'NO_RECORD'),
      { sound: new Set(['motion.daily']) },
      /^skipped: the service has no record of 2026-03-06 \(NO_RECORD with HTTP 404, "no"\)$/,
    ],
    [
      'that there never is',
      () => refused(404, 'NO_RECORD'),
      {},
      /^failed: GET \/motion\/daily: NO_RECORD with HTTP 404/,
    ],
    [
      'that is gone',
      () => refused(410, 'NO_RECORD'),
      { sound: new Set(['motion.daily']) },
      /^failed: GET \/motion\/daily: NO_RECORD with HTTP 410/,
    ],
  ])('%s, where a day is named', async (_, answer, given, end) => {
    const { ground } = groundWith(({ query }, nth) => answer(query.get('date')!, nth), { ...later, ...given })
    expect(await endOf('daily-date', ground)).toMatch(end)
  })

  const own = { ...later, address, own: address.toLowerCase() }
  const foreign = { ...later, address }
  test.each<[what: string, reply: Reply, given: Partial<SmokeContext>, end: string]>([
    ['is today’s', taken(record(dateOf(there))), own, 'passed'],
    [
      'is of last week',
      taken(record(dateOf(there - 7 * day))),
      own,
      'failed: it is 2026-03-07 there, and "2026-02-28" came',
    ],
    [
      'has no steps',
      taken(record(dateOf(there), { steps: undefined })),
      own,
      'failed: steps: a number is documented, nothing came',
    ],
    [
      'is as odd as every other',
      taken(record('2020-01-01')),
      { ...own, departed: new Set(['motion.daily' as const]) },
      'skipped: see daily-record and daily-today',
    ],
    [
      'is not there',
      refused(404, 'NONE'),
      own,
      'skipped: the service has no record of it (NONE with HTTP 404, "no")',
    ],
    [
      'has no page',
      answered(404, '<h1>'),
      own,
      'failed: GET /motion/daily: no envelope: HTTP 404, it begins "<h1>"',
    ],
    [
      'is refused with 401',
      refused(401, 'AUTH_002'),
      own,
      'failed: GET /motion/daily: AUTH_002 with HTTP 401, "no"',
    ],
    [
      'is refused with 403',
      refused(403, 'NOT_YOURS'),
      own,
      'failed: GET /motion/daily: NOT_YOURS with HTTP 403, "no"',
    ],
    [
      'is perhaps another user’s, refused with 401',
      refused(401, 'AUTH_002'),
      foreign,
      'skipped: the address may be another user\'s (AUTH_002 with HTTP 401, "no")',
    ],
    [
      'is perhaps another user’s, refused with 403',
      refused(403, 'NOT_YOURS'),
      foreign,
      'skipped: the address may be another user\'s (NOT_YOURS with HTTP 403, "no")',
    ],
    [
      'is perhaps another user’s, refused with 400',
      refused(400, 'ODD'),
      foreign,
      'failed: GET /motion/daily: ODD with HTTP 400, "no"',
    ],
  ])('by its address %s', async (_, reply, given, end) => {
    const { ground, asked } = groundWith(() => reply, given)
    expect(await endOf('daily-address', ground)).toBe(end)
    expect(asked.map(({ query }) => query.get('address'))).toEqual([address])
  })
})

describe('refusals of a run', () => {
  const whole = { message: 'm', details: 'd' }
  const error = (status: number, more: object) =>
    answered(status, { success: false, error: { ...whole, ...more } })
  test.each<[what: string, name: OperationName, reply: Reply, input: object, end: string]>([
    ['are as documented', 'token.price', error(401, { code: 'AUTH_001' }), {}, 'passed: 1 refusal'],
    [
      'have another code with 401',
      'token.price',
      error(401, { code: 'NO_KEY' }),
      {},
      'failed: GET /token/price: HTTP 401 is documented with AUTH_001 or AUTH_002, and the code is none of the table',
    ],
    [
      'have another code with 429',
      'token.price',
      error(429, { code: 'SLOW' }),
      {},
      'failed: GET /token/price: HTTP 429 is documented with RATE_001, and the code is none of the table',
    ],
    [
      'have another code with 503',
      'user.profile',
      error(503, { code: 'DOWN' }),
      {},
      'failed: GET /user/profile: HTTP 503 is documented with CHAIN_001, and the code is none of the table',
    ],
    [
      'have another code with a status of the operation',
      'nft.collectionOf',
      error(404, { code: 'NONE' }),
      { address },
      `failed: GET /nft/collection/${address}: HTTP 404 is documented with NFT_001, and the code is none of the table`,
    ],
    [
      'have another code behind the last page',
      'nft.collectionOf',
      error(404, { code: 'NONE' }),
      { address, page: 2 },
      'passed: 1 refusal',
    ],
    [
      'have another code on the first page',
      'nft.collectionOf',
      error(404, { code: 'NONE' }),
      { address, page: 1 },
      `failed: GET /nft/collection/${address}: HTTP 404 is documented with NFT_001, and the code is none of the table`,
    ],
    [
      'have another code where none is documented',
      'motion.daily',
      error(404, { code: 'NONE' }),
      {},
      'passed: 1 refusal',
    ],
    [
      'have no details',
      'token.price',
      answered(400, { success: false, error: { code: 'X', message: 'm' } }),
      {},
      'failed: GET /token/price with HTTP 400: error.details: a text is documented, nothing came',
    ],
    [
      'have a good status',
      'token.price',
      answered(200, { success: false, error: { code: 'X', message: 'm' } }),
      {},
      'failed: GET /token/price with HTTP 200: error.details: a text is documented, nothing came',
    ],
    [
      'are plain text',
      'token.price',
      answered(400, 'no'),
      {},
      'failed: GET /token/price with HTTP 400: the body: an object is documented, null came',
    ],
    ['are none', 'token.price', taken(), {}, 'skipped: nothing was refused'],
    ['say success true', 'token.price', answered(500, { success: true }), {}, 'skipped: nothing was refused'],
  ])('%s', async (_, name, reply, input, end) => {
    const { ground } = groundWith()
    hear(ground, name, reply, input)
    expect(await endOf('error-bodies', ground)).toBe(end)
  })

  test('are looked at one and all', async () => {
    const { ground } = groundWith()
    for (const code of ['AUTH_001', 'AUTH_002']) hear(ground, 'token.price', error(401, { code }))
    expect(await endOf('error-bodies', ground)).toBe('passed: 2 refusals')
    hear(ground, 'token.balance', error(401, { code: 'ODD' }))
    expect(await endOf('error-bodies', ground)).toMatch(/^failed: GET \/token\/balance: HTTP 401/)
  })
})

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON ;x', true],
  ['application/problem+json', true],
  ['application/jsonp', false],
  ['text/json', false],
  ['text/html, application/json', false],
  ['', false],
])('an answer labeled %j is JSON: %s', async (type, is) => {
  const { ground } = groundWith()
  hear(ground, 'token.price', taken())
  hear(ground, 'token.balance', answered(200, '{}', { 'content-type': type }))
  expect(await endOf('json', ground)).toBe(is ? 'passed: 2 answers' : `failed: GET /token/balance: ${type}`)
})

test('answers without a body, and those to too many requests, need no label', async () => {
  const { ground } = groundWith()
  hear(ground, 'token.price', answered(204, '', {}))
  hear(ground, 'token.price', answered(429, 'slow down', {}))
  expect(await endOf('json', ground)).toBe('skipped: no answer with a body came')
  hear(ground, 'token.price', answered(200, '{}', {}))
  expect(await endOf('json', ground)).toBe('failed: GET /token/price: no content type')
})

describe('signing in', () => {
  const signature = (nth: number) => ({ address, message: `message ${nth}`, signature: `0x${nth}` })
  const signing = (): NonNullable<SmokeContext['sign']> => {
    let made = 0
    return async () => signature(++made)
  }
  const session = (more: object = {}) => ({
    token: 'fresh-token',
    expires_at: iso(there + 1000),
    user: { address: address.toLowerCase(), kyc_status: 'none' },
    ...more,
  })
  const given = { first: heardFirst(ahead) }
  const login =
    (data: unknown, daily: Reply = taken()) =>
    (heard: Heard) =>
      heard.line === 'POST /auth/login' ? taken(data) : daily

  test.each<[what: string, data: object, daily: Reply, end: string]>([
    ['as it is documented', session(), taken(), `passed: until ${iso(there + 1000)}`],
    [
      'at the very end of its time',
      session({ expires_at: iso(there) }),
      taken(),
      `failed: the token expired at ${iso(there)}`,
    ],
    [
      'by a clock of its own',
      session({ expires_at: iso(noon + day) }),
      taken(),
      `failed: the token expired at ${iso(noon + day)}`,
    ],
    [
      'in another zone',
      session({ expires_at: '2027-01-01T00:00:00+01:00' }),
      taken(),
      'failed: expires_at is no UTC time: 2027-01-01T00:00:00+01:00',
    ],
    [
      'for another address',
      session({ user: { address: `0x${'1'.repeat(40)}`, kyc_status: 'none' } }),
      taken(),
      'failed: the answer names another address than the one that signed',
    ],
    [
      'with a token that has a blank',
      session({ token: 'a b' }),
      taken(),
      'failed: the token has characters that no HTTP header can carry',
    ],
    [
      'with an empty token',
      session({ token: '' }),
      taken(),
      'failed: the token has characters that no HTTP header can carry',
    ],
    [
      'with a token of 8193 characters',
      session({ token: 'x'.repeat(8193) }),
      taken(),
      'failed: the token has characters that no HTTP header can carry',
    ],
    [
      'with a token of 8192 characters',
      session({ token: 'x'.repeat(8192) }),
      taken(),
      `passed: until ${iso(there + 1000)}`,
    ],
    [
      'with a token that is not taken',
      session(),
      refused(401, 'AUTH_002'),
      'failed: the new session token is not taken: AUTH_002 with HTTP 401, "no"',
    ],
    [
      'with a token that is taken, and a day without a record',
      session(),
      refused(404, 'NONE'),
      `passed: until ${iso(there + 1000)}`,
    ],
    [
      'without kyc_status',
      session({ user: { address } }),
      taken(),
      'failed: user.kyc_status: a text is documented, nothing came',
    ],
  ])('%s', async (_, data, daily, end) => {
    const { ground, secrets, asked } = groundWith(login(data, daily), { ...given, sign: signing() })
    expect(await endOf('login', ground)).toBe(end)
    // Whatever else is wrong with it: a token is a secret.
    expect(secrets).toEqual([(data as { token: string }).token])
    expect(ground.sound.has('auth.login')).toBe(end.startsWith('passed'))
    expect(asked[0]?.headers['Authorization']).toBeUndefined()
    if (end.startsWith('passed'))
      expect(asked[1]?.headers['Authorization']).toMatch(/^Bearer (fresh-token|x+)$/)
  })

  test.each<[what: string, token: Token | undefined, left: object]>([
    ['no session was given', undefined, { token: 'fresh-token', own: address }],
    [
      'one has expired',
      { value: 'old', expiresAt: iso(there) },
      { token: 'fresh-token', own: address, expired: 'old' },
    ],
    ['one is in use', { value: 'old' }, { token: 'old', fresh: 'fresh-token', taken: 'old' }],
  ])('where %s', async (_, token, left) => {
    const { ground, asked } = groundWith(login(session()), {
      ...given,
      sign: signing(),
      ...(token && { token }),
    })
    expect(await endOf('login', ground)).toMatch(/^passed/)
    const { own, address: learned } = ground
    const values = { token: ground.token, fresh: ground.fresh, expired: ground.expired, taken: ground.taken }
    const known = Object.entries(values).flatMap(([name, each]) => (each ? [[name, each.value]] : []))
    expect({ ...Object.fromEntries(known), ...(own && { own }) }).toEqual(left)
    expect(learned).toBe(address)
    // Whether the given one is taken shows only before the sign-in.
    expect(asked[0]?.line).toBe(
      token?.expiresAt === undefined && token ? 'GET /motion/daily' : 'POST /auth/login',
    )
  })

  test('with the signature of another message is refused, and what it gives all the same is a secret', async () => {
    const { ground, asked, secrets } = groundWith(() => refused(401, 'AUTH_002'), {
      ...given,
      sign: signing(),
    })
    expect(await endOf('false-signature', ground)).toBe('passed')
    const body = JSON.parse(asked[0]!.body) as object
    expect(body).toEqual({ address, message: 'message 1', signature: '0x2' })
    expect(secrets).toEqual([])
    const { ground: open, secrets: kept } = groundWith(login(session()), { ...given, sign: signing() })
    expect(await endOf('false-signature', open)).toBe(
      'failed: a false signature was accepted (HTTP 200); AUTH_002 (401) is documented',
    )
    expect(kept).toEqual(['fresh-token'])
  })
})

describe('motion', () => {
  const program = { ...writing(), prove: async (motion: object) => `proof of ${JSON.stringify(motion)}` }

  test.each<[what: string, reply: Reply, end: string]>([
    ['is accepted', answered(201, { success: true, data: {} }), 'passed'],
    ['is accepted without data', answered(299, { success: true }), 'passed'],
    [
      'is redirected',
      answered(300, { success: true }),
      'failed: motion with its proof: success is true with HTTP 300',
    ],
    [
      'is refused',
      refused(400, 'MOTION_002'),
      'failed: motion with its proof: MOTION_002 with HTTP 400, "no"',
    ],
    ['meets a limit', refused(429, 'RATE_001'), 'skipped for a limit: POST /motion/submit: HTTP 429'],
    [
      'is lost',
      lost,
      'failed: POST /motion/submit: no answer: The connection closed. Do not repeat it before you know its outcome: movecli journal ls --state unknown',
    ],
  ])('with its proof %s, sent once', async (_, reply, end) => {
    const { ground, asked } = groundWith(() => reply, { ...program, first: heardFirst() })
    expect(await endOf('submission', ground)).toBe(end)
    expect(asked).toHaveLength(1)
    const { proof, ...motion } = JSON.parse(asked[0]!.body) as { proof: string }
    expect(JSON.parse(proof.slice('proof of '.length))).toMatchObject({
      device_id: (motion as never)['device_id'],
    })
  })

  test('is another one each time', async () => {
    let made = 0
    const random = (bytes: number) => new Uint8Array(bytes).fill(++made)
    const { ground, asked } = groundWith(() => refused(400, 'MOTION_001'), { ...program, random })
    await endOf('malformed-motion', ground)
    const devices = asked.map(({ body }) => (JSON.parse(body) as { device_id: string }).device_id)
    expect([devices.length, new Set(devices).size]).toEqual([3, 3])
    const texts = asked.map(({ body }) =>
      Object.entries(JSON.parse(body) as object).filter(([, each]) => each === 'many'),
    )
    expect(texts.map(([text]) => text?.[0])).toEqual(['steps', 'distance', 'duration'])
  })

  test('with a false proof is tried without a prover too', async () => {
    const { ground, asked } = groundWith(() => refused(400, 'MOTION_002'), writing())
    expect(await endOf('false-proof', ground)).toBe('passed')
    expect(asked).toHaveLength(1)
  })

  test('whose prover fails is not sent', async () => {
    const { ground, asked } = groundWith(undefined, {
      ...writing(),
      prove: async () => Promise.reject(new Error('no key')),
    })
    expect(await endOf('submission', ground)).toBe('failed: no proof could be made: no key')
    expect(asked).toEqual([])
  })
})

describe('latency', () => {
  test.each([
    [100, 'passed: min 10, median 50, p95 100 ms over 10 requests'],
    [99, 'failed: min 10, median 50, p95 100 ms over 10 requests: more than 99 ms'],
    [undefined, 'passed: min 10, median 50, p95 100 ms over 10 requests'],
  ])('of sign-ins that went well, with --max-latency %s', async (maxLatency, end) => {
    const { ground } = groundWith(undefined, { ...(maxLatency !== undefined && { maxLatency }) })
    for (let at = 10; at >= 1; at--) hear(ground, 'auth.login', taken(), {}, at * 10)
    hear(ground, 'auth.login', refused(401, 'AUTH_002'), {}, 9000)
    hear(ground, 'token.price', taken(), {}, 9000)
    expect(await endOf('latency auth.login', ground)).toBe(end)
    expect(await endOf('latency motion.submit', ground)).toBe('skipped: none was applied')
  })

  test('of an operation is that of each request asked for, and every answer is held against its record', async () => {
    const { ground, lines } = groundWith(() => taken(), { repeat: 3 })
    expect(await endOf('latency token.price', ground)).toMatch(/^passed: .* over 3 requests$/)
    expect(lines()).toEqual(Array(3).fill('GET /token/price'))
    ground.repeat = 1
    expect(await endOf('latency token.price', ground)).toMatch(/^passed: .* over 1 request$/)
    const { ground: other } = groundWith((_, nth) => (nth === 2 ? taken([]) : taken()), { repeat: 3 })
    expect(await endOf('latency token.price', other)).toBe(
      'failed: GET /token/price: data is a list, and an object is documented',
    )
  })
})

describe('an operation', () => {
  test('that answers well is sound, and one that does not is broken', async () => {
    const { ground } = groundWith(
      ({ line }) => (line === 'GET /token/price' ? taken() : refused(500, 'X')),
      later,
    )
    expect(await endOf('envelope token.price', ground)).toBe('passed')
    expect(await endOf('envelope token.balance', ground)).toBe(
      'failed: GET /token/balance: X with HTTP 500, "no"',
    )
    expect([[...ground.sound], [...ground.broken]]).toEqual([['token.price'], ['token.balance']])
  })

  test.each<[what: string, said: unknown, known: string | undefined, end: string, left: object]>([
    ['is learned', address, undefined, 'passed: names the address', { own: address, address }],
    [
      'is known already',
      address,
      `0x${'1'.repeat(40)}`,
      'passed',
      { own: address, address: `0x${'1'.repeat(40)}` },
    ],
    ['is no address', '0x12', undefined, 'passed', {}],
    ['is longer than one', `${address}0`, undefined, 'passed', {}],
    ['is not there', undefined, undefined, 'passed', {}],
  ])('whose profile names an address that %s', async (_, said, known, end, left) => {
    const { ground } = groundWith(() => taken({ address: said }), {
      ...later,
      ...(known !== undefined && { address: known }),
    })
    expect(await endOf('envelope user.profile', ground)).toBe(end)
    const { own, address: learned } = ground
    expect({ ...(own && { own }), ...(learned && { address: learned }) }).toEqual(left)
  })

  test.each<[what: string, reply: Reply, given: Partial<SmokeContext>, end: string]>([
    [
      'of one that owns nothing',
      refused(404, 'NFT_001'),
      { own: address },
      'passed: this address owns no NFT',
    ],
    ['of one whose user owns some', refused(404, 'NFT_001'), { own: address, owned: 2 }, 'failed'],
    [
      'of another user',
      refused(404, 'NFT_001'),
      { own: `0x${'1'.repeat(40)}`, owned: 2 },
      'passed: this address owns no NFT',
    ],
    ['refused with another status', refused(400, 'NFT_001'), {}, 'failed'],
  ])('for an address, %s', async (_, reply, given, end) => {
    const { ground } = groundWith(() => reply, { ...later, address, ...given })
    expect((await endOf('envelope nft.collectionOf', ground)).replace(/^(failed).*/, '$1')).toBe(end)
    expect(ground.sound.has('nft.collectionOf')).toBe(end !== 'failed')
  })
})

describe('the way to the service', () => {
  const unsafe: Reply = { what: 'not-sent', why: 'The certificate has expired', timedOut: false, final: true }
  const unsent: Reply = { what: 'not-sent', why: 'Cannot connect', timedOut: false }

  test('that is not safe is tried once, and nothing after it', async () => {
    const { ground, asked } = groundWith(() => unsafe)
    expect(await endOf('tls', ground)).toBe('failed: the connection is not safe: The certificate has expired')
    expect([asked.length, ground.unreached]).toEqual([1, 'The certificate has expired'])
  })

  test.each([
    ['is refused', unsent, 'Cannot connect'],
    ['is lost', lost, 'The connection closed'],
  ])('that %s three times is for reachable to name', async (_, reply, why) => {
    const { ground, asked } = groundWith(() => reply)
    expect(await endOf('tls', ground)).toBe('skipped: see reachable')
    expect(ground.unreached).toBeUndefined()
    delete ground.first
    expect(await endOf('reachable', ground)).toBe(`failed: no answer to 3 requests: ${why}`)
    expect([asked.length, ground.unreached]).toEqual([6, why])
  })

  test('that answers the third time is there, and what was lost before is told', async () => {
    const { ground, lines } = groundWith(({ line }, nth) =>
      line === 'GET /token/price' && nth === 2 ? refused(500, 'X') : lost,
    )
    expect(await endOf('reachable', ground)).toMatch(/^passed: \d+ ms$/)
    expect(lines()).toEqual(['GET /token/price', 'GET /motion/daily', 'GET /token/price'])
    expect(ground.troubles).toEqual([
      'GET /token/price: no answer, asked once more',
      'GET /motion/daily: no answer, asked once more',
    ])
    expect(await endOf('tls', ground)).toBe('passed')
    ground.sender.target = { ...ground.sender.target, baseUrl: 'http://127.0.0.1:1/v1' }
    expect(await endOf('tls', ground)).toBe('passed: plain http on loopback')
    expect(lines()).toHaveLength(3)
  })
})

describe('the session of a run', () => {
  const over: Token = { value: 'old', expiresAt: iso(noon) }
  const expiredWith = (details: string) =>
    answered(401, { success: false, error: { code: 'AUTH_002', message: 'm', details } })
  test.each<[what: string, given: Partial<SmokeContext>, reply: Reply, end: string]>([
    ['is none', {}, taken(), 'skipped: needs a session token: movecli login -p ops, or MOVECLI_TOKEN'],
    [
      'could not be renewed for a limit',
      { token: over, unrenewed: { message: 'too many', limited: true } },
      taken(),
      'skipped for a limit: too many',
    ],
    [
      'could not be renewed',
      { token: over, unrenewed: { message: 'no signer', limited: false } },
      taken(),
      'failed: no signer',
    ],
    ['is taken', { token: live }, taken(), `passed: taken; until ${live.expiresAt}`],
    [
      'is taken, and ends nobody knows when',
      { token: { value: 'a' } },
      refused(404, 'X'),
      'passed: taken; when it expires is not known',
    ],
    [
      'is refused before its time',
      { token: live },
      refused(401, 'AUTH_002'),
      `failed: the session token is not taken (until ${live.expiresAt}): AUTH_002 with HTTP 401, "no"`,
    ],
    [
      'is refused, and is known to last',
      { token: { value: 'a', lasting: true } },
      refused(401, 'AUTH_002'),
      'failed: the session token is not taken (when it expires is not known): AUTH_002 with HTTP 401, "no"',
    ],
    [
      'is refused, and may have expired',
      { token: { value: 'a' } },
      refused(401, 'AUTH_002'),
      'skipped signed out: the session token given is refused, and may have expired: AUTH_002 with HTTP 401, "no"',
    ],
    [
      'ends about now',
      { token: { value: 'a', expiresAt: iso(noon + 1500) } },
      taken(),
      `skipped: the session expires at ${iso(noon + 1500)}, too soon for this run`,
    ],
    [
      'has expired',
      { token: { value: 'a', expiresAt: iso(noon - 60_000) } },
      expiredWith(`expired at ${iso(noon - 60_000)}`),
      `passed: refused; it expired at ${iso(noon - 60_000)}`,
    ],
    [
      'has expired, which is told with another time',
      { token: { value: 'a', expiresAt: iso(noon - 120_000) } },
      expiredWith(`expired at ${iso(noon)}`),
      `failed: the details of AUTH_002 do not name the time at which the token expired (${iso(noon - 120_000)})`,
    ],
    [
      'has expired, and is taken all the same',
      { token: { value: 'a', expiresAt: iso(noon - 60_000) } },
      taken(),
      `failed: a session token that expired at ${iso(noon - 60_000)} was accepted (HTTP 200); AUTH_002 (401) is documented`,
    ],
  ])('%s', async (_, given, reply, end) => {
    const { ground, asked } = groundWith(() => reply, { first: heardFirst(), ...given })
    expect(await endOf('token-expiry', ground)).toBe(end)
    if (/^(failed: the session|skipped signed|skipped: the session)/.test(end))
      expect(ground.token).toBeUndefined()
    if (end.startsWith('passed: taken')) expect(ground.taken).toBe(ground.token)
    expect(asked.map(({ headers }) => headers['Authorization'])).toEqual(
      asked.length > 0 ? [`Bearer ${given.token!.value}`] : [],
    )
  })

  test('that was given and is refused makes way for the one that the run signed in for', async () => {
    const fresh = { value: 'fresh', expiresAt: iso(noon + day), address }
    for (const wasTaken of [false, true]) {
      const token: Token = { value: 'a' }
      const { ground } = groundWith(() => refused(401, 'AUTH_002'), {
        first: heardFirst(),
        token,
        fresh,
        ...(wasTaken && { taken: token }),
      })
      expect(await endOf('token-expiry', ground)).toBe(
        `passed: the token given is refused${wasTaken ? ' since this run signed in' : ', and may have expired'}; signed in again until ${fresh.expiresAt}`,
      )
      expect([ground.token, ground.taken, ground.own]).toEqual([fresh, fresh, address])
    }
  })

  test('and one that has expired before it are both tried', async () => {
    const expired: Token = { value: 'old', expiresAt: iso(noon - 60_000) }
    const { ground, asked } = groundWith(
      ({ headers }) =>
        headers['Authorization'] === 'Bearer old' ? expiredWith(iso(noon - 60_000)) : taken(),
      { first: heardFirst(), token: live, expired },
    )
    expect(await endOf('token-expiry', ground)).toBe(
      `passed: refused; it expired at ${expired.expiresAt}; taken; until ${live.expiresAt}`,
    )
    expect(asked).toHaveLength(2)
  })
})

describe('strangers', () => {
  test.each(['no-key', 'wrong-key', 'wrong-token'])(
    '%s says nothing of operations that do not answer well',
    async (name) => {
      const { ground, asked } = groundWith(undefined, later)
      expect(await endOf(name, ground)).toBe(
        'skipped: no operation answers well with the credentials given: see envelope',
      )
      expect(asked).toEqual([])
    },
  )

  test('with a wrong key are not judged once the session is over, for either may be refused first', async () => {
    const { ground, asked } = groundWith(undefined, { ended: 'it ended', sound: new Set(['token.price']) })
    expect(await endOf('wrong-key', ground)).toBe('skipped: it ended')
    expect(asked).toEqual([])
  })

  test('are each named, and their credentials are secrets', async () => {
    const { ground, secrets, asked } = groundWith(undefined, {
      ...later,
      sound: new Set(['token.balance', 'user.profile', 'token.price']),
    })
    expect(await endOf('wrong-token', ground)).toBe(
      'failed: GET /token/balance with an unknown session token was accepted (HTTP 200); AUTH_002 (401) is documented; GET /user/profile with an unknown session token was accepted (HTTP 200); AUTH_002 (401) is documented',
    )
    expect(secrets).toContain('movecli-smoke.no-such.token')
    // What needs no session looks at none.
    expect(asked.map(({ line }) => line)).not.toContain('GET /token/price')
  })

  test('with an altered token are tried after those with an unknown one', async () => {
    const { ground, asked, secrets } = groundWith(() => refused(401, 'AUTH_002'), {
      ...later,
      sound: new Set(['token.balance']),
    })
    expect(await endOf('wrong-token', ground)).toBe('passed: 1 operations')
    expect(asked.map(({ headers }) => headers['Authorization'])).toEqual([
      'Bearer movecli-smoke.no-such.token',
      expect.stringMatching(/^Bearer token-[^1]$/),
    ])
    expect(secrets.map((each) => `Bearer ${each}`)).toEqual(
      asked.map(({ headers }) => headers['Authorization']),
    )
    for (const { headers } of asked) expect(headers['X-API-Key']).toBe('key-of-the-run-1')
  })
})

/** A collection of so many rows in pages, and what becomes of a page. */
const paged =
  (many: number, odd: (query: { page: number; limit: number }) => Reply | undefined = () => undefined) =>
  ({ query }: Heard): Reply => {
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
    const items = Array.from({ length: many }, (_, n) => ({ id: `n${n}` })).slice(
      (page - 1) * limit,
      page * limit,
    )
    return odd({ page, limit }) ?? taken({ items })
  }

describe('a page behind the last one', () => {
  const behind = (reply: Reply) =>
    paged(40, ({ page, limit }) => ((page - 1) * limit >= 40 ? reply : undefined))
  test.each<[what: string, reply: Reply, end: RegExp]>([
    ['is empty', taken({ items: [] }), /^passed/],
    ['is refused with 400', refused(400, 'BAD_PAGE'), /^passed/],
    ['is refused with 404', refused(404, 'NONE'), /^passed/],
    ['is refused with 499', refused(499, 'NONE'), /^passed/],
    ['is refused with 401', refused(401, 'AUTH_002'), /^failed: .*AUTH_002 with HTTP 401/],
    ['is refused with 403', refused(403, 'NOT_YOURS'), /^failed: .*NOT_YOURS with HTTP 403/],
    ['is refused with 500', refused(500, 'BROKEN'), /^failed: .*BROKEN with HTTP 500/],
    ['is a page of HTML', answered(404, '<h1>'), /^failed: .*no envelope: HTTP 404/],
    ['meets a limit', refused(429, 'RATE_001'), /^skipped for a limit/],
  ])('%s', async (_, reply, end) => {
    const { ground } = groundWith(behind(reply), { ...later, address })
    expect(await endOf('paging', ground)).toMatch(end)
    expect(ground.broken.has('paging')).toBe(end.source.startsWith('^failed'))
  })

  test('is none where the first page is refused', async () => {
    const { ground } = groundWith(() => refused(404, 'NONE'), { ...later, address })
    expect(await endOf('paging', ground)).toBe(
      `failed: GET /nft/collection/${address}: NONE with HTTP 404, "no"`,
    )
  })
})

/** The page that another limit gives, in place of one that this limit should. */
const cutAs =
  (limit: number, other: number): Parameters<typeof paged>[1] =>
  (query) =>
    query.limit === limit
      ? paged(53)({ query: new URLSearchParams({ page: `${query.page}`, limit: `${other}` }) } as Heard)
      : undefined

test.each<[what: string, many: number, odd: Parameters<typeof paged>[1], end: string]>([
  ['no rows', 0, undefined, 'skipped: there are fewer than two rows'],
  ['one row', 1, undefined, 'skipped: there are fewer than two rows'],
  ['two rows', 2, undefined, 'passed: 2 rows'],
  ['a full page', 20, undefined, 'passed: 20 rows'],
  ['more than a page', 53, undefined, 'passed: 20 rows'],
  ['a row too many with a limit', 53, cutAs(19, 20), 'failed: with limit 19 a page has 20 rows'],
  ['a row too many without one', 53, cutAs(20, 21), 'failed: without limit a page has 21 rows'],
  [
    'a row too few without one',
    53,
    cutAs(20, 19),
    'failed: without limit a page has 19 rows though there are more; 20 are documented',
  ],
])('the size of a page of a collection with %s', async (_, many, odd, end) => {
  const { ground } = groundWith(paged(many, odd), { ...later, address })
  expect(await endOf('page-size', ground)).toBe(end)
  expect([...ground.departed]).toEqual(end.includes('21 rows') ? ['nft.collectionOf'] : [])
})
