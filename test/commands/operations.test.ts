/**
 * Each exchange that was copied from the service's document, through its command and through
 * `api`, as it arrives at the independent service.
 */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../src/runtime/version.ts'
import { readExchanges } from '../spec/read.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import type { RecordedRequest } from '../witness/service.ts'
import { testnet } from '../support/testnet.ts'

const { witness, env, requested } = await testnet()
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const motion = '{"steps":5000,"distance":3.2,"duration":1860,"proof":"zk-proof","device_id":"watch-7"}'

type Row = {
  command: string
  api: string
  stdin?: string
  method: string
  target: string
  body: string
}
/** More than the document shows: further parameters, and digits that a double would spoil. */
const rows: Row[] = [
  {
    command: `motion daily --date 2026-01-31 --address ${address} --param zone=a/b&c`,
    api: `api GET /motion/daily --param date=2026-01-31 --param address=${address} --param zone=a/b&c`,
    method: 'GET',
    target: `/v1/motion/daily?date=2026-01-31&address=${address}&zone=a%2Fb%26c`,
    body: '',
  },
  {
    command: 'motion history --page 2 --limit 5 --param x=y',
    api: 'api GET /motion/history?page=2&limit=5 --param x=y',
    method: 'GET',
    target: '/v1/motion/history?page=2&limit=5&x=y',
    body: '',
  },
  {
    command:
      'motion submit --steps 5000 --distance 3200m --duration 31m --proof zk-proof --device-id watch-7',
    api: 'api POST /motion/submit --input -',
    stdin: motion,
    method: 'POST',
    target: '/v1/motion/submit',
    body: motion,
  },
  {
    command: 'nft ls --type shoes --page 1 --limit 3',
    api: 'api GET /nft/collection?type=shoes --param page=1 --param limit=3',
    method: 'GET',
    target: '/v1/nft/collection?type=shoes&page=1&limit=3',
    body: '',
  },
  {
    command: `nft ls ${address}`,
    api: `api GET /nft/collection/%30${address.slice(1)}`,
    method: 'GET',
    target: `/v1/nft/collection/${address}`,
    body: '',
  },
  {
    command: 'nft mint -f type=shoes -F level=1.10 --yes',
    api: 'api POST /nft/mint -f type=shoes -F level=1.10 --yes',
    method: 'POST',
    target: '/v1/nft/mint',
    body: '{"type":"shoes","level":1.10}',
  },
  {
    command: 'nft upgrade -F id=9007199254740993 --yes',
    api: 'api PUT /nft/upgrade -F id=9007199254740993 --yes',
    method: 'PUT',
    target: '/v1/nft/upgrade',
    body: '{"id":9007199254740993}',
  },
  {
    command: 'token claim -F amount=12345678901234567890.50 --yes',
    api: 'api POST /token/claim -F amount=12345678901234567890.50 --yes',
    method: 'POST',
    target: '/v1/token/claim',
    body: '{"amount":12345678901234567890.50}',
  },
  {
    command: 'token price --param in=EUR',
    api: 'api GET /token/price?in=EUR',
    method: 'GET',
    target: '/v1/token/price?in=EUR',
    body: '',
  },
  {
    command: 'user settings -f language=en -F notify[mail]=true',
    api: 'api PUT /user/settings -f language=en -F notify[mail]=true',
    method: 'PUT',
    target: '/v1/user/settings',
    body: '{"language":"en","notify":{"mail":true}}',
  },
  {
    command: 'kyc submit --input - --yes',
    api: 'api POST /user/kyc --input - --yes',
    stdin: '{"name": "Ada", "document": {"number": 12.0}}',
    method: 'POST',
    target: '/v1/user/kyc',
    body: '{"name":"Ada","document":{"number":12.0}}',
  },
]

/** Names as on the wire, without what every HTTP message has. */
function headers({ rawHeaders }: RecordedRequest): Record<string, string | undefined> {
  const names = rawHeaders.filter((_, at) => at % 2 === 0)
  const pairs = names.map((name, at) => [name, rawHeaders[at * 2 + 1]] as const)
  return Object.fromEntries(pairs.filter(([name]) => !/^(host|connection|content-length)$/i.test(name)))
}
const ours = {
  'X-API-Key': witness.key,
  'Content-Type': 'application/json',
  'User-Agent': `movecli/${version}`,
  Authorization: `Bearer ${witness.token}`,
}

