/** What a service says before it could know the request is no answer to it: over each way, plain and TLS. */
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { connect as dialTls, createServer as createTls } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { withGuards } from '../../../src/client/guarded-transport.ts'
import { createTransport } from '../../../src/client/connection/http-transport.ts'
import { fixture } from '../../support/network.ts'
import { makers } from '../../support/ways.ts'
import { refuseUnasked, requireSilence } from '../../../src/client/connection/unasked.ts'

const signal = new AbortController().signal
const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach((close) => close()))

async function served(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  open.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const answer = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const refused = answer(
  '429 Too Many',
  '{"success":false,"error":{"code":"RATE_001","message":"m","details":"d"}}',
)
const good = answer('200 OK', '{"success":true,"data":{}}')

/** Says `first` to whoever connects, and `good` to each request that it takes. */
function hasty(first: string) {
  const heard: string[] = []
  const speak = (socket: Socket) => {
    socket.on('error', () => {})
    socket.write(first)
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk.toString('latin1'))
      socket.write(good)
    })
  }
  return { heard, speak }
}

test('a single write listens for a while: to a service that speaks soon after it was reached it is not sent', async () => {
  const { heard, speak } = hasty(good)
  const port = await served(createServer((socket) => void setTimeout(speak, 15, socket)))
  const ask = { method: 'POST', url: `http://127.0.0.1:${port}/v1/token/claim`, headers: {} }
  const reply = await withGuards(createTransport())(ask, { timeoutMs: 3000, signal })
  expect({ what: reply.what, heard }).toEqual({ what: 'not-sent', heard: [] })
})

describe.each(makers)('over %s', (_, make) => {
  test.each([
    ['a refusal', refused],
    ['a good answer', good],
    ['half a line', 'HTTP/1.1 4'],
    ['one byte', ' '],
  ])('a write to a service that first says %s is not sent', async (_, first) => {
    const { heard, speak } = hasty(first)
    const url = `http://127.0.0.1:${await served(createServer(speak))}/v1/token/claim`
    const ask = { method: 'POST', url, headers: {}, body: Buffer.from('{}') }
    const reply = await withGuards(make())(ask, { timeoutMs: 3000, signal })
    expect(reply).toMatchObject({ what: 'not-sent', timedOut: false })
    expect(reply).toMatchObject({
      why: expect.stringMatching(/^Answered by 127.0.0.1:\d+ before anything was asked$/),
    })
    expect(heard).toEqual([])
  })

  test('an early answer to a body that is still being written is no answer', async () => {
    const early = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.pause()
        socket.write(answer('413 Too Large', '{}'))
      })
    })
    const url = `http://127.0.0.1:${await served(early)}/v1/motion/submit`
    const ask = { method: 'POST', url, headers: {}, body: Buffer.alloc(32 * 1024 * 1024, 'a') }
    const reply = await withGuards(make())(ask, { timeoutMs: 5000, signal })
    expect(reply).toMatchObject({
      what: 'lost',
      timedOut: false,
      why: 'The service answered before the whole request was sent',
    })
  })

  test('a large body that is read whole has its answer', async () => {
    const whole = createServer((socket) => {
      let size = 0
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        size += chunk.length
        if (size > 32 * 1024 * 1024) socket.write(good)
      })
    })
    const url = `http://127.0.0.1:${await served(whole)}/v1/motion/submit`
    const ask = { method: 'POST', url, headers: {}, body: Buffer.alloc(32 * 1024 * 1024, 'a') }
    expect(await withGuards(make())(ask, { timeoutMs: 20_000, signal })).toMatchObject({
      what: 'answered',
      status: 200,
    })
  })

  test('a service that closes at once was sent nothing', async () => {
    const url = `http://127.0.0.1:${await served(createServer((socket) => socket.end()))}/v1/token/claim`
    const reply = await withGuards(make())({ method: 'POST', url, headers: {} }, { timeoutMs: 3000, signal })
    expect(reply).toMatchObject({ what: 'not-sent', timedOut: false })
  })
})

test('over TLS too: what a service says after the handshake, before the request, is no answer', async () => {
  const { heard, speak } = hasty(refused)
  const server = createTls({ key: fixture('leaf-key'), cert: fixture('good') }, speak)
  const port = await served(server)
  const ca = readFileSync(new URL('../../fixtures/tls/ca.pem', import.meta.url))
  const socket = dialTls({ port, host: '127.0.0.1', servername: 'localhost', ca })
  refuseUnasked(socket)
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  await expect(requireSilence(socket, 20)).rejects.toMatchObject({ code: 'UNASKED_BYTES' })
  expect([socket.bytesWritten, heard]).toEqual([0, []])
})

test('silence ends a wait early where the connection is lost', async () => {
  const port = await served(createServer((socket) => setTimeout(() => socket.resetAndDestroy(), 5)))
  const socket = connect(port, '127.0.0.1')
  refuseUnasked(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  await expect(requireSilence(socket, 300)).rejects.toThrow()
})

test('a read of a silent service is answered as ever', async () => {
  const url = `http://127.0.0.1:${await served(createServer((socket) => socket.once('data', () => socket.write(good))))}/v1/x`
  expect(
    await withGuards(createTransport())({ method: 'GET', url, headers: {} }, { timeoutMs: 3000, signal }),
  ).toMatchObject({ what: 'answered' })
})

describe.each(makers)('over %s, what is left over behind an answer', (_, make) => {
  /** Says `all` to a request, in one piece. */
  async function replyTo(method: string, all: string) {
    const port = await served(createServer((socket) => socket.on('data', () => socket.write(all))))
    const ask = { method, url: `http://127.0.0.1:${port}/v1/token/claim`, headers: {} }
    return withGuards(make())(ask, { timeoutMs: 3000, signal })
  }
  test.each([
    ['a refusal', refused],
    ['the same again', good],
    ['bytes that are no answer', 'xx'],
  ])('%s: what became of a write is unknown', async (__, more) => {
    for (const first of [good, refused])
      expect(await replyTo('POST', first + more)).toMatchObject({
        what: 'lost',
        why: 'The service answered more than once',
      })
  })

  test('nothing but a line break: it is answered', async () => {
    expect(await replyTo('POST', `${good}\r\n`)).toMatchObject({ what: 'answered', status: 200 })
    const closed = good.replace('\r\n', '\r\nConnection: close\r\n')
    expect(await replyTo('POST', closed)).toMatchObject({ what: 'answered', status: 200 })
  })
})
