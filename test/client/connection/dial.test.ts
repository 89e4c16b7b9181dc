/** To whom a connection is opened, what is taken from it, and that none is left: over each way. */
import type { lookup } from 'node:dns'
import { afterEach, describe, expect, test } from 'vitest'
import { withGuards } from '../../../src/client/guarded-transport.ts'
import { badCertificates, silentPeer, tlsService } from '../../support/network.ts'
import { makers } from '../../support/ways.ts'
import { startWitness } from '../../witness/service.ts'

const signal = new AbortController().signal
const claim = (url: string) => ({ method: 'POST', url, headers: { 'X-API-Key': 'canary' } })

/** A resolver that says `addresses` for any name. */
const resolver = (...addresses: string[]) =>
  ((_: string, __: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup

const unfit = ['toké', 'a\nb', 'a\r\nX-Other: b', '“quoted”', 'a\u0001', '✓']

const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
afterEach(() => {
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
})

const answer = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}${more}\r\n\r\n${body}`

const good = '{"success":true,"data":{}}'

describe.each(makers)('over %s', (_, make) => {
  test.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1']], [['::1', '2001:db8::1']]])(
    'plain http to a localhost that resolves to %j is refused before anything is opened',
    async (addresses) => {
      const peer = await silentPeer()
      const send = withGuards(make({ lookup: resolver(...addresses) }))
      await expect(
        send(claim(`http://localhost:${peer.port}/v1/token/claim`), { timeoutMs: 1000, signal }),
      ).rejects.toMatchObject({ fault: { code: 'CLI_INSECURE_URL', exit: 3, outcome: 'not_sent' } })
      expect(peer.open() + peer.heard.length).toBe(0)
    },
  )

  test('plain http goes to a localhost that resolves to loopback alone', async () => {
    const witness = await startWitness()
    const send = withGuards(make({ lookup: resolver('127.0.0.1') }))
    const url = witness.url.replace('127.0.0.1', 'localhost')
    const get = { method: 'GET', url: `${url}/token/price`, headers: { 'X-API-Key': witness.key } }
    expect(await send(get, { timeoutMs: 1000, signal })).toMatchObject({ what: 'answered', status: 200 })
    await witness.close()
  })

  test.each(unfit)(
    'a header value that no header can carry is refused before anything is opened: %j',
    async (value) => {
      const peer = await silentPeer()
      const ask = { ...claim(`http://127.0.0.1:${peer.port}/v1/x`), headers: { Authorization: value } }
      await expect(withGuards(make())(ask, { timeoutMs: 1000, signal })).rejects.toMatchObject({
        message: 'The header "Authorization" has characters that no HTTP header can carry. Nothing was sent.',
        fault: { exit: 3, outcome: 'not_sent' },
      })
      expect(peer.open() + peer.heard.length).toBe(0)
    },
  )

  test.each(badCertificates)(
    'the certificate "%s" is refused, whatever Node is told by its environment',
    async (name) => {
      const service = await tlsService(name)
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
      const reply = await withGuards(make())(claim(`https://localhost:${service.port}/v1/token/claim`), {
        timeoutMs: 3000,
        signal,
      })
      expect(reply).toMatchObject({ what: 'not-sent', tls: true, final: true })
      expect(service.seen).toEqual([])
    },
  )

  test.each([
    ['no answer', {}, 'lost'],
    ['half a status line', { after: 'HTTP/1.1 2' }, 'lost'],
    ['headers without an end', { after: 'HTTP/1.1 200 OK\r\nA: b\r\n' }, 'lost'],
    ['half a body', { after: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf' }, 'lost'],
    [
      'a body without an end',
      { after: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n' },
      'lost',
    ],
    ['an answer on a connection that it keeps', { after: answer(good) }, 'answered'],
    ['an answer and more', { after: answer(good) + answer(good) }, 'lost'],
    ['larger headers than are read', { after: `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(40_000)}\r\n` }, 'lost'],
    ['many headers', { after: `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(6000)}\r\n` }, 'lost'],
  ] as const)('a service that sends %s leaves no connection behind', async (_, script, what) => {
    const peer = await silentPeer(script)
    const reply = await withGuards(make())(claim(`http://127.0.0.1:${peer.port}/v1/x`), {
      timeoutMs: 400,
      signal,
    })
    expect(reply.what).toBe(what)
    await expect.poll(peer.open).toBe(0)
  })

  test.each([
    ['nothing', {}],
    ['half a record', { first: '\u0016\u0003\u0003\u0000' }],
  ])('a peer that answers TLS with %s ends with the deadline, and nothing was sent', async (_, script) => {
    const peer = await silentPeer(script)
    const url = `https://127.0.0.1:${peer.port}/v1/x`
    const reply = await withGuards(make())(claim(url), { timeoutMs: 300, signal })
    expect(reply).toMatchObject({
      what: 'not-sent',
      timedOut: true,
      why: `No connection to 127.0.0.1:${peer.port} within 0.3 s`,
    })
    await expect.poll(peer.open).toBe(0)
  })
})
