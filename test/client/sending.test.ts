/** What is put on record of a write, in which order, and what becomes of it where attempts end differently. */
import { describe, expect, test } from 'vitest'
import { sendLogin, sendRead, sendReadRequest, sendWrite, type Sender } from '../../src/client/client.ts'
import { compose, composeRaw, type Composed } from '../../src/client/compose.ts'
import type { HttpRequest, Reply } from '../../src/client/guarded-transport.ts'
import type { OperationName } from '../../src/contract/operations.ts'
import { misconfigured, MoveError } from '../../src/errors.ts'
import { bareSender } from '../support/bare-sender.ts'

const answered = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  what: 'answered',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  headers: new Map(Object.entries(headers)),
})
const refusal = (code: string) => ({ success: false, error: { code, message: 'm', details: 'd' } })
const limited = answered(429, refusal('RATE_001'))
const notSent: Reply = { what: 'not-sent', why: 'No way', timedOut: false }
const lost: Reply = { what: 'lost', why: 'Cut', timedOut: false }
const good = answered(200, { success: true, data: { id: 'c-1' } })

/** A sender that meets one after the other; what is thrown on the way stands among the replies. */
function meeting(replies: (Reply | Error)[], more: Partial<Sender> = {}) {
  const stop = new AbortController()
  const bare = bareSender('https://service.example/v1', 'k', stop)
  const asked: HttpRequest[] = []
  const sender: Sender = {
    ...bare,
    send: async (ask) => {
      const reply = replies[asked.push(ask) - 1] ?? good
      if (reply instanceof Error) throw reply
      return reply
    },
    retryPolicy: { ...bare.retryPolicy, retries: 3, maxWaitMs: 60_000 },
    ...more,
  }
  return { sender, asked, target: bare.target }
}

/** What the ledger heard of a write that met these, and how it ended. */
async function written(
  replies: (Reply | Error)[],
  {
    name = 'token.claim',
    failing = '',
    more = {},
  }: { name?: OperationName; failing?: string; more?: Partial<Sender> } = {},
) {
  const { sender, asked, target } = meeting(replies, more)
  const heard: string[] = []
  const hear = async (what: string) => {
    heard.push(what)
    if (what === failing) throw new Error('the disk is full')
  }
  const ledger = {
    sending: async () => {
      await hear('sending')
      return 'r-1'
    },
    waiting: async () => hear('waiting'),
    resending: async () => hear('resending'),
    recordOutcome: async (_: string, how: object) => hear(JSON.stringify(how)),
    reconcile: 'movecli token claim --reconcile',
  }
  const ended = await sendWrite(compose(name, {}, target), ledger, sender).then(
    ({ data }) => ({ data }),
    (error: unknown) => ({ error: error as MoveError }),
  )
  const { error } = ended as { error?: MoveError }
  return { heard, sent: asked.length, error, fault: error instanceof MoveError ? error.fault : undefined }
}

