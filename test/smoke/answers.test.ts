/** What is made of a single answer: good, refused as documented, lost, or none of these; and who was shown as asking. */
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import { interrupted, MoveError } from '../../src/errors.ts'
import type { Reply } from '../../src/client/guarded-transport.ts'
import { seenOf, type CheckedResponse } from '../../src/smoke/checked-response.ts'
import { ask, askLogin, askSubmit, type As } from '../../src/smoke/requests.ts'
import { brief, dataOf, refusalOf, refusedAs, skipSignedOut, soundData } from '../../src/smoke/response.ts'
import type { SmokeContext, Token } from '../../src/smoke/smoke-context.ts'
import { noon } from '../support/clock.ts'
import {
  answered,
  endOfRun,
  groundWith,
  heardFirst,
  iso,
  lost,
  refused,
  taken,
  writing,
  type Heard,
} from './ground.ts'

const seen = (reply: Reply, ground: SmokeContext): CheckedResponse => {
  if (reply.what !== 'answered') throw new Error('no answer')
  return seenOf(compose('token.price', {}, ground.sender.target), reply, 5)
}

const refusal = (error: unknown) => ({ success: false, error })
const departures: [what: string, reply: Reply, words: string][] = [
  ['an empty body', answered(502, ''), 'no envelope: the body is empty (HTTP 502)'],
  [
    'a redirect',
    answered(302, '', { location: 'https://x.example/' }),
    'no envelope: the body is empty (HTTP 302, a redirect to "https://x.example/")',
  ],
  [
    'the last status of redirects',
    answered(399, '<a>', { location: '/b' }),
    'no envelope: HTTP 399, a redirect to "/b", it begins "<a>"',
  ],
  [
    'a location that is no redirect',
    answered(400, '<a>', { location: '/b' }),
    'no envelope: HTTP 400, it begins "<a>"',
  ],
  [
    'a byte-order mark',
    answered(200, '\ufeff{"success":true,"data":{}}'),
    'no envelope: HTTP 200, it begins with a byte-order mark, which is no JSON: "{"success":true,"data":{}}"',
  ],
  ['a list', answered(200, '[1]'), 'no envelope: HTTP 200, it begins "[1]"'],
  ['no success', answered(200, { data: {} }), 'the envelope has no success'],
  ['a success of null', answered(200, { success: null }), 'success is null, and true or false is documented'],
  ['a success of 1', answered(200, { success: 1 }), 'success is a number, and true or false is documented'],
  ['HTTP 199', answered(199, { success: true, data: {} }), 'success is true with HTTP 199'],
  ['HTTP 300', answered(300, { success: true, data: {} }), 'success is true with HTTP 300'],
  [
    'an error in words',
    answered(200, { success: true, data: {}, error: 'x' }),
    'success is true, and the envelope has an error',
  ],
  [
    'an error with a field',
    answered(200, { success: true, data: {}, error: { code: null } }),
    'success is true, and the envelope has an error',
  ],
  ['no data', answered(200, { success: true }), 'the envelope has no data'],
  ['data of null', answered(200, { success: true, data: null }), 'data is null, and an object is documented'],
  [
    'data that is a list',
    answered(200, { success: true, data: [] }),
    'data is a list, and an object is documented',
  ],
  [
    'data that is a text',
    answered(200, { success: true, data: 'x' }),
    'data is a text, and an object is documented',
  ],
  [
    'data that is false',
    answered(200, { success: true, data: false }),
    'data is true or false, and an object is documented',
  ],
  ['a refusal', refused(503, 'CHAIN_001', 'busy'), 'CHAIN_001 with HTTP 503, "busy"'],
  [
    'a refusal with the status of another code',
    refused(500, 'CHAIN_001', 'busy'),
    'CHAIN_001 with HTTP 500, "busy"; 503 is documented for it',
  ],
  [
    'a refusal with a good status',
    refused(399, 'CHAIN_001'),
    'CHAIN_001 with HTTP 399, "no"; success false needs a status of 400 or more',
  ],
  ['a refusal with a code of its own', refused(400, 'toString'), 'toString with HTTP 400, "no"'],
  ['a refusal without words', answered(418, refusal({ code: 'X' })), 'X with HTTP 418'],
  [
    'a refusal without a code',
    answered(400, refusal({ code: 7, message: 'odd' })),
    'refused without a code with HTTP 400, "odd"',
  ],
]
test.each(departures)('%s is no good answer, and is named', (_, reply, words) => {
  const { ground } = groundWith()
  expect(() => dataOf(seen(reply, ground), ground)).toThrow(new Error(`GET /token/price: ${words}`))
})

