/** Whatever a service answers, in status, headers and body: a documented end, and no success that is none. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { env } from '../bulk/support.ts'
import { movecli } from '../support/movecli.ts'
import { cases, expectSound } from './sound.ts'
import { clock } from '../support/clock.ts'

const reads = [
  'motion daily',
  'motion daily --explain',
  'motion history',
  'nft ls',
  'token balance',
  'token price',
  'user profile',
  'kyc status',
  'whoami --check',
  'api GET /x',
]
const writes = [
  'motion submit --steps 1 --proof abcdef',
  'token claim --yes --force',
  'nft mint -f a=b --yes',
  'nft upgrade -F id=1 --yes',
  'user settings -f a=b',
  'api POST /x --yes',
]
const formats = ['--json', '--format ndjson', '--format csv', '--format tsv', '']

const day = { date: '2026-01-31', steps: 1, distance: 1.1, duration: 60, calories: 2, earnings: { mft: 1 } }
const value = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  fc.constantFrom<unknown>(
    day,
    [day, day],
    { items: [day] },
    { rows: { data: [1] } },
    { kyc: { status: 'x' } },
  ),
)
const envelope = fc.record(
  {
    success: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, fc.jsonValue()),
    data: value,
    error: fc.oneof(
      fc.record(
        {
          code: fc.oneof(
            fc.constantFrom('AUTH_001', 'CHAIN_001', 'NFT_001', 'RATE_001', 'CLI_BUG'),
            fc.string(),
          ),
          message: fc.string({ unit: 'binary' }),
          details: value,
        },
        { requiredKeys: [] },
      ),
      value,
    ),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  { weight: 5, arbitrary: envelope.map((each) => Buffer.from(JSON.stringify(each))) },
  value.map((each) => Buffer.from(JSON.stringify(each))),
  fc.tuple(envelope, fc.nat(200)).map(([each, at]) => Buffer.from(JSON.stringify(each)).subarray(0, at)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('', 'null', '{"success":true}', '<html>no</html>', '['.repeat(500))
    .map((text) => Buffer.from(text)),
)
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 408, 409, 425, 429, 500, 503) },
  fc.integer({ min: 200, max: 599 }),
)
const header = fc.oneof(
  fc.tuple(fc.constant('content-type'), fc.constantFrom('application/json', 'text/html', '')),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'br', 'x')),
  fc.tuple(
    fc.constant('retry-after'),
    fc.oneof(fc.constantFrom('1', 'soon', '99999999999', '-1', 'Wed, 21 Oct 2099 07:28:00 GMT'), fc.string()),
  ),
  fc.tuple(fc.constant('x-request-id'), fc.string({ unit: 'binary' })),
  fc.tuple(fc.constantFrom('x-ratelimit-remaining', 'ratelimit', 'date'), fc.string()),
)
const answer = fc.record({
  status,
  headers: fc.array(header, { maxLength: 4 }),
  body,
  zipped: fc.boolean(),
  breaks: fc.constantFrom('no', 'no', 'no', 'before', 'within'),
})
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never

const answering =
  (it: Answer): Transport =>
  async () => {
    if (it.breaks === 'before') throw new TransportFailure('sent', new Error('reset'))
    const zipped =
      it.zipped && it.headers.some(([name, text]) => name === 'content-encoding' && text === 'gzip')
    return {
      status: it.status,
      headers: it.headers,
      body: (async function* () {
        const bytes = zipped ? gzipSync(it.body) : it.body
        yield bytes.subarray(0, bytes.length >> 1)
        if (it.breaks === 'within') throw new TransportFailure('sent', new Error('reset'))
        yield bytes.subarray(bytes.length >> 1)
      })(),
    }
  }

/** Is it the envelope of a success, as far as a write needs? */
function isGood({ status: number, body: bytes, breaks }: Answer): boolean {
  if (breaks !== 'no' || number < 200 || number > 299) return false
  try {
    return (JSON.parse(bytes.toString()) as { success?: unknown }).success === true
  } catch {
    return false
  }
}

const run = async (line: string, format: string, it: Answer) =>
  movecli(`${line} ${format}`, { env, transport: answering(it), ...clock() })
const isJson = (format: string) => format === '--json' || format.endsWith('ndjson')

test('a read ends as documented, whatever the answer', { timeout: 1_000_000 }, async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...reads),
    fc.constantFrom(...formats),
    answer,
    async (line, format, it) => {
      const ran = await run(line, format, it)
      expectSound(ran, { json: isJson(format) })
      if (ran.code === 0 && line !== 'kyc status') expect(isGood(it)).toBe(true)
    },
  )
  await fc.assert(property, { numRuns: cases(400) })
})

test(
  'a write ends as documented: applied only where the service says so, unknown where nothing certain came',
  { timeout: 1_000_000 },
  async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...writes),
      fc.constantFrom(...formats),
      answer,
      async (line, format, it) => {
        const ran = await run(line, format, it)
        expectSound(ran, { json: isJson(format) })
        expect(ran.code === 0, JSON.stringify(ran)).toBe(isGood(it) && !unreadable(it))
        if (it.breaks !== 'no') expect(ran.code).toBe(line.startsWith('user settings') ? 8 : 9)
      },
    )
    await fc.assert(property, { numRuns: cases(400) })
  },
)

/** What says to be encoded and is not, or by what nobody knows. */
const unreadable = ({ headers, zipped }: Answer): boolean => {
  const encoding = headers.filter(([name]) => name === 'content-encoding').at(-1)?.[1]
  return encoding !== undefined && !(encoding === 'gzip' && zipped)
}