describe('a write is on record', () => {
  test('before it is sent, and with its outcome after its answer', async () => {
    expect(await written([good])).toMatchObject({
      heard: ['sending', '{"outcome":"applied","status":200}'],
      sent: 1,
      fault: undefined,
    })
  })

  test('as waiting between attempts, and as sent again before each of them', async () => {
    const again = ['waiting', 'resending']
    expect(await written([limited, notSent, good])).toMatchObject({
      heard: ['sending', ...again, ...again, '{"outcome":"applied","status":200}'],
      sent: 3,
    })
  })

  test('or it is not sent at all', async () => {
    const { heard, sent, error } = await written([good], { failing: 'sending' })
    expect({ heard, sent, error }).toEqual({
      heard: ['sending'],
      sent: 0,
      error: new Error('the disk is full'),
    })
  })

  test.each<[string, Reply, string]>([
    [
      'a refusal',
      answered(400, refusal('X_1'), { 'x-request-id': 'r' }),
      '{"outcome":"rejected","status":400,"code":"X_1","requestId":"r"}',
    ],
    [
      'no envelope',
      answered(502, 'gone', { 'x-request-id': 'r' }),
      '{"outcome":"unknown","status":502,"requestId":"r"}',
    ],
    [
      'no chain',
      answered(503, refusal('CHAIN_001')),
      '{"outcome":"unknown","status":503,"code":"CHAIN_001"}',
    ],
    ['a cut answer', lost, '{"outcome":"unknown","code":"CLI_UNAVAILABLE"}'],
    ['a late answer', { ...lost, timedOut: true }, '{"outcome":"unknown","code":"CLI_TIMEOUT"}'],
    [
      'an unusable answer',
      { ...lost, final: true },
      '{"outcome":"unknown","code":"CLI_UNEXPECTED_RESPONSE"}',
    ],
    ['no connection', { ...notSent, final: true }, '{"outcome":"not_sent"}'],
  ])('with what %s says', async (_, reply, outcome) => {
    expect(await written([reply])).toMatchObject({ heard: ['sending', outcome], sent: 1 })
  })

  test('with no more than 200 characters of a foreign code or id, whose secrets go before they are cut', async () => {
    const secret = 'k-0123456789'
    const more = { redact: (text: string) => text.replaceAll(secret, '[redacted]') }
    const id = `${'x'.repeat(195)}${secret}`
    const { heard } = await written([answered(400, refusal('X'.repeat(300)), { 'x-request-id': id })], {
      more,
    })
    expect(JSON.parse(heard[1]!)).toEqual({
      outcome: 'rejected',
      status: 400,
      code: 'X'.repeat(200),
      requestId: `${'x'.repeat(195)}[reda`,
    })
  })
})

test('of identity data nothing is put on record or told of what the service repeats', async () => {
  const { sender, target } = meeting([
    answered(
      400,
      {
        success: false,
        error: { code: 'MARGUERITE', message: 'Marguerite is wrong', details: 'Marguerite' },
      },
      { 'x-request-id': 'marguerite-1' },
    ),
  ])
  const said: object[] = []
  const ledger = {
    sending: async () => 'r-1',
    recordOutcome: async (_: string, how: object) => void said.push(how),
  }
  const request = compose('user.kyc', { body: { name: 'Marguerite' } }, target)
  const error = await sendWrite(request, ledger, sender).catch((why: unknown) => why)
  expect(said).toEqual([{ outcome: 'rejected', status: 400, code: '[redacted]', requestId: '[redacted]' }])
  expect(error).toMatchObject({
    message: 'The service rejected the request; service says: "[redacted] is wrong"',
    fault: { code: '[redacted]', requestId: '[redacted]', details: '[redacted]' },
  })
})

test('whoever hears of an answer to a write hears of it once it is on record', async () => {
  const order: string[] = []
  const { sender, target } = meeting([good], { heard: async () => void order.push('heard') })
  const ledger = { sending: async () => 'r-1', recordOutcome: async () => void order.push('recorded') }
  await sendWrite(compose('token.claim', {}, target), ledger, sender)
  expect(order).toEqual(['recorded', 'heard'])
})

describe('a write that the service did not take, and that cannot be sent again,', () => {
  test('was refused, and not merely unsent: the next attempt had no connection', async () => {
    const { heard, sent, fault } = await written([limited, notSent, notSent, notSent])
    expect(sent).toBe(4)
    expect(heard.at(-1)).toBe('{"outcome":"rejected","status":429,"code":"RATE_001"}')
    expect(fault).toMatchObject({ code: 'RATE_001', exit: 7, outcome: 'rejected' })
  })

  test('was refused where the next attempt cannot be put on record', async () => {
    const { heard, sent, fault } = await written([limited, good], { failing: 'resending' })
    expect({ heard, sent }).toEqual({
      heard: ['sending', 'waiting', 'resending', '{"outcome":"rejected","status":429,"code":"RATE_001"}'],
      sent: 1,
    })
    expect(fault).toMatchObject({ code: 'RATE_001', outcome: 'rejected' })
  })

  test('is not sent where it never was, and the next attempt cannot be put on record', async () => {
    const { heard, sent, error } = await written([notSent, good], { failing: 'resending' })
    expect({ heard, sent }).toEqual({
      heard: ['sending', 'waiting', 'resending', '{"outcome":"not_sent"}'],
      sent: 1,
    })
    expect(error?.message).toBe('the disk is full')
  })

  test('whose second attempt is lost is unknown', async () => {
    const { heard, fault } = await written([limited, lost])
    expect(heard.at(-1)).toBe('{"outcome":"unknown","code":"CLI_UNAVAILABLE"}')
    expect(fault).toMatchObject({ code: 'CLI_OUTCOME_UNKNOWN', exit: 9, outcome: 'unknown' })
  })
})

