/**
 * What the witness says: raw JSON text written from the service's document alone, so that
 * every digit is the one written here.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

export type Answer = { status: number; body: string }
export type Ask = { method: string; path: string; query: URLSearchParams; body: string; address: string }
export type House = { shape: Shape; proof: string | undefined; login: (address: string) => Session }
export type Session = { token: string; expiresAt: string }
export type Shape = keyof typeof shapes

/** The codes of docs/service.md §7 with their status and condition. */
export const codes = {
  AUTH_001: [401, 'no authentication information supplied'],
  AUTH_002: [401, 'authentication information invalid or expired'],
  RATE_001: [429, 'request rate over the limit'],
  MOTION_001: [400, 'motion data malformed'],
  MOTION_002: [400, 'zk-Motion proof verification failed'],
  NFT_001: [404, 'NFT does not exist'],
  CHAIN_001: [503, 'blockchain service temporarily unavailable'],
} as const

const text = (value: unknown) => JSON.stringify(value)
export const good = (data: string): Answer => ({ status: 200, body: `{"success":true,"data":${data}}` })

/** A failure of docs/service.md §7 in its documented envelope. */
export function failure(code: keyof typeof codes, details = 'said by the witness'): Answer {
  const [status, message] = codes[code]
  return {
    status,
    body: `{"success":false,"error":{"code":"${code}","message":${text(message)},"details":${text(details)}}}`,
  }
}

/** 53 NFTs: 18 shoes, 18 apparel, 17 accessories; ids are beyond what a double can hold. */
export const nfts = Array.from({ length: 53 }, (_, n) => {
  const type = ['shoes', 'apparel', 'accessories'][n % 3] ?? ''
  return {
    type,
    json: `{"id":${9007199254740993n + BigInt(n)},"type":"${type}","name":"Nr ${n + 1}","boost":1.10}`,
  }
})

/** 45 days of motion, the newest (2026-01-31) first. */
export const days = Array.from({ length: 45 }, (_, n) => {
  const date = new Date(Date.UTC(2026, 0, 31 - n)).toISOString().slice(0, 10)
  return `{"date":"${date}","steps":${8000 + n},"distance":5.20,"earnings":{"mft":1.10}}`
})

/** One page in each of the wrappings that a service may use; `deeper` is one level too deep to be looked for. */
export const shapes = {
  bare: (rows: string) => rows,
  items: (rows: string, total: number) => `{"items":${rows},"total":${total}}`,
  results: (rows: string) => `{"data":{"results":${rows}}}`,
  list: (rows: string, total: number, page: number, limit: number) =>
    `{"list":${rows},"page":${page},"total_pages":${Math.ceil(total / limit)}}`,
  nested: (rows: string, total: number) => `{"collection":{"total":${total},"equipment":${rows}}}`,
  ties: (rows: string) => `{"tags":["summer"],"results":[],"items":${rows}}`,
  deeper: (rows: string) => `{"a":{"b":{"c":${rows}}}}`,
}

/** Page `page` of `limit` rows, in the wrapping asked for; page 1 and 20 rows where the query is silent (§4). */
export function paged(rows: string[], query: URLSearchParams, shape: Shape): string {
  const page = Number(query.get('page') ?? 1)
  const limit = Number(query.get('limit') ?? 20)
  const part = rows.slice((page - 1) * limit, page * limit)
  return shapes[shape](`[${part.join(',')}]`, rows.length, page, limit)
}

/** The daily record with the numbers that a double would spoil (§2). */
export const daily = (date: string) =>
  `{"date":${text(date)},"steps":8421,"distance":5.20,"duration":3720,"calories":312.50,"earnings":` +
  '{"mft":1.10,"k_day":9007199254740993,"multipliers":{"nft":0.1234567890123456789,"streak":1.0,"social":1.25}}}'

/** The JSON object in a body, or undefined where it is anything else. */
function fields(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function login(body: string, house: House): Answer {
  const { address, signature, message } = fields(body) ?? {}
  if (typeof address !== 'string' || !signature || !message) return failure('AUTH_001')
  const { token, expiresAt } = house.login(address)
  return good(
    `{"token":"${token}","expires_at":"${expiresAt}","user":{"address":${text(address)},"kyc_status":"verified"}}`,
  )
}

function submit(body: string, house: House): Answer {
  const motion = fields(body)
  const numbers = [motion?.['steps'] ?? 0, motion?.['distance'] ?? 0, motion?.['duration'] ?? 0]
  if (!motion || !numbers.every((n) => typeof n === 'number' && n >= 0)) return failure('MOTION_001')
  if (house.proof !== undefined && motion['proof'] !== house.proof) return failure('MOTION_002')
  return good('{"submission":"w-1","accepted":true}')
}

const collection = ({ query }: Ask, { shape }: House) => {
  const type = query.get('type')
  const rows = nfts.filter((nft) => type === null || nft.type === type).map((nft) => nft.json)
  return good(paged(rows, query, shape))
}

const transaction = `"transaction":"0x${'5e'.repeat(32)}"`

/** By method and path below the base address: of the others, the answer of their exchange in test/spec is given. */
export const operations: Record<string, (ask: Ask, house: House) => Answer> = {
  'POST /auth/login': (ask, house) => login(ask.body, house),
  'GET /motion/daily': (ask) => good(daily(ask.query.get('date') ?? new Date().toISOString().slice(0, 10))),
  'GET /motion/history': (ask, house) => good(paged(days, ask.query, house.shape)),
  'POST /motion/submit': (ask, house) => submit(ask.body, house),
  'GET /nft/collection': collection,
  'GET /nft/collection/{address}': collection,
  'POST /nft/mint': () => good(`{"id":9007199254741046,${transaction}}`),
  'PUT /nft/upgrade': () => good(`{"id":9007199254740993,"level":2,${transaction}}`),
  'GET /token/balance': () => good('{"balance":12345678901234567890.5,"claimable":1.10}'),
  'POST /token/claim': () => good(`{"claimed":1.10,${transaction}}`),
  'GET /token/price': () => good('{"symbol":"MFT","usd":0.0420}'),
  'GET /user/profile': (ask) => good(`{"address":${text(ask.address)},"kyc_status":"verified","name":"W"}`),
  'PUT /user/settings': () => good('{"saved":true}'),
  'POST /user/kyc': () => good('{"received":true}'),
}

/** An answer whose small body unpacks to `size` bytes and more; its encoding travels as a header. */
export function bomb(encoding: 'gzip' | 'br' | 'deflate', size = 5 * 1024 * 1024) {
  const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[encoding]
  const body = pack(`{"success":true,"data":{"padding":"${'0'.repeat(size)}"}}`)
  return { status: 200, body, headers: { 'Content-Encoding': encoding } }
}

/** A good envelope whose data is `levels` arrays, each in the one before. */
export const deep = (levels = 300) => good('['.repeat(levels) + ']'.repeat(levels))

/** Headers of `bytes` and a little more in all, a kilobyte each. */
export const manyHeaders = (bytes = 40 * 1024): [string, string][] =>
  Array.from({ length: Math.ceil(bytes / 1024) }, (_, n) => [`X-Filler-${n}`, 'f'.repeat(1024)])
