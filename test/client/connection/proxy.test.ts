/** Which proxy stands before a URL, and what becomes of a request that goes through one. */
import { describe, expect, test } from 'vitest'
import { withGuards } from '../../../src/client/guarded-transport.ts'
import { proxyFor, readProxy } from '../../../src/client/connection/proxy.ts'
import { badCertificates, proxyTo, silentPeer, tlsService } from '../../support/network.ts'
import { makers } from '../../support/ways.ts'

const at = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)
const everyVariable = (proxy: string) =>
  Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, proxy],
      [name.toLowerCase(), proxy],
    ]),
  )

test.each([
  ['http://proxy.test:3128', { host: 'proxy.test', port: 3128 }],
  ['http://proxy.test:3128/', { host: 'proxy.test', port: 3128 }],
  ['proxy.test:3128', { host: 'proxy.test', port: 3128 }],
  ['10.0.0.1:3128', { host: '10.0.0.1', port: 3128 }],
  ['http://[::1]:3128', { host: '::1', port: 3128 }],
  ['[fe80::1]:3128', { host: 'fe80::1', port: 3128 }],
  ['http://proxy.test', { host: 'proxy.test', port: 80 }],
  ['http://me:p%40ss@proxy.test:1', { host: 'proxy.test', port: 1, authorization: 'Basic bWU6cEBzcw==' }],
  ['me:secret@proxy.test:1', { host: 'proxy.test', port: 1, authorization: 'Basic bWU6c2VjcmV0' }],
  ['me@proxy.test:1', { host: 'proxy.test', port: 1, authorization: 'Basic bWU6' }],
  ['http://:secret@proxy.test:1', { host: 'proxy.test', port: 1, authorization: 'Basic OnNlY3JldA==' }],
  ['http://me:p%zz@proxy.test:1', { host: 'proxy.test', port: 1, authorization: 'Basic bWU6cCV6eg==' }],
  ['HTTP://PROXY.TEST:3128', { host: 'proxy.test', port: 3128 }],
])('the proxy %s', (text, proxy) => {
  expect(readProxy(text)).toEqual(proxy)
})

test.each([
  'proxy.test',
  'me:secret@proxy.test',
  'https://proxy.test:3128',
  'socks5://proxy.test:1080',
  'http://proxy.test:0',
  'http://proxy.test:99999',
  'http://proxy.test:3128/path',
  'http://proxy test:3128',
  '://',
])('%s is refused with exit 3, and not shown', (text) => {
  let error: unknown
  try {
    at('https://api.test/v1', { HTTPS_PROXY: text })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ fault: { code: 'CLI_CONFIG', exit: 3, outcome: 'not_sent' } })
  expect(String(error)).not.toContain('secret')
})

test.each([
  'https://localhost:9/v1',
  'https://127.0.0.1/v1',
  'https://127.1/v1',
  'https://[::1]:9/v1',
  'https://[::ffff:127.0.0.1]/v1',
  'http://localhost:9/v1',
  'http://127.0.0.1:9/v1',
])('%s goes through no proxy, whatever variable names one', (url) => {
  expect(at(url, everyVariable('http://10.0.0.1:3128'))).toBeUndefined()
})

test('https goes through HTTPS_PROXY in either case, and never through the proxy of http', () => {
  const proxy = { host: 'p.test', port: 1 }
  expect(at('https://api.test/v1', { HTTPS_PROXY: 'p.test:1' })).toEqual(proxy)
  expect(at('https://api.test/v1', { https_proxy: 'http://p.test:1' })).toEqual(proxy)
  expect(at('https://api.test/v1', { HTTP_PROXY: 'p.test:1', http_proxy: 'p.test:1' })).toBeUndefined()
  expect(at('https://api.test/v1', { HTTPS_PROXY: ' ' })).toBeUndefined()
})

test.each([
  ['api.test', true],
  ['test', true],
  ['.api.test', true],
  ['*.test', true],
  ['*', true],
  ['API.TEST', true],
  ['other.test, api.test', true],
  ['other.test api.test:443', true],
  ['api.test:8443', false],
  ['pi.test', false],
  ['api.test.evil', false],
  ['', false],
  [',', false],
])('NO_PROXY=%s', (list, direct) => {
  const env = { HTTPS_PROXY: 'p.test:1' }
  expect(at('https://api.test/v1', { ...env, NO_PROXY: list }) === undefined).toBe(direct)
  expect(at('https://api.test/v1', { ...env, no_proxy: list }) === undefined).toBe(direct)
})