describe('what fails while a write is sent', () => {
  test('leaves it unknown, and the error names its record and the ways on', async () => {
    const { heard, error, fault } = await written([new RangeError('out of memory')])
    expect(heard).toEqual(['sending', '{"outcome":"unknown"}'])
    expect(error?.message).toBe(
      'The request failed while it was being sent (out of memory). It is unknown whether POST /token/claim was applied.',
    )
    expect(fault).toMatchObject({
      code: 'CLI_OUTCOME_UNKNOWN',
      exit: 9,
      outcome: 'unknown',
      hint: 'Do not repeat POST /token/claim (record r-1) before you know its outcome: movecli token claim --reconcile, or movecli journal show r-1',
    })
  })

  test('leaves it not sent where it says so itself', async () => {
    const { heard, fault } = await written([misconfigured('The header is unfit.')])
    expect(heard).toEqual(['sending', '{"outcome":"not_sent"}'])
    expect(fault).toMatchObject({ code: 'CLI_CONFIG', exit: 3, outcome: 'not_sent' })
  })

  test('leaves one that may be repeated unknown on record, and the failure is told as it is', async () => {
    const failure = new RangeError('out of memory')
    const { heard, error } = await written([failure], { name: 'user.settings' })
    expect([heard, error]).toEqual([['sending', '{"outcome":"unknown"}'], failure])
  })
})

test.each<[string, Reply, string]>([
  ['its answer was lost', lost, 'unknown'],
  ['its answer came', good, 'unknown'],
  ['it found no connection', notSent, 'not_sent'],
])('a write of which something fails after %s is %s', async (_, reply, outcome) => {
  const more: Partial<Sender> = {
    trace: ({ on }) => {
      if (on === 'reply') throw new RangeError('out of memory')
    },
  }
  const { heard, error } = await written([reply], { more })
  expect([heard, error?.message.includes('It is unknown whether')]).toEqual([
    ['sending', `{"outcome":"${outcome}"}`],
    outcome === 'unknown',
  ])
})

test('what ends a write before anything left says that it was not sent', async () => {
  const stop = new AbortController()
  stop.abort('SIGINT')
  const { sender } = meeting([])
  const stopped = await written([good], {
    more: { retryPolicy: { ...sender.retryPolicy, signal: stop.signal } },
  })
  expect(stopped).toMatchObject({
    heard: ['sending', '{"outcome":"not_sent"}'],
    sent: 0,
    fault: { code: 'CLI_INTERRUPTED', exit: 130, outcome: 'not_sent' },
  })
})

test('the id of a request that repeats personal data is not handed on with a good answer', async () => {
  const reply = answered(200, { success: true, data: {} }, { 'x-request-id': 'marguerite-1' })
  const { sender, target } = meeting([reply, reply])
  const ledger = { sending: async () => 'r-1', recordOutcome: async () => {} }
  const idOf = async (name: OperationName) =>
    (await sendWrite(compose(name, { body: { name: 'Marguerite' } }, target), ledger, sender)).requestId
  expect([await idOf('user.kyc'), await idOf('user.settings')]).toEqual(['[redacted]', 'marguerite-1'])
})

