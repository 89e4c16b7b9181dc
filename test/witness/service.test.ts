/** Proves that the witness does what each rule says, so that a test that plays a failure really met it. */
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import {
  bomb,
  codes,
  days,
  deep,
  failure,
  good,
  headerOf,
  manyHeaders,
  shapes,
  startWitness,
} from './service.ts'
import type { Shape, Witness, WitnessOptions } from './service.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((witness) => witness.close()))
})
async function witness(options?: WitnessOptions) {
  const started = await startWitness(options)
  open.push(started)
  return started
}

type Heard = {
  status: number
  headers: Record<string, unknown>
  body: Buffer
  whole: boolean
  rawHeaders: string[]
}
type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
  ms?: number
  until?: (size: () => number) => Promise<unknown>
}

/**
 * One request over bare node:http; fails as the socket does, and gives up with what had come, after `ms` or a moment after
 * `until`, which is told how many bytes came.
 */
const send = (url: string, { method = 'GET', headers = {}, body, agent, ms = 2000, until }: Sent = {}) =>
  new Promise<Heard>((resolve, reject) => {
    const options = { method, headers, agent: agent ?? false, maxHeaderSize: 256 * 1024 } as const
    let heard: IncomingMessage | undefined
    let size = 0
    const sent = request(url, options, (response) => {
      heard = response
      const chunks: Buffer[] = []
      const done = (whole: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks),
          whole,
        })
      response.on('data', (chunk: Buffer) => (size += chunk.length) && chunks.push(chunk))
      response.on('end', () => done(true)).on('error', () => {})
      response.on('close', () => done(false))
    })
    const giveUp = () => (heard ? heard.destroy() : sent.destroy(new Error('silence')))
    const timer = setTimeout(giveUp, ms)
    until?.(() => size).then(() => setTimeout(giveUp, 60), reject)
    sent.on('error', reject).on('close', () => clearTimeout(timer))
    sent.end(body)
  })

const signed = (w: Witness, path: string, sent: Sent = {}) =>
  send(w.url + path, {
    ...sent,
    headers: { 'X-API-Key': w.key, Authorization: `Bearer ${w.token}`, ...sent.headers },
  })
const said = async (answer: Promise<Heard>) => {
  const { status, body } = await answer
  return `${status} ${body.toString()}`
}

test('a request is recorded to the byte', async () => {
  const w = await witness()
  const headers = { 'x-API-key': w.key, 'X-Twice': 'a', 'Content-Type': 'application/json' }
  await send(`${w.url}/motion/submit?b=%2F&a=+1`, { method: 'POST', headers, body: '{"distance":5.20}\n' })
  expect(w.requests).toMatchObject([
    { method: 'POST', target: '/v1/motion/submit?b=%2F&a=+1', body: '{"distance":5.20}\n', complete: true },
  ])
  expect(w.requests[0]?.rawHeaders.slice(0, 4)).toEqual(['x-API-key', w.key, 'X-Twice', 'a'])
  expect(w.requests.map((r) => headerOf(r, 'X-API-KEY'))).toEqual([[w.key]])
})

test('the first request of a connection is told from the next', async () => {
  const w = await witness()
  const agent = new Agent({ keepAlive: true })
  for (const _ of [1, 2]) await signed(w, '/token/price', { agent })
  await signed(w, '/token/price')
  agent.destroy()
  expect(w.requests.map((r) => r.newConnection)).toEqual([true, false, true])
  expect(w.connections()).toBe(2)
})

test('a request whose body breaks off is recorded as incomplete', async () => {
  const w = await witness()
  const socket = connect(Number(new URL(w.url).port), '127.0.0.1')
  socket.write('POST /v1/token/claim HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a"')
  await expect.poll(() => w.requests.length, { timeout: 10_000 }).toBe(1)
  socket.destroy()
  await expect.poll(() => w.requests[0]?.body).toBe('{"a"')
  expect(w.requests[0]?.complete).toBe(false)
})

test('the daily record keeps the digits that a double would lose', async () => {
  const w = await witness()
  expect(await said(signed(w, '/motion/daily?date=2026-01-31'))).toBe(
    '200 {"success":true,"data":{"date":"2026-01-31","steps":8421,"distance":5.20,"duration":3720,' +
      '"calories":312.50,"earnings":{"mft":1.10,"k_day":9007199254740993,' +
      '"multipliers":{"nft":0.1234567890123456789,"streak":1.0,"social":1.25}}}}',
  )
})

