/** What no answer may do, over both ways and with the sandbox's own function where it applies. */
import { createServer, type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTransport } from '../../src/client/connection/http-transport.ts'
import { withGuards } from '../../src/client/guarded-transport.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { ways } from '../support/ways.ts'
import { reply as answer } from '../support/world.ts'
import { bomb, deep, manyHeaders, startWitness, type Witness } from '../witness/service.ts'
import { openEnvelope } from '../../src/client/open-envelope.ts'
import { classify } from '../../src/client/classify-response.ts'

let witness: Witness
beforeEach(async () => {
  witness = await startWitness()
})
afterEach(async () => witness.close())

const signal = new AbortController().signal

describe.each(ways)('over %s', (_, transport) => {
  const send = withGuards(transport)
  const get = async (path = '/token/price', timeoutMs = 5000) =>
    send(
      { method: 'GET', url: witness.url + path, headers: { 'X-API-Key': witness.key } },
      { timeoutMs, signal },
    )

  test('an answer comes whole, with its status and headers', async () => {
    witness.answer({ headers: { 'X-Request-Id': 'r-1' } })
    const reply = await get()
    expect(reply).toMatchObject({ what: 'answered', status: 200 })
    expect(reply.what === 'answered' && reply.headers.get('x-request-id')).toBe('r-1')
  })

  test('a header that is written in UTF-8 is read so', async () => {
    // Node's server writes it in UTF-8, and its client reads Latin-1.
    witness.answer({ headers: { 'X-Request-Id': 'Zoë' } })
    const reply = await get()
    expect(reply.what === 'answered' && reply.headers.get('x-request-id')).toBe('Zoë')
  })

  test.each(['gzip', 'br', 'deflate'] as const)(
    'a %s answer that swells beyond 4 MB is refused',
    async (encoding) => {
      witness.answer(bomb(encoding))
      expect(await get()).toMatchObject({
        what: 'lost',
        final: true,
        why: expect.stringContaining('larger than 4 MB'),
      })
    },
  )

  test('an honest gzip answer is read', async () => {
    const { gzipSync } = await import('node:zlib')
    witness.answer({
      body: gzipSync('{"success":true,"data":1.10}'),
      headers: { 'Content-Encoding': 'gzip' },
    })
    expect(await get()).toMatchObject({ what: 'answered', text: '{"success":true,"data":1.10}' })
  })

  test('an answer that is not what its Content-Encoding says is refused', async () => {
    witness.answer({ body: 'plain', headers: { 'Content-Encoding': 'gzip' } })
    expect(await get()).toMatchObject({
      what: 'lost',
      final: true,
      why: expect.stringContaining('Content-Encoding'),
    })
  })

  test('300 levels of nesting are no envelope', async () => {
    witness.answer(deep(300))
    const reply = await get()
    expect(reply.what === 'answered' && openEnvelope(reply.text, 'read').envelope).toEqual({ is: 'none' })
  })

  test('40 KB of headers are refused', async () => {
    witness.answer({ headers: manyHeaders(40 * 1024) })
    expect(await get()).toMatchObject({ what: 'lost' })
  })

  test('a slow drip ends at the deadline', async () => {
    witness.answer({ drip: 0.05, endless: true })
    expect(await get('/token/price', 300)).toMatchObject({
      what: 'lost',
      timedOut: true,
      why: 'The service did not answer within 0.3 s',
    })
  })

  test('silence ends at the deadline', async () => {
    witness.answer({ hang: true })
    expect(await get('/token/price', 200)).toMatchObject({ what: 'lost', timedOut: true })
  })

  test('of two headers that say how long to wait both are known', async () => {
    witness.answer({
      headers: [
        ['Retry-After', '4'],
        ['Retry-After', '1'],
      ],
    })
    const reply = await get()
    expect(reply.what === 'answered' && reply.headers.get('retry-after')).toBe('4, 1')
  })

  test.each([
    ['before-answer', 'the service answered'],
    ['before-body', 'the answer was complete'],
    ['mid-body', 'the answer was complete'],
  ] as const)('a connection cut %s is a lost answer', async (destroy, missed) => {
    witness.answer({ destroy })
    const why = `The connection closed before ${missed}`
    expect(await get()).toMatchObject({ what: 'lost', timedOut: false, why })
  })

  test('a refused connection is not sent', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/v1/token/price`
    expect(await send({ method: 'GET', url, headers: {} }, { timeoutMs: 2000, signal })).toMatchObject({
      what: 'not-sent',
    })
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is an answer like any other: nothing is sent to its target',
    async (status) => {
      const other = await startWitness()
      witness.answer({ redirect: `${other.url}/token/price`, status })
      expect(await get()).toMatchObject({ what: 'answered', status })
      expect(other.requests).toHaveLength(0)
      expect(witness.requests).toHaveLength(1)
      await other.close()
    },
  )

  test('a certificate that nobody vouches for is refused before anything is sent, and trying again is no use', async () => {
    const { url, close, seen } = await selfSigned()
    expect(
      await send(
        { method: 'POST', url, headers: { 'X-API-Key': 'secret-key' } },
        { timeoutMs: 3000, signal },
      ),
    ).toMatchObject({
      what: 'not-sent',
      final: true,
    })
    expect(seen()).toBe(0)
    await close()
  })

  test('an abort before the connection is not sent', async () => {
    const url = `${witness.url}/token/price`
    const reply = await send(
      { method: 'POST', url, headers: {} },
      { timeoutMs: 3000, signal: AbortSignal.abort('SIGINT') },
    )
    expect(reply).toMatchObject({ what: 'not-sent' })
    expect(witness.requests).toHaveLength(0)
  })
})

test.each(['http://example.com/v1/x', 'http://10.0.0.1/v1/x', 'http://127.0.0.1.nip.io/v1/x'])(
  'plain http to %s is refused',
  async (url) => {
    const send = withGuards(async () => {
      throw new Error('must not be reached')
    })
    await expect(
      send({ method: 'GET', url, headers: {} }, { timeoutMs: 1000, signal }),
    ).rejects.toMatchObject({
      fault: { code: 'CLI_INSECURE_URL', exit: 3, outcome: 'not_sent' },
    })
  },
)

test.each([
  ['UTF-8', Buffer.from('Zoë, 日本, 😀'), 'Zoë, 日本, 😀'],
  ['Latin-1', Buffer.from('Zoë', 'latin1'), 'Zoë'],
  ['both, and half a character', Buffer.from('5a6fc3ab5a6febc3', 'hex'), 'ZoëZoëÃ'],
])('the bytes of a header are text: %s', async (_, bytes, text) => {
  const send = withGuards(async () => answer(200, {}, [['X-Request-Id', bytes.toString('latin1')]]))
  const ask = { method: 'GET', url: 'https://test.example/v1/x', headers: {} }
  const reply = await send(ask, { timeoutMs: 1000, signal })
  expect(reply.what === 'answered' && reply.headers.get('x-request-id')).toBe(text)
})

test('a deadline that is longer than a timer can be is none that has passed', async () => {
  const send = withGuards(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return answer(200, {}, [])
  })
  const ask = { method: 'GET', url: 'https://test.example/v1/x', headers: {} }
  expect(await send(ask, { timeoutMs: 2 ** 31, signal })).toMatchObject({ what: 'answered' })
})

test('TLS before 1.2 is not offered, whatever Node was started with', async () => {
  const asked: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (hello) => {
      asked.push(hello)
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const before = tls.DEFAULT_MIN_VERSION
  tls.DEFAULT_MIN_VERSION = 'TLSv1'
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`
    await withGuards(createTransport())({ method: 'GET', url, headers: {} }, { timeoutMs: 3000, signal })
  } finally {
    tls.DEFAULT_MIN_VERSION = before
    server.close()
  }
  // The versions that it offers (RFC 8446, section 4.2.1): 1.3 and 1.2.
  expect(asked[0]?.toString('hex')).toContain('002b00050403040303')
})