describe('a stop while a request is under way', () => {
  /** What met a request during which a stop was asked for. */
  async function stopped(reply: Reply, name: OperationName = 'token.claim') {
    const stop = new AbortController()
    const { target, retryPolicy, stopping } = bareSender('https://service.example/v1', 'k', stop)
    const sender: Sender = {
      target,
      retryPolicy: { ...retryPolicy, retries: 3, maxWaitMs: 60_000 },
      stopping: { ...stopping, atOnce: new AbortController().signal },
      send: async () => {
        stop.abort('SIGTERM')
        await new Promise((turn) => setImmediate(turn))
        return reply
      },
    }
    const said: object[] = []
    const ledger = {
      sending: async () => 'r-1',
      recordOutcome: async (_: string, how: object) => void said.push(how),
    }
    const request = compose(name, {}, target)
    const sending =
      request.method === 'GET' ? sendReadRequest(request, sender) : sendWrite(request, ledger, sender)
    const error = await sending.then(
      () => undefined,
      (why: MoveError) => why,
    )
    return { said, words: error?.message, fault: error?.fault }
  }

  test.each<[string, Reply, string, object]>([
    ['that had not left', notSent, 'not_sent', { outcome: 'not_sent' }],
    [
      'that was refused',
      answered(400, refusal('X_1')),
      'rejected',
      { outcome: 'rejected', status: 400, code: 'X_1' },
    ],
    ['that was limited', limited, 'rejected', { outcome: 'rejected', status: 429, code: 'RATE_001' }],
  ])(
    'ends with 143 and what is known of a write %s, which is not sent again',
    async (_, reply, outcome, record) => {
      expect(await stopped(reply)).toMatchObject({
        said: [record],
        words: 'Terminated.',
        fault: { code: 'CLI_TERMINATED', exit: 143, outcome },
      })
    },
  )

  test('ends with 143, and names a write of which nothing is known, with its record', async () => {
    const way = { exit: 143, outcome: 'unknown', request: 'POST /token/claim' }
    expect(await stopped(lost)).toMatchObject({
      said: [{ outcome: 'unknown', code: 'CLI_TERMINATED' }],
      words: 'Terminated. The outcome of POST /token/claim is unknown: it was sent and no answer came.',
      fault: {
        ...way,
        hint: 'Do not repeat POST /token/claim (record r-1) before you know its outcome: movecli journal show r-1',
      },
    })
    expect(await stopped({ ...lost, timedOut: true })).toMatchObject({
      said: [{ outcome: 'unknown', code: 'CLI_TIMEOUT' }],
      fault: way,
    })
    expect(await stopped(answered(502, 'gone'))).toMatchObject({
      said: [{ outcome: 'unknown', status: 502 }],
      fault: way,
    })
  })

  test('ends with 143 where it may be repeated, and says so', async () => {
    const { fault } = await stopped(lost, 'user.settings')
    expect([fault?.exit, fault?.outcome, fault?.retryable, fault?.hint]).toEqual([
      143,
      'unknown',
      true,
      undefined,
    ])
  })

  test('changes nothing for one whose good answer came', async () => {
    expect(await stopped(good)).toMatchObject({
      said: [{ outcome: 'applied', status: 200 }],
      fault: undefined,
    })
  })

  test('speaks of no outcome of a read', async () => {
    for (const reply of [lost, notSent, answered(404, refusal('NFT_001'))]) {
      const { fault } = await stopped(reply, 'token.price')
      expect([fault?.exit, fault?.outcome]).toEqual([143, undefined])
    }
    expect((await stopped(good, 'token.price')).fault).toBeUndefined()
  })
})

test('an outcome that is unknown names the record and the ways on, one that is known does not', async () => {
  const hint = async (reply: Reply, name: OperationName = 'token.claim') =>
    (await written([reply], { name })).fault?.hint
  expect(await hint(lost)).toBe(
    'Do not repeat POST /token/claim (record r-1) before you know its outcome: movecli token claim --reconcile, or movecli journal show r-1',
  )
  expect(await hint(answered(400, refusal('X_1')))).toBe('Check the request with --dry-run.')
  expect(await hint(lost, 'user.settings')).toBe('Try again in a few minutes.')
})

