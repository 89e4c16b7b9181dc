/** The socket: real HTTP, names, caps, broken connections, who owns the data, a clean end. */
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.ts'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { embeddedSandbox, resetSandbox, runningServer, sandboxStatus } from '../../src/sandbox/embedded.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { startSandbox, type ListenOptions } from '../../src/sandbox/listen.ts'
import { folder, outcome, signed } from './support.ts'
import { reply } from '../support/world.ts'

const open: { close(): Promise<void> }[] = []
const start = async (options: ListenOptions = {}) => {
  const server = await startSandbox({ port: 0, ...options })
  open.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})

type Heard = { status: number; headers: Record<string, unknown>; text: string }
type Asked = { method?: string; headers?: Record<string, string>; body?: string }

const hear = async (url: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<Heard>((resolve, reject) => {
    const all = {
      'x-api-key': sandboxApiKey,
      'content-type': 'application/json',
      authorization: `Bearer ${sandboxToken}`,
      ...headers,
    }
    const sent = request(url, { method, headers: all, agent: false }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** The seam over plain node:http, as far as a reset needs it. */
const http: Transport = async ({ method, url, headers }) => {
  const { status, text } = await hear(url, { method, headers })
  return reply(status, text)
}

test('it answers over HTTP with the marks of every answer, for GET and POST', async () => {
  const { url } = await start()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  const price = await hear(`${url}/token/price`)
  expect([price.status, price.headers['x-movecli-sandbox']]).toEqual([200, '1'])
  expect(Number(price.headers['content-length'])).toBe(price.text.length)
  const claimed = await hear(`${url}/token/claim`, { method: 'POST', body: '{}' })
  expect(JSON.parse(claimed.text)).toMatchObject({ success: true })
})

test('a login is for the base URL under each loopback name, also where a port is mapped to another', async () => {
  const { url } = await start()
  const mapped = 'http://localhost:8080/v1'
  for (const uri of [url, url.replace('127.0.0.1', 'localhost'), mapped]) {
    const body = JSON.stringify(await signed({ uri, domain: new URL(uri).host, issuedAt: new Date() }))
    expect((await hear(`${url}/auth/login`, { method: 'POST', body })).status).toBe(200)
  }
  const other = JSON.stringify(await signed({ uri: 'http://sandbox.example:4017/v1', issuedAt: new Date() }))
  expect((await hear(`${url}/auth/login`, { method: 'POST', body: other })).status).toBe(401)
})

test('data stays with the seed that it was made with', async () => {
  const data = folder()
  const claimed = async (options: object) => {
    const server = await start({ folder: data, ...options })
    await hear(`${server.url}/token/claim`, { method: 'POST', body: '{}' })
    const { text } = await hear(`${server.url}/token/balance`)
    await server.close()
    return (JSON.parse(text) as { data: { balance: number } }).data.balance
  }
  const first = await claimed({ seed: 'spring' })
  await expect(start({ folder: data, seed: 'autumn' })).rejects.toThrow('was made with the seed "spring"')
  expect(await claimed({})).toBe(first)
})

test('data that is reset may be made with another seed', async () => {
  const data = folder()
  const balanceWith = async (options: object) => {
    const server = await start({ folder: data, ...options })
    const { url } = server
    const { text } = await hear(`${url}/token/balance`)
    await hear(`${url}/user/settings`, { method: 'PUT', body: '{"units":"metric"}' })
    await server.close()
    return text
  }
  const spring = await balanceWith({ seed: 'spring' })
  await expect(start({ folder: data, seed: 'autumn' })).rejects.toThrow('was made with the seed "spring"')
  await resetSandbox(data, { transport: http, signal: new AbortController().signal })
  const usual = await balanceWith({})
  expect(usual).not.toBe(spring)
  await resetSandbox(data, { transport: http, signal: new AbortController().signal })
  expect(await balanceWith({ seed: 'spring' })).toBe(spring)
})

test('a folder whose seed does not fit is free for the next server', async () => {
  const data = folder()
  const first = await start({ folder: data, seed: 'spring' })
  await hear(`${first.url}/token/claim`, { method: 'POST', body: '{}' })
  await first.close()
  await expect(start({ folder: data, seed: 'autumn' })).rejects.toThrow('spring')
  expect((await start({ folder: data, seed: 'spring', wait: 0 })).url).toMatch(/\/v1$/)
})

test('a server that does not forget its data is not said to', async () => {
  const path = folder()
  const { url } = await start({ folder: path })
  const refusing: Transport = async () => reply(500, '{}')
  await expect(
    resetSandbox(path, { transport: refusing, signal: new AbortController().signal }),
  ).rejects.toThrow(`The sandbox at ${url} did not forget its data (500).`)
})

test('a foreign Host is refused, loopback names and allowed ones are not', async () => {
  const { url } = await start({ allowHosts: ['sandbox.lan', 'Other.LAN:80'] })
  const under = async (host: string) => (await hear(`${url}/token/price`, { headers: { host } })).status
  expect(await under('evil.example')).toBe(403)
  expect(await under('127.0.0.1.evil.example:4017')).toBe(403)
  expect(await under('localhost:4017')).toBe(200)
  expect(await under('[::1]:4017')).toBe(200)
  for (const host of ['sandbox.lan:4017', 'SANDBOX.lan', 'other.lan:4017'])
    expect(await under(host)).toBe(200)
  expect(await under('my.sandbox.lan')).toBe(403)
  const { headers, text } = await hear(`${url}/token/price`, { headers: { host: 'evil.example' } })
  expect(headers['x-movecli-sandbox']).toBe('1')
  expect(text).toContain('The Host header must name this machine or a host given with --allow-host.')
})

test('a body over 1 MB is 413', async () => {
  const { url } = await start()
  const whole = JSON.stringify({ text: 'x'.repeat(1024 * 1024 - 11) })
  expect((await hear(`${url}/user/settings`, { method: 'PUT', body: whole })).status).toBe(200)
  expect((await hear(`${url}/user/settings`, { method: 'PUT', body: `${whole} ` })).status).toBe(413)
})

test('drop and reset break the connection, truncate breaks the body', async () => {
  const { url } = await start({
    faults: parseFaults(
      'GET /token/price:drop-before@1,GET /token/price:reset@2,GET /token/price:truncate@3',
    ),
  })
  const errorOf = async () =>
    hear(`${url}/token/price`).then(
      () => 'none',
      (error: Error) => error.message,
    )
  expect([await errorOf(), await errorOf(), await errorOf()]).toEqual([
    'socket hang up',
    'read ECONNRESET',
    'aborted',
  ])
})

test('a taken port is an error of code EADDRINUSE', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
})

test('one process owns the data: others find its URL, or are told that it is busy', async () => {
  const path = folder()
  const server = await start({ folder: path })
  const { url } = server
  expect(await runningServer(path)).toBe(url)
  expect(await sandboxStatus(path)).toMatchObject({ base_url: url, pid: process.pid })
  await expect(startSandbox({ port: 0, folder: path })).rejects.toMatchObject({
    kind: 'busy',
    holder: { note: url },
  })
  await hear(`${url}/user/settings`, { method: 'PUT', body: '{"units":"metric"}' })
  await server.close()
  expect(await runningServer(path)).toBeUndefined()
  expect(await outcome(embeddedSandbox({ folder: path }), 'GET /user/profile')).toBe('200')
  const again = await start({ folder: path })
  expect((await hear(`${again.url}/user/profile`)).text).toContain('"settings":{"units":"metric"}')
})

test('a running server is told to reset, with the key alone', async () => {
  const path = folder()
  const { url } = await start({ folder: path })
  await hear(`${url}/user/settings`, { method: 'PUT', body: '{"units":"metric"}' })
  const bare = new URL('/sandbox/reset', url).href
  expect((await hear(bare, { method: 'POST', headers: { 'x-api-key': 'other' } })).status).toBe(401)
  expect((await hear(`${url}/user/profile`)).text).toContain('metric')
  expect(await resetSandbox(path, { transport: http, signal: new AbortController().signal })).toEqual({
    server: url,
  })
  expect((await hear(`${url}/user/profile`)).text).toContain('"settings":{}')
  await hear(`${url}/user/settings`, { method: 'PUT', body: '{"units":"imperial"}' })
  expect((await hear(`${url}/user/profile`)).text).toContain('"settings":{"units":"imperial"}')
})

test('the signal ends it, also while an answer hangs', async () => {
  const path = folder()
  const stop = new AbortController()
  const { url, closed } = await start({
    folder: path,
    signal: stop.signal,
    faults: parseFaults('hang-after-apply'),
  })
  const hanging = hear(`${url}/token/price`).catch((error: Error) => error.message)
  await new Promise((resolve) => setTimeout(resolve, 50))
  stop.abort('SIGINT')
  await closed
  expect(await hanging).toBe('socket hang up')
  expect(await runningServer(path)).toBeUndefined()
})