test('login answers for the address that was posted, with a token that works', async () => {
  const w = await witness({ expiresAt: '2030-01-01T00:00:00Z' })
  const body = '{"address":"0xAb","signature":"0x00","message":"at 2026-01-31T08:00:00Z"}'
  const answer = await send(`${w.url}/auth/login`, { method: 'POST', headers: { 'X-API-Key': w.key }, body })
  const { data } = JSON.parse(answer.body.toString()) as { data: { token: string } }
  expect(data).toMatchObject({
    expires_at: '2030-01-01T00:00:00Z',
    user: { address: '0xAb', kyc_status: 'verified' },
  })
  const headers = { Authorization: `Bearer ${data.token}` }
  expect(await said(signed(w, '/user/profile', { headers }))).toContain('"address":"0xAb"')
})

test.each([
  ['POST', '/motion/submit'],
  ['GET', '/motion/history'],
  ['GET', '/nft/collection'],
  ['GET', '/nft/collection/0x1111111111111111111111111111111111111111'],
  ['POST', '/nft/mint'],
  ['PUT', '/nft/upgrade'],
  ['GET', '/token/balance'],
  ['POST', '/token/claim'],
  ['GET', '/token/price'],
  ['GET', '/user/profile'],
  ['PUT', '/user/settings'],
  ['POST', '/user/kyc'],
])('%s %s is answered in the envelope', async (method, path) => {
  const w = await witness()
  const { status, headers, body } = await signed(w, path, { method, ...(method !== 'GET' && { body: '{}' }) })
  expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  expect(JSON.parse(body.toString())).toMatchObject({ success: true, data: expect.anything() })
})

test.each(['/v1/v1/token/price', '/api/v1/token/price', '/token/price', '/v1/token', '//'])(
  'nothing is at %s',
  async (path) => {
    const w = await witness()
    const answer = await send(new URL(w.url).origin + path, { headers: { 'X-API-Key': w.key } })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/plain'])
  },
)

test.each([
  ['no key', {}, '401 AUTH_001 X-API-Key is missing'],
  ['a wrong key', { 'X-API-Key': 'other' }, '401 AUTH_002 X-API-Key is not known'],
  ['no token', { 'X-API-Key': 'witness-key' }, '401 AUTH_001 the session token is missing'],
  [
    'a wrong token',
    { 'X-API-Key': 'witness-key', Authorization: 'Bearer x' },
    '401 AUTH_002 the session token is not known',
  ],
  [
    'an expired token',
    { 'X-API-Key': 'witness-key', Authorization: 'Bearer d2l0.bmVzcw.ZXhwaXJlZA' },
    '401 AUTH_002 token expired at 2026-01-02T03:04:05Z',
  ],
])('%s is turned away', async (_, headers, expected) => {
  const w = await witness()
  const { status, body } = await send(`${w.url}/token/balance`, { headers })
  const { error } = JSON.parse(body.toString()) as { error: Record<string, string> }
  expect(`${status} ${error['code']} ${error['details']}`).toBe(expected)
})

test.each(['/token/price', '/motion/daily?address=0x11', '/nft/collection/0x11'])(
  '%s needs no session',
  async (path) => {
    const w = await witness()
    expect((await send(w.url + path, { headers: { 'X-API-Key': w.key } })).status).toBe(200)
  },
)

test('the token may travel under another header without a scheme', async () => {
  const w = await witness({ tokenHeader: 'X-Session', tokenScheme: '' })
  const headers = { 'X-API-Key': w.key, 'X-Session': w.token }
  expect((await send(`${w.url}/token/balance`, { headers })).status).toBe(200)
  expect((await signed(w, '/token/balance')).status).toBe(401)
})

test.each([
  ['not json', 'MOTION_001'],
  ['[]', 'MOTION_001'],
  ['{"steps":"many"}', 'MOTION_001'],
  ['{"steps":-1}', 'MOTION_001'],
  ['{"steps":1,"proof":"forged"}', 'MOTION_002'],
  ['{"steps":1,"proof":"true"}', '"success":true'],
])('the submission %s gets %s', async (body, expected) => {
  const w = await witness({ proof: 'true' })
  expect(await said(signed(w, '/motion/submit', { method: 'POST', body }))).toContain(expected)
})