describe('an answer to a read', () => {
  const garbled = { ...good, garbled: true } as Reply
  const failure = async (reply: Reply) =>
    sendRead('token.price', {}, meeting([reply]).sender).then(
      () => undefined,
      (error: MoveError) => ({ code: error.fault.code, message: error.message }),
    )

  test('that is not UTF-8 is not handed on, and a refusal that is not is one', async () => {
    expect(await failure(garbled)).toEqual({
      code: 'CLI_UNEXPECTED_RESPONSE',
      message: 'Unexpected response from the service (HTTP 200, no content type): its text is not UTF-8.',
    })
    expect(await failure({ ...answered(400, refusal('X_1')), garbled: true } as Reply)).toMatchObject({
      code: 'X_1',
    })
    expect((await written([garbled])).heard.at(-1)).toBe('{"outcome":"applied","status":200}')
  })

  test('of a path that no document names may have no data', async () => {
    const bare = answered(200, { success: true })
    const { sender, target } = meeting([bare, bare])
    expect((await sendReadRequest(composeRaw('GET', '/new', [], undefined, target), sender)).data).toBeNull()
    await expect(sendRead('token.price', {}, sender)).rejects.toThrow('the envelope has no data.')
  })

  test('that is refused may be read in another way, once, and each departure from its form is told', async () => {
    const heard: number[] = []
    const another = answered(200, { success: true, data: { date: 'today' } })
    const { sender, asked, target } = meeting([answered(401, refusal('AUTH_002')), another], {
      heard: async ({ reply }) => void heard.push(reply.what === 'answered' ? reply.status : 0),
      replacement: async ({ classification }): Promise<Composed | undefined> =>
        classification.ok
          ? undefined
          : compose('motion.daily', { date: '2026-01-31' }, { ...target, token: 'new' }),
    })
    const { violations, status } = await sendRead('motion.daily', { date: '2026-01-31' }, sender)
    expect([asked.map(({ headers }) => headers['Authorization']), heard, status]).toEqual([
      [undefined, 'Bearer new'],
      [401],
      200,
    ])
    expect(violations.map(({ path }) => path)).toContain('steps')
  })
})

test('why no answer came is told and traced without secrets', async () => {
  const secret = 'k-0123456789'
  const seen: unknown[] = []
  const { sender } = meeting([{ ...lost, why: `Cut by ${secret}`, final: true }], {
    redact: (text: string) => text.replaceAll(secret, '[redacted]'),
    trace: (event) => event.on === 'reply' && seen.push(event.reply),
  })
  await expect(sendRead('token.price', {}, sender)).rejects.toThrow('Cut by [redacted].')
  expect(seen).toMatchObject([{ why: 'Cut by [redacted]' }])
})

test('a login is made anew for each attempt, as often as it may be, and what it hands out is a secret before it is traced', async () => {
  const order: string[] = []
  const token = 'eyJhbGciOiJub25lIn0.e30.c2lnbmF0dXJl'
  const user = { address: '0x1', kyc_status: 'none' }
  const session = answered(200, { success: true, data: { token, expires_at: '2031-01-31T12:00:00Z', user } })
  const { sender, asked } = meeting([limited, notSent, session], {
    secret: (value) => void order.push(value),
    trace: (event) => void (event.on === 'reply' && order.push(event.reply.what)),
  })
  let made = 0
  const make = async () => ({ address: '0x1', signature: `s-${(made += 1)}`, message: 'm' })
  const { data } = await sendLogin(make, sender, 2)
  expect(
    asked.map(({ body }) => (JSON.parse(String(Buffer.from(body!))) as { signature: string }).signature),
  ).toEqual(['s-1', 's-2', 's-3'])
  expect(order).toEqual(['answered', 'not-sent', token, 'answered'])
  expect(data).toMatchObject({ token })
  const once = meeting([limited, session])
  await expect(sendLogin(make, once.sender, 0)).rejects.toMatchObject({ fault: { code: 'RATE_001' } })
  expect(once.asked).toHaveLength(1)
})
