/**
 * The exchanges copied by hand from the service's document, put to the sandbox: status,
 * envelope, code and field types as documented.
 */
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.ts'
import { sandboxApiKey, sandboxPrivateKey } from '../../src/sandbox/constants.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { readExchanges, type Exchange } from '../spec/read.ts'

const bases = { base_url: 'http://127.0.0.1:4017/v1', testnet_base_url: 'http://127.0.0.1:5017/v1' }
const wallet = privateKeyToAccount(sandboxPrivateKey as `0x${string}`)
const hour = 3_600_000

type Sent = { method: string; target: string; headers: Record<string, string>; body: string }
type Data = Record<string, unknown>
type Heard = { status: number; type: string | undefined; body: { success: unknown; data: Data; error: Data } }

async function ask(
  sandbox: Transport,
  base: string,
  { method, target, headers, body }: Sent,
): Promise<Heard> {
  const answer = await sandbox({
    method,
    url: base + target,
    headers,
    ...(body && { body: new TextEncoder().encode(body) }),
    signal: new AbortController().signal,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  const { status } = answer
  const said = JSON.parse(Buffer.concat(chunks).toString()) as Heard['body']
  return { status, type: new Map(answer.headers).get('content-type'), body: said }
}

async function signed(uri: string, at: number, nonce: string) {
  const message = createSiweMessage({
    address: wallet.address,
    chainId: 1,
    domain: new URL(uri).host,
    issuedAt: new Date(at),
    nonce,
    uri,
    version: '1',
  })
  return JSON.stringify({
    address: wallet.address,
    signature: await wallet.signMessage({ message }),
    message,
  })
}

/** Brings a new sandbox into the state that the exchange supposes, then sends its request. */
async function play({ request, given, operation }: Exchange): Promise<Heard> {
  const state = new Map(given.map((one) => one.split('=') as [string, string | undefined]))
  const base = bases[request.base]
  const noon = Date.parse(`${state.get('today') ?? '2026-01-31'}T12:00:00Z`)
  const expiry = state.get('expired-token')
  let now = expiry ? Date.parse(expiry) - hour : noon
  const { method } = request
  const faults = state.has('chain-down') ? parseFaults(`${method} ${request.target}:CHAIN_001`) : []
  const sandbox = createSandbox({ now: () => new Date(now), tokenTtl: hour, baseUrl: base, faults })

  const json = { 'content-type': 'application/json', 'x-api-key': sandboxApiKey }
  const post = (target: string, body: string, headers = {}) =>
    ask(sandbox, base, { method: 'POST', target, headers: { ...json, ...headers }, body })
  const wantsToken = JSON.stringify(request.headers).includes('<ACCESS_TOKEN>') || state.has('kyc')
  const session = wantsToken ? await post('/auth/login', await signed(base, now, 'firstnonce')) : undefined
  const token = session?.body.data['token'] as string
  const bearer = { authorization: `Bearer ${token}` }
  if (state.has('kyc')) await post('/user/kyc', '{"name":"Ada"}', bearer)
  now = noon + (state.has('kyc') ? 60_000 : 0)

  const headers = Object.fromEntries(
    request.headers.map(([name, value]) => [
      name.toLowerCase(),
      value.replace('<API_KEY>', sandboxApiKey).replace('<ACCESS_TOKEN>', token),
    ]),
  )
  let { target, body } = request
  if (state.has('signed-by-address')) body = await signed(base, now, 'secondnonce')
  if (state.has('true-proof')) body = proven(body)
  if (operation === 'user.kyc') body = '{"name":"Ada"}'
  if (operation === 'nft.upgrade') body = await upgraded(state.has('no-such-nft'))
  // What of an address owns no NFT is the sandbox's own choice: the zero address.
  if (operation === 'nft.collectionOf' && state.has('no-such-nft'))
    target = `/nft/collection/0x${'0'.repeat(40)}`

  const before = Number(state.get('requests-this-hour') ?? 0)
  let last = 200
  for (let made = 0; made < before; made += 1)
    last = (await ask(sandbox, base, { method, target, headers, body })).status
  expect(last).toBe(200)
  return ask(sandbox, base, { method, target, headers, body })

  async function upgraded(missing: boolean) {
    const own = await ask(sandbox, base, { method: 'GET', target: '/nft/collection', headers, body: '' })
    const [first] = own.body.data['items'] as { id: string }[]
    return JSON.stringify({ id: missing ? 'nft-nowhere' : first?.id })
  }
}

function proven(body: string): string {
  const { proof: _, ...motion } = JSON.parse(body) as Record<string, string>
  return JSON.stringify({ ...motion, proof: makeProof(motion) })
}

/** The types that a documented body shows, field by field; of a list or an open object only that it is one. */
const types = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, types(inner)]))
    : typeof value

const exchanges = readExchanges()
const good = exchanges.filter(({ expects }) => expects.code === undefined)
const failed = exchanges.filter(({ expects }) => expects.code !== undefined)

test.each(good)('$file $name: the sandbox answers as documented', async (exchange) => {
  const documented = JSON.parse(exchange.response.body) as Heard['body']
  const { status, type, body } = await play(exchange)
  expect({ status, type: type?.split(';')[0] }).toEqual({
    status: exchange.response.status,
    type: 'application/json',
  })
  expect(body.success).toBe(true)
  expect(Object.keys(body)).toEqual(['success', 'data'])
  expect(Array.isArray(body.data)).toBe(false)
  expect(types(body.data)).toMatchObject(types(documented.data) as object)
})

test.each(failed)('$file $name: the sandbox fails as documented', async (exchange) => {
  const { status, type, body } = await play(exchange)
  expect({ status, type: type?.split(';')[0] }).toEqual({
    status: exchange.response.status,
    type: 'application/json',
  })
  expect(body).toEqual({
    success: false,
    error: { code: exchange.expects.code, message: expect.any(String), details: expect.any(String) },
  })
})

const named = (name: string) => exchanges.find((exchange) => exchange.name === name) as Exchange
const items = async (name: string) => (await play(named(name))).body.data['items'] as { type: string }[]

test('the expiry time is in the details of AUTH_002 (§5.4)', async () => {
  const { body } = await play(named('token-expired'))
  expect(body.error['details']).toContain('2026-01-02T03:04:05')
})

test('the day is the one asked for, and today without a date (§4)', async () => {
  expect((await play(named('motion-daily'))).body.data['date']).toBe('2026-01-31')
  expect((await play(named('motion-daily-default'))).body.data['date']).toBe('2026-01-31')
})

test('a login names the address that signed, its state and an expiry in UTC (§4)', async () => {
  const { data } = (await play(named('kyc-verified'))).body
  expect(data).toMatchObject({
    user: { address: wallet.address, kyc_status: 'verified' },
    expires_at: expect.stringMatching(/^2026-01-31T13:01:00(\.0+)?Z$/),
  })
})

test('a page has 20 NFTs by default, and as many as `limit` says (§8, §4)', async () => {
  expect((await items('page-size')).length).toBe(20)
  expect((await items('nft-collection-page')).length).toBe(10)
})

test.each(['shoes', 'apparel', 'accessories'])('the type filter leaves only %s (§2)', async (type) => {
  const shown = await items(`nft-collection-${type}`)
  expect([...new Set(shown.map((nft) => nft.type))]).toEqual([type])
})