test('under --dry-run the core refuses every method but GET', async () => {
  const send = withGuards(createSandbox(), { readOnly: true })
  const ask = { url: 'http://127.0.0.1:4017/v1/token/claim', headers: {} }
  await expect(send({ ...ask, method: 'POST' }, { timeoutMs: 1000, signal })).rejects.toThrow(
    '--dry-run refused to send POST',
  )
  expect(await send({ ...ask, method: 'GET' }, { timeoutMs: 1000, signal })).toMatchObject({
    what: 'answered',
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** A TLS server whose certificate, made for this test, is its own authority. */
async function selfSigned() {
  const { createServer: createTls } = await import('node:https')
  const { readFileSync } = await import('node:fs')
  const fixture = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url))
  let requests = 0
  const server = createTls({ key: fixture('key.pem'), cert: fixture('cert.pem') }, (_, response) => {
    requests++
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `https://127.0.0.1:${port}/v1/token/claim`,
    seen: () => requests,
    close: async () => new Promise((resolve) => server.close(resolve)),
  }
}

test.each(ways)(
  'over %s an answer that changes the protocol is no answer: a read ends with 8, a write with 9',
  async (_, transport) => {
    const { createServer: plainServer } = await import('node:net')
    const server = plainServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const send = withGuards(transport)
    const ask = { method: 'POST', url: `http://127.0.0.1:${port}/v1/token/claim`, headers: {} }
    const reply = await send(ask, { timeoutMs: 1000, signal })
    const kind = reply.what === 'answered' ? { ...reply, envelope: { is: 'none' } as const } : reply
    expect([classify('read', kind).exit, classify('write', kind).exit]).toEqual([8, 9])
    server.close()
  },
)