test.each([200, 201, 299])('HTTP %i with success true and an object is a good answer', (status) => {
  const { ground } = groundWith()
  for (const error of [undefined, null, {}, '', false])
    expect(
      dataOf(seen(answered(status, { success: true, data: { a: 'x' }, error }), ground), ground),
    ).toEqual({ a: 'x' })
})

test('bytes that are no text are named before anything that they seem to say', () => {
  const { ground } = groundWith()
  const reply: Reply = { ...taken(), garbled: true } as Reply
  expect(() => dataOf(seen(reply, ground), ground)).toThrow(
    'GET /token/price: the bytes of the body are not valid UTF-8',
  )
})

const refusals: [what: string, reply: Reply, words: string | undefined][] = [
  ['as documented', refused(401, 'AUTH_002'), undefined],
  ['with another status', refused(403, 'AUTH_002'), ': AUTH_002 came with HTTP 403; 401 is documented'],
  ['with another code', refused(401, 'AUTH_001'), ': AUTH_001 came with HTTP 401; AUTH_002 is documented'],
  [
    'without a code',
    answered(401, refusal({ message: 'no' })),
    ': no code came with HTTP 401; AUTH_002 is documented',
  ],
  ['in plain words', answered(401, 'no'), ': no envelope with HTTP 401: HTTP 401, it begins "no"'],
  ['not at all', taken(), ' was accepted (HTTP 200); AUTH_002 (401) is documented'],
  [
    'by its status alone',
    answered(400, { success: true, data: {} }),
    ': success is true beside HTTP 400; AUTH_002 (401) is documented',
  ],
  ['without success', answered(401, { error: { code: 'AUTH_002' } }), ': the envelope has no success'],
]
test.each(refusals)('a stranger who is refused %s', (_, reply, words) => {
  const { ground } = groundWith()
  const judge = () => refusedAs('AUTH_002', seen(reply, ground), ground, 'a stranger')
  if (words === undefined) expect(judge).not.toThrow()
  else expect(judge).toThrow(new Error(`a stranger${words}`))
})

test('of what the service says secrets are taken out before it is shortened', () => {
  const secret = `sk_live_${'q7'.repeat(12)}`
  const { ground } = groundWith()
  ground.sender.redact = (text) => text.replaceAll(secret, '[redacted]')
  const long = `${'x'.repeat(110)} ${secret}`
  expect(brief(long, ground)).toBe(`${'x'.repeat(110)} [redacted]`.slice(0, 120).concat('…'))
  expect(brief(` two\n\tlines `, ground)).toBe('two lines')
  expect(brief('y'.repeat(120), ground)).toBe('y'.repeat(120))
  expect(brief('y'.repeat(121), ground)).toBe(`${'y'.repeat(120)}…`)
  for (const reply of [
    refused(400, secret, secret),
    answered(500, secret),
    answered(302, '', { location: `https://x.example/?k=${secret}` }),
  ])
    expect(refusalOf(seen(reply, ground), ground)).toMatch(/^(?!.*sk_live).*\[redacted\]/)
})

const live: Token = { value: 'token-1', expiresAt: iso(noon + 60_000) }
const over: Token = { value: 'token-0', expiresAt: iso(noon) }

