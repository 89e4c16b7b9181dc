/** What holds for every request, whichever way carries it: what may be sent, where to, and how much is read. */
import { expect, test } from 'vitest'
import { withGuards, type HttpRequest } from '../../src/client/guarded-transport.ts'
import { TransportFailure, type Transport, type WireRequest } from '../../src/contract/wire.ts'
import { reply } from '../support/world.ts'

const signal = new AbortController().signal
const ask: HttpRequest = { method: 'GET', url: 'https://service.example:8443/v1/x', headers: {} }

/** Sends over a way that answers so; what reached it is remembered. */
function over(answer: Transport) {
  const seen: WireRequest[] = []
  const send = withGuards(async (request) => {
    seen.push(request)
    return answer(request)
  })
  return {
    seen,
    send: async (more: Partial<HttpRequest> = {}, limits = {}) =>
      send({ ...ask, ...more }, { timeoutMs: 5000, signal, ...limits }),
  }
}
const good = over(async () => reply(200, '{}'))

test.each(['a\u007f', 'a\u0000', 'a\nb', 'a\rb', 'é', '\u00a0', '✓'])(
  'a header value that no header can carry is not sent: %j',
  async (value) => {
    await expect(good.send({ headers: { 'X-API-Key': value } })).rejects.toMatchObject({
      fault: { code: 'CLI_CONFIG', exit: 3, outcome: 'not_sent' },
    })
    expect(good.seen).toEqual([])
  },
)

test.each(['X Session', 'X-Sessión', 'X:Session', '', 'X\nY', '(x)', 'x"'])(
  'nor is a header of such a name: %j',
  async (name) => {
    const sending = good.send({ headers: { 'X-API-Key': 'k', [name]: 'secret-value' } })
    await expect(sending).rejects.toThrow(`The header ${JSON.stringify(name)} has characters`)
    await expect(sending).rejects.not.toThrow('secret-value')
    expect(good.seen).toEqual([])
  },
)

test('visible characters, blanks and tabs are sent as they are', async () => {
  const { seen, send } = over(async () => reply(200, '{}'))
  const headers = { "x-!#$%&'*+.^_`|~1": '\t !"~', 'X-API-Key': '' }
  expect(await send({ headers })).toMatchObject({ what: 'answered' })
  expect(seen[0]?.headers).toEqual(headers)
})

test.each([
  'http://service.example/v1/x',
  'http://192.168.0.1/v1',
  'http://0.0.0.0/v1',
  'ftp://service.example/v1',
  'ws://service.example/v1',
])('nothing is sent to %s', async (url) => {
  await expect(good.send({ url })).rejects.toMatchObject({
    fault: { code: 'CLI_INSECURE_URL', exit: 3, outcome: 'not_sent' },
  })
  expect(good.seen).toEqual([])
})

test('an answer may have 32 KB of headers, and not one byte more', async () => {
  const headers = (size: number): [string, string][] => [
    ['content-type', 'application/json'],
    ['x-long', 'x'.repeat(size - 'content-typeapplication/jsonx-long'.length - 8)],
  ]
  const sized = async (size: number) => over(async () => reply(200, '{}', headers(size))).send()
  expect(await sized(32 * 1024)).toMatchObject({ what: 'answered' })
  expect(await sized(32 * 1024 + 1)).toMatchObject({
    what: 'lost',
    final: true,
    why: 'The headers of the answer are larger than 32 KB',
  })
})

test('the names of headers are known in small letters, and of two that say when to come back both', async () => {
  const headers: [string, string][] = [
    ['Retry-After', '4'],
    ['X-Request-Id', 'r-1'],
    ['retry-after', '1'],
  ]
  const answer = await over(async () => reply(429, 'no', headers)).send()
  expect(answer.what === 'answered' && [...answer.headers]).toEqual([
    ['retry-after', '4, 1'],
    ['x-request-id', 'r-1'],
  ])
})

test('why there was no answer names the service with its port, and says whether anything was sent', async () => {
  const failing = async (phase: 'connect' | 'sent', code: string) =>
    over(async () => {
      throw new TransportFailure(phase, Object.assign(new Error('no'), { code }))
    }).send()
  expect(await failing('connect', 'ECONNREFUSED')).toMatchObject({
    what: 'not-sent',
    why: 'Cannot connect to service.example:8443: connection refused',
  })
  expect(await failing('sent', 'ECONNRESET')).toMatchObject({
    what: 'lost',
    timedOut: false,
    why: 'The connection closed before the service answered',
  })
})

test('what is no failure of a connection is not taken for one', async () => {
  const broken = over(async () => {
    throw new RangeError('out of memory')
  })
  await expect(broken.send()).rejects.toThrow(RangeError)
})

test('a deadline ends a way that never answers, and the body of one that began to', async () => {
  const forever = async ({ signal: ending }: WireRequest): Promise<never> =>
    new Promise((_, fail) => {
      ending.addEventListener('abort', () => fail(new TransportFailure('connect', ending.reason)))
    })
  expect(await over(forever).send({}, { timeoutMs: 10 })).toMatchObject({
    what: 'not-sent',
    timedOut: true,
    why: 'No connection to service.example:8443 within 0.01 s',
  })
  const endless: Transport = async () => ({
    status: 200,
    headers: [],
    body: (async function* () {
      yield Buffer.from('{')
      await new Promise(() => {})
    })(),
  })
  expect(await over(endless).send({}, { timeoutMs: 10 })).toMatchObject({ what: 'lost', timedOut: true })
  const stop = new AbortController()
  const stopped = over(endless).send({}, { signal: stop.signal })
  stop.abort('SIGINT')
  expect(await stopped).toMatchObject({ what: 'lost', timedOut: false })
})

test('once a request is over its own signal has ended, and the stop is listened to no longer', async () => {
  const { seen, send } = over(async () => reply(200, '{}'))
  await send()
  expect(seen[0]?.signal.aborted).toBe(true)
})