const commanded = readExchanges().filter(({ command }) => command !== undefined)

test.each(commanded)(
  '$name: movecli $command sends the exchange',
  async ({ command = '', stdin, request }) => {
    const { code, stderr } = await movecli(command, { env, stdin })
    const sent = requested().filter(({ method, target }) => ends(request, method, target))
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(sent.map(headers)).toEqual([ours])
    if (request.bodyShown && request.body) expect(JSON.parse(sent[0]!.body)).toEqual(JSON.parse(request.body))
  },
)

test.each(commanded)('$name by api sends the exchange', async ({ request: { method, target, body } }) => {
  const line = `api ${method} ${target} ${body && '--input - --yes'}`.trim()
  const { code, stderr } = await movecli(line, { env, stdin: body })
  const sent = requested().filter((request) => ends({ method, target }, request.method, request.target))
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(sent.map(headers)).toEqual([ours])
  if (body) expect(JSON.parse(sent[0]!.body)).toEqual(JSON.parse(body))
})

const ends = (wanted: { method: string; target: string }, method: string, target: string): boolean =>
  wanted.method === method && `/v1${wanted.target}` === target

test.each(rows.flatMap((row) => [[row.command, row] as const, [row.api, row] as const]))(
  'movecli %s',
  async (line, { method, target, body, stdin = '' }) => {
    const { code, stderr } = await movecli(line, { env, stdin })
    const sent = requested().filter((request) => request.method === method && request.target === target)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(sent.map((request) => ({ body: request.body, headers: headers(request) }))).toEqual([
      { body, headers: ours },
    ])
  },
)

test('auth.login by its command signs and sends address, signature and message, without a session', async () => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, `0x${'42'.repeat(32)}\n`)
  chmodSync(key, 0o600)
  const { MOVECLI_TOKEN: _, ...signedOut } = env
  const { code } = await movecli(`login --private-key-file ${key}`, { env: signedOut, home })
  const [sent, ...more] = requested()
  expect({ code, more: more.length, method: sent?.method, target: sent?.target }).toEqual({
    code: 0,
    more: 0,
    method: 'POST',
    target: '/v1/auth/login',
  })
  const { Authorization: __, ...rest } = ours
  expect(headers(sent!)).toEqual(rest)
  const body = JSON.parse(sent!.body) as Record<string, string>
  expect(Object.keys(body)).toEqual(['address', 'signature', 'message'])
  expect(body['signature']).toMatch(/^0x[0-9a-f]{130}$/)
  expect(body['message']).toContain(body['address'])
})

test('auth.login by api sends what it was given, once, without a session, and never shows the token', async () => {
  const body = `{"address":"${address}","signature":"0xabcdef","message":"I am"}`
  const line = 'api POST /auth/login --input - -vv'
  const { code, stdout, stderr } = await movecli(line, { env, stdin: body })
  const [sent, ...more] = requested()
  expect({ code, more: more.length, method: sent?.method, target: sent?.target, body: sent?.body }).toEqual({
    code: 0,
    more: 0,
    method: 'POST',
    target: '/v1/auth/login',
    body,
  })
  const { Authorization: _, ...rest } = ours
  expect(headers(sent!)).toEqual(rest)
  expect(JSON.parse(stdout)).toMatchObject({ token: '[redacted]', user: { address } })
  expect(stdout + stderr).not.toMatch(/d2l0\.bmVzcw|0xabcdef/)
})

test('a raw login that a service in trouble answers is not sent again: its message is good once', async () => {
  requested()
  witness.answer({ path: '/auth/login', times: 1, status: 503, body: '{}' })
  const body = `{"address":"${address}","signature":"0xabcdef","message":"I am"}`
  const { code } = await movecli('api POST /auth/login --input -', { env, stdin: body })
  expect({ code, sent: requested().length }).toEqual({ code: 8, sent: 1 })
})

test.each([
  ['motion daily', 'date'],
  ['motion daily', 'address'],
  ['motion history', 'page'],
  ['motion history', 'limit'],
  ['nft ls', 'type'],
])('%s --param %s is pointed at its flag, nothing sent', async (command, name) => {
  requested()
  const { code, stderr } = await movecli(`${command} --param ${name}=1`, { env })
  expect({ code, requested: requested() }).toEqual({ code: 2, requested: [] })
  expect(stderr).toContain(`fix: Use --${name}.`)
})