test.each<[what: string, reply: Reply, given: Partial<SmokeContext>, end: string]>([
  [
    'without a session',
    refused(401, 'AUTH_001'),
    {},
    'skipped: needs a session: movecli login -p ops, or MOVECLI_TOKEN',
  ],
  ['after its end', refused(401, 'AUTH_001'), { ended: 'it ended' }, 'skipped: it ended'],
  [
    'with one that has expired',
    refused(401, 'AUTH_001'),
    { token: over },
    'skipped: needs a session: movecli login -p ops, or MOVECLI_TOKEN',
  ],
  ['with one that lasts', refused(401, 'AUTH_001'), { token: live }, 'passed'],
  ['with another code', refused(401, 'AUTH_002'), {}, 'passed'],
  [
    'with another status',
    refused(403, 'AUTH_001'),
    {},
    'failed: GET /token/price: AUTH_001 came with HTTP 403; 401 is documented',
  ],
])('a request for a session, %s', async (_, reply, given, end) => {
  const { ground } = groundWith(undefined, given)
  expect(await endOfRun(async () => skipSignedOut(seen(reply, ground), ground))).toBe(end)
})

test('what builds on an operation is skipped where its own check found it broken, or the session is over', async () => {
  const { ground } = groundWith()
  const sound = async (reply: Reply) => endOfRun(async () => void soundData(seen(reply, ground), ground))
  expect(await sound(taken())).toBe('passed')
  // While no session has ended, a refusal is a finding.
  expect(await sound(refused(401, 'AUTH_001'))).toBe('failed: GET /token/price: AUTH_001 with HTTP 401, "no"')
  ground.ended = 'it ended'
  expect(await sound(refused(401, 'AUTH_001'))).toBe('skipped: it ended')
  ground.broken.add('token.balance')
  expect(await sound(taken())).toBe('passed')
  ground.broken.add('token.price')
  expect(await sound(taken())).toBe('skipped: see envelope token.price')
})

describe('a request is made once more', () => {
  const busy = refused(503, 'CHAIN_001')
  const timeout: Reply = { what: 'lost', why: 'No answer within 30 s', timedOut: true }
  const final: Reply = { what: 'not-sent', why: 'The certificate has expired', timedOut: false, final: true }
  const unsent: Reply = { what: 'not-sent', why: 'Cannot connect', timedOut: false }
  const cases: [what: string, replies: Reply[], asked: number, end: string][] = [
    ['where its answer was lost', [lost, taken()], 2, 'passed: 200'],
    ['where there was no connection', [unsent, taken()], 2, 'passed: 200'],
    ['where the chain was busy', [busy, taken()], 2, 'passed: 200'],
    ['and no more than once', [busy, busy, taken()], 2, 'passed: 503'],
    ['and then may be lost', [lost, unsent], 2, 'failed: GET /token/price: no answer: Cannot connect'],
    [
      'and then may be over the limit',
      [lost, refused(429, 'RATE_001')],
      2,
      'skipped for a limit: GET /token/price: HTTP 429',
    ],
    [
      'but not at the end of its time',
      [timeout, taken()],
      1,
      'failed: GET /token/price: no answer: No answer within 30 s',
    ],
    [
      'but not where the way is not safe',
      [final, taken()],
      1,
      'failed: GET /token/price: no answer: The certificate has expired',
    ],
    ['but not for HTTP 500', [refused(500, 'CHAIN_001'), taken()], 1, 'passed: 500'],
    ['but not for HTTP 503 with another code', [refused(503, 'DOWN'), taken()], 1, 'passed: 503'],
    [
      'but not for a limit',
      [refused(429, 'RATE_001'), taken()],
      1,
      'skipped for a limit: GET /token/price: HTTP 429',
    ],
  ]
  test.each(cases)('%s', async (_, replies, many, end) => {
    const { ground, asked } = groundWith((_heard, nth) => replies[nth - 1]!, { first: heardFirst() })
    const run = async () => String((await ask(ground, 'token.price')).status)
    expect({ end: await endOfRun(run), many: asked.length }).toEqual({ end, many })
  })

  test.each([
    ['a motion', async (ground: SmokeContext) => askSubmit(ground, { steps: 'many' })],
    [
      'a sign-in',
      async (ground: SmokeContext) => askLogin(ground, { address: '0x1', message: 'm', signature: '0x2' }),
    ],
  ])('never where it is %s', async (_, send) => {
    for (const reply of [lost, busy, unsent]) {
      const { ground, asked } = groundWith(() => reply, { ...writing(), first: heardFirst() })
      await endOfRun(async () => send(ground))
      expect([asked.length, ground.troubles]).toEqual([1, []])
    }
  })

  test('not before the service has answered at all, and twice in a run', async () => {
    const { ground, asked } = groundWith(() => lost)
    await endOfRun(async () => ask(ground, 'token.price'))
    expect(asked).toHaveLength(1)
    ground.first = heardFirst()
    for (const many of [3, 5, 6, 7]) {
      await endOfRun(async () => ask(ground, 'token.price'))
      expect(asked).toHaveLength(many)
    }
    expect(ground.troubles).toEqual(Array(2).fill('GET /token/price: no answer, asked once more'))
  })
})

