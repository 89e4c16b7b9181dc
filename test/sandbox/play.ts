/** Puts an exchange of test/spec to a new sandbox, in the state that the exchange supposes. */
import { createSiweMessage } from 'viem/siwe'
import { expect } from 'vitest'
import type { Transport } from '../../src/contract/wire.ts'
import { sandboxApiKey } from '../../src/sandbox/constants.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { bodyOf, stateOf, type Exchange } from '../spec/read.ts'
import { textOf, wallet } from './support.ts'

const bases = { base_url: 'http://127.0.0.1:4017/v1', testnet_base_url: 'http://127.0.0.1:5017/v1' }
const hour = 3_600_000

type Sent = { method: string; target: string; headers: Record<string, string>; body: string }
type Data = Record<string, unknown>
export type Heard = {
  status: number
  headers: Map<string, string>
  text: string
  body: { success: unknown; data: Data; error: Data }
}

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
  const text = await textOf(answer)
  const { status } = answer
  return { status, headers: new Map(answer.headers), text, body: JSON.parse(text) as Heard['body'] }
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
export async function play(exchange: Exchange): Promise<Heard> {
  const { request } = exchange
  const state = stateOf(exchange)
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
  const named = await nftNamed()
  const target = named.address ? request.path.replace('{address}', named.address) : request.target
  const body = await bodyToSend()
  const before = Number(state.get('requests-this-hour') ?? 0)
  let last = 200
  for (let made = 0; made < before; made += 1)
    last = (await ask(sandbox, base, { method, target, headers, body })).status
  expect(last).toBe(200)
  return ask(sandbox, base, { method, target, headers, body })

  /** The input that names an NFT, with one of the user's own, or with one that does not exist. */
  async function nftNamed(): Promise<Record<string, string>> {
    const [missing, own] = [state.get('no-such-nft'), state.get('own-nft')]
    // Who owns no NFT is the sandbox's own choice: the zero address.
    if (missing !== undefined)
      return { [missing]: missing === 'address' ? `0x${'0'.repeat(40)}` : 'nft-nowhere' }
    if (own === undefined) return {}
    const all = await ask(sandbox, base, { method: 'GET', target: '/nft/collection', headers, body: '' })
    const [first] = all.body.data['items'] as [{ id: string }]
    return { [own]: first.id }
  }

  async function bodyToSend(): Promise<string> {
    if (method === 'GET') return request.body
    if (state.has('signed-by-address')) return signed(base, now, 'secondnonce')
    if (state.has('true-proof')) return proven(request.body)
    if (request.bodyShown && Object.keys(named).length === 0) return request.body
    return JSON.stringify({ ...bodyOf(exchange), ...named })
  }
}

function proven(body: string): string {
  const { proof: _, ...motion } = JSON.parse(body) as Record<string, string>
  return JSON.stringify({ ...motion, proof: makeProof(motion) })
}