test('53 NFTs come in pages of 20, and by their type', async () => {
  const w = await witness({ shape: 'bare' })
  const ids = async (query: string) => {
    const { body } = await signed(w, `/nft/collection${query}`)
    return body.toString().match(/(?<="id":)\d+/g) ?? []
  }
  const pages = [await ids(''), await ids('?page=2'), await ids('?page=3'), await ids('?page=4')]
  expect(pages.map((page) => page.length)).toEqual([20, 20, 13, 0])
  expect(new Set(pages.flat()).size).toBe(53)
  expect(pages.flat()[0]).toBe('9007199254740993')
  expect((await ids('?type=accessories&limit=100')).length).toBe(17)
  expect((await ids('?type=hats')).length).toBe(0)
})

test.each([
  ['bare', '[{'],
  ['items', '{"items":[{'],
  ['results', '{"data":{"results":[{'],
  ['list', '{"list":[{'],
  ['nested', '{"collection":{"total":45,"equipment":[{'],
  ['ties', '{"tags":["summer"],"results":[],"items":[{'],
  ['deeper', '{"a":{"b":{"c":[{'],
])('a list can be wrapped as %s', async (shape, start) => {
  const w = await witness({ shape: shape as Shape })
  const answer = await said(signed(w, '/motion/history?limit=2'))
  expect(answer.startsWith(`200 {"success":true,"data":${start}`)).toBe(true)
  expect(answer.match(/"date"/g)?.length).toBe(2)
  expect(Object.keys(shapes)).toContain(shape)
})

test('the wrapping `list` says how many pages there are', async () => {
  const w = await witness({ shape: 'list' })
  expect(await said(signed(w, '/motion/history?page=3&limit=20'))).toMatch(/"page":3,"total_pages":3\}\}$/)
  expect(days.length).toBe(45)
})

test.each(Object.entries(codes))('%s comes with its status %j', async (code, [status, message]) => {
  const w = await witness()
  w.answer({ path: '/token/balance', ...failure(code as keyof typeof codes, 'why') })
  expect(await said(signed(w, '/token/balance'))).toBe(
    `${status} {"success":false,"error":{"code":"${code}","message":"${message}","details":"why"}}`,
  )
})

test('a rule hits its method and path alone, as often as it says, in turn with others', async () => {
  const w = await witness()
  w.answer({ method: 'GET', path: '/token/price', status: 500, times: 2 })
  w.answer({ path: '/token/*', status: 502 })
  w.answer({ path: '/token/price?x=1', status: 503 })
  w.answer({ path: /balance$/, status: 504 })
  const status = async (path: string, sent?: Sent) => (await signed(w, path, sent)).status
  expect(await status('/user/profile')).toBe(200)
  expect(await status('/token/price')).toBe(500)
  expect(await status('/token/price')).toBe(500)
  expect(await status('/token/claim', { method: 'POST', body: '{}' })).toBe(502)
  expect(await status('/token/price')).toBe(200)
  expect(await status('/token/price?x=1')).toBe(503)
  expect(await status('/token/balance')).toBe(504)
})