describe('who asks', () => {
  const shown = async (as: As, given: Partial<SmokeContext> = { token: live }) => {
    const { ground, asked } = groundWith(undefined, given)
    await ask(ground, 'token.balance', {}, as)
    const [{ headers }] = asked as [Heard]
    return [headers['X-API-Key'], headers['Authorization']]
  }
  test.each<[what: string, as: As, given: Partial<SmokeContext>, headers: unknown[]]>([
    ['is the run', {}, { token: live }, ['key-of-the-run-1', 'Bearer token-1']],
    ['is nobody in particular', {}, {}, ['key-of-the-run-1', undefined]],
    ['shows no session that has expired', {}, { token: over }, ['key-of-the-run-1', undefined]],
    ['has no key', { key: null }, { token: live }, [undefined, 'Bearer token-1']],
    ['has another key', { key: 'other' }, { token: live }, ['other', 'Bearer token-1']],
    ['has no session', { token: null }, { token: live }, ['key-of-the-run-1', undefined]],
    ['has another session', { token: 'other' }, { token: live }, ['key-of-the-run-1', 'Bearer other']],
    [
      'shows one that has expired',
      { token: 'token-0' },
      { token: over },
      ['key-of-the-run-1', 'Bearer token-0'],
    ],
  ])('%s', async (_, as, given, headers) => {
    expect(await shown(as, given)).toEqual(headers)
  })

  test('signs in without a session', async () => {
    const { ground, asked } = groundWith(undefined, { token: live })
    await askLogin(ground, { address: '0x1', message: 'm', signature: '0x2' }, { key: 'other' })
    expect(asked.map(({ headers }) => [headers['X-API-Key'], headers['Authorization']])).toEqual([
      ['other', undefined],
    ])
  })

  test('is put on record for a motion: as whose the run signed in, and nobody where another session is shown', async () => {
    const owners: (string | undefined)[] = []
    const { ground } = groundWith(undefined, { token: { ...live, address: '0xabc' } })
    ground.write = async (request, sender, signedIn) => {
      owners.push(signedIn)
      return writing().write!(request, sender)
    }
    for (const as of [{}, { key: null }, { token: 'other' }, { token: null }] as As[])
      await askSubmit(ground, { steps: 'many' }, as)
    expect(owners).toEqual(['0xabc', '0xabc', undefined, undefined])
    delete ground.write
    expect(await endOfRun(async () => askSubmit(ground, {}))).toBe('skipped: nothing may be written')
  })
})

test('every answer is heard once, the first with its time, and a stop is no finding', async () => {
  const { ground } = groundWith((_, nth) => (nth === 1 ? lost : taken()))
  await endOfRun(async () => ask(ground, 'token.price'))
  expect([ground.heard.length, ground.first?.reply.what]).toEqual([0, 'lost'])
  delete ground.first
  await ask(ground, 'token.price')
  await ask(ground, 'token.balance')
  expect(ground.heard.map(({ request }) => request.path)).toEqual(['/token/price', '/token/balance'])
  expect(ground.first).toMatchObject({ at: noon, reply: { what: 'answered' } })
  const { ground: other, stop } = groundWith()
  stop.abort('SIGTERM')
  await expect(ask(other, 'token.price')).rejects.toEqual(interrupted(stop.signal))
  await expect(ask(other, 'token.price')).rejects.toBeInstanceOf(MoveError)
})