test.each([
  ['https://api.test:8443/v1', 'api.test:8443', true],
  ['https://api.test:8443/v1', 'api.test:443', false],
  ['https://api.test:8443/v1', 'api.test', true],
  ['https://api.test/v1', 'api.test.', true],
  ['https://api.test/v1', '*.api.test', true],
  ['https://api.test/v1', '*.api.test:443', true],
  ['https://api.test/v1', 'other.test;api.test', false],
  ['https://api.test/v1', 'other.test,api.test', true],
  ['https://api.test/v1', 'other.test\tapi.test', true],
  ['https://10.0.0.7/v1', '10.0.0.7', true],
  ['https://[2001:db8::1]/v1', '2001:db8::1', true],
  ['https://[2001:db8::1]/v1', '2001:DB8::1', true],
  ['https://[2001:db8::1]/v1', '2001:db8::2', false],
  ['https://10.0.0.7/v1', '0.0.7', true],
  ['https://10.0.0.70/v1', '10.0.0.7', false],
  ['https://[2001:db8::a]/v1', '[2001:db8::a]', true],
  ['https://[2001:db8::a]/v1', '2001:db8::a', true],
  ['https://[2001:db8::a]/v1', '[2001:db8::a]:443', true],
  ['https://[2001:db8::a]/v1', '[2001:db8::a]:8443', false],
  ['https://[2001:db8::a]/v1', '[2001:db8::b]', false],
])('to %s with NO_PROXY=%s directly: %s', (url, list, direct) => {
  expect(at(url, { HTTPS_PROXY: 'p.test:1', NO_PROXY: list }) === undefined).toBe(direct)
})

const signal = new AbortController().signal
describe.each(makers)('over %s', (_, make) => {
  /** A request with a credential through a proxy at `port`. */
  const through = async (port: number, timeoutMs = 3000) =>
    withGuards(make({ proxy: { host: '127.0.0.1', port, authorization: 'Basic cHJveHk6cHc=' } }))(
      { method: 'POST', url: 'https://service.test/v1/token/claim', headers: { 'X-API-Key': 'canary' } },
      { timeoutMs, signal },
    )

  test('a proxy that refuses means that nothing was sent, and no credential of the service reached it', async () => {
    const proxy = await proxyTo(1, 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    expect(await through(proxy.port)).toMatchObject({
      what: 'not-sent',
      why: `Refused by the proxy 127.0.0.1:${proxy.port} (HTTP 407)`,
    })
    expect(proxy.said.join()).toMatch(
      /^CONNECT service\.test:443 HTTP\/1\.1\r\nHost: service\.test:443\r\nProxy-Authorization: Basic cHJveHk6cHc=/,
    )
    expect(proxy.said.join()).not.toContain('canary')
  })

  test.each(badCertificates)(
    'behind a proxy a service with the certificate "%s" is sent nothing',
    async (name) => {
      const service = await tlsService(name)
      const proxy = await proxyTo(service.port)
      expect(await through(proxy.port)).toMatchObject({ what: 'not-sent', tls: true, final: true })
      expect(service.seen).toEqual([])
    },
  )

  test.each([
    ['says nothing', {}],
    ['stops inside its answer', { after: 'HTTP/1.1 200 Conn' }],
    ['opens a tunnel in which nobody speaks', { after: 'HTTP/1.1 200 OK\r\n\r\n' }],
    ['answers without an end', { after: 'HTTP/1.1 503 No\r\nContent-Length: 10\r\n\r\n' }],
  ])('of a proxy that %s no connection is left', async (_, script) => {
    const proxy = await silentPeer(script)
    expect(await through(proxy.port, 300)).toMatchObject({ what: 'not-sent' })
    await expect.poll(proxy.open).toBe(0)
    expect(proxy.heard.join('')).not.toContain('canary')
  })

  test('bytes that come before the tunnel was used are not taken for the service', async () => {
    const proxy = await silentPeer({ after: 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n' })
    expect(await through(proxy.port)).toMatchObject({ what: 'not-sent', timedOut: false })
  })
})