test.each([
  ['success:false with 200', { status: 200, body: failure('NFT_001').body }, /^200 \{"success":false/],
  ['500 with success:true', { status: 500 }, /^500 \{"success":true/],
  ['a body that is no JSON', { body: '<html>' }, /^200 <html>$/],
  ['an empty body', { body: '' }, /^200 $/],
])('it can answer %s', async (_, rule, expected) => {
  const w = await witness()
  w.answer(rule)
  expect(await said(signed(w, '/token/price'))).toMatch(expected)
})

test('headers are added, replaced and taken away', async () => {
  const w = await witness()
  const hour = new Date(Date.now() + 3_600_000).toUTCString()
  const headers = { Date: hour, 'Retry-After': '7', 'X-Request-Id': 'r-1', 'Content-Type': null }
  w.answer({ headers })
  const answer = await signed(w, '/token/price')
  expect(answer.headers).toMatchObject({ date: hour, 'retry-after': '7', 'x-request-id': 'r-1' })
  expect(answer.headers).not.toHaveProperty('content-type')
  w.answer({ ...failure('RATE_001'), headers: [['Retry-After', hour]] })
  expect((await signed(w, '/token/price')).headers['retry-after']).toBe(hour)
})

test('40 KB of headers arrive', async () => {
  const w = await witness()
  w.answer({ headers: manyHeaders() })
  expect((await signed(w, '/token/price')).rawHeaders.join('').length).toBeGreaterThan(40 * 1024)
})

test('a redirect points to another port and nothing is sent there', async () => {
  const [w, other] = [await witness(), await witness()]
  w.answer({ redirect: `${other.url}/token/price` })
  const { status, headers } = await signed(w, '/token/price')
  expect({ status, location: headers['location'] }).toEqual({
    status: 307,
    location: `${other.url}/token/price`,
  })
  expect(other.requests).toEqual([])
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
] as const)('a %s bomb is small on the wire and more than 4 MB unpacked', async (encoding, unpack) => {
  const w = await witness()
  w.answer(bomb(encoding))
  const { headers, body } = await signed(w, '/token/price')
  expect(headers['content-encoding']).toBe(encoding)
  expect(body.length).toBeLessThan(64 * 1024)
  expect(unpack(body).length).toBeGreaterThan(4 * 1024 * 1024)
})

test('JSON can be 300 levels deep', async () => {
  const w = await witness()
  w.answer(deep(300))
  expect((await said(signed(w, '/token/price'))).match(/\[/g)?.length).toBe(300)
})

test('an answer can be late', async () => {
  const w = await witness()
  w.answer({ delayMs: 120 })
  const start = performance.now()
  await signed(w, '/token/price')
  expect(performance.now() - start).toBeGreaterThan(110)
})

test('a body can drip, whole in the end', async () => {
  const w = await witness()
  w.answer({ drip: 0.1, ...good('{}') })
  const start = performance.now()
  expect(await said(signed(w, '/token/price'))).toBe('200 {"success":true,"data":{}}')
  expect(performance.now() - start).toBeGreaterThan(200)
})

test('an endless drip goes on after the body', async () => {
  const w = await witness()
  w.answer({ drip: 1, endless: true, ...good('{}') })
  const response = await fetch(`${w.url}/token/price`)
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.length > 50) break
  }
  expect(text.trimEnd()).toBe('{"success":true,"data":{}}')
})

test('a hang says nothing, a hang in mid-body says half', async () => {
  const w = await witness()
  w.answer({ hang: true })
  const read = async () => {
    await expect.poll(() => w.requests.length).toBe(1)
  }
  await expect(signed(w, '/token/price', { ms: 10_000, until: read })).rejects.toThrow('silence')
  w.answer({ hang: 'mid-body', ...good('{}') })
  const came = async (size: () => number) => {
    await expect.poll(size, { timeout: 10_000 }).toBe(13)
  }
  const half = await signed(w, '/token/price', { ms: 10_000, until: came })
  expect({ whole: half.whole, body: half.body.toString() }).toEqual({ whole: false, body: '{"success":tr' })
})

test('a connection can be reset before anything is read', async () => {
  const w = await witness()
  w.answer({ destroy: 'at-connect' })
  await expect(signed(w, '/token/price')).rejects.toThrow(/ECONNRESET|EPIPE|hang up/)
  expect({ requests: w.requests.length, connections: w.connections() }).toEqual({
    requests: 0,
    connections: 1,
  })
  expect((await signed(w, '/token/price')).status).toBe(200)
})

test('a connection can be reset when the request was read, its body too', async () => {
  const w = await witness()
  w.answer({ destroy: 'before-answer' })
  const claim = signed(w, '/token/claim', { method: 'POST', body: '{}' })
  await expect(claim).rejects.toThrow(/ECONNRESET|hang up/)
  expect(w.requests).toMatchObject([{ method: 'POST', body: '{}', complete: true }])
})

test.each([
  ['before-body', ''],
  ['mid-body', '{"success":tr'],
] as const)('a connection can break %s', async (destroy, came) => {
  const w = await witness()
  w.answer({ destroy, ...good('{}') })
  const { status, body, whole } = await signed(w, '/token/price')
  expect({ status, body: body.toString(), whole }).toEqual({ status: 200, body: came, whole: false })
})

test('close cuts what is open, frees the port, and may be called twice', async () => {
  const w = await witness()
  w.answer({ hang: true })
  const hanging = signed(w, '/token/price').catch(String)
  await expect.poll(() => w.requests.length).toBe(1)
  await w.close()
  expect(await hanging).toMatch(/ECONNRESET|hang up/)
  await w.close()
  await expect(signed(w, '/token/price')).rejects.toThrow('ECONNREFUSED')
})
