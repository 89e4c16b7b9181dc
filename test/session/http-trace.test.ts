/** What -v and -vv say of a request and its answer: secrets and personal values by their length. */
import { expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import type { Reply } from '../../src/client/guarded-transport.ts'
import { maskFor } from '../../src/client/mask/mask.ts'
import { digits } from '../../src/contract/lossless-json.ts'
import type { OperationName } from '../../src/contract/operations.ts'
import { tracer } from '../../src/session/http-trace.ts'
import { target } from '../support/target.ts'

const answered = (text: string, headers: Record<string, string> = {}, status = 200): Reply => ({
  what: 'answered',
  status,
  text,
  headers: new Map(Object.entries(headers)),
})

/** The lines about a request and what it met. */
async function told(name: OperationName, input: object, reply: Reply, verbose = 2) {
  const lines: string[] = []
  const trace = tracer({ verbose, trace: (line) => void lines.push(line) }, target)
  const request = compose(name, { ...input }, target)
  trace({ on: 'request', request })
  trace({ on: 'reply', request, reply, mask: await maskFor(request), ms: 11.6 })
  return lines
}

test('once: the request line, the status and how long it took, and nothing of what was said', async () => {
  const date = { date: '2026-01-31' }
  expect(await told('motion.daily', date, answered('{"a":1}', { server: 'x' }), 1)).toEqual([
    '> GET https://service.example/v1/motion/daily?date=2026-01-31',
    '< 200 in 12 ms',
  ])
  expect(await told('token.claim', { body: { a: 1 } }, answered('', {}, 503), 1)).toEqual([
    '> POST https://service.example/v1/token/claim',
    '< 503 in 12 ms',
  ])
})

test('twice: headers and bodies too, the proof by its length', async () => {
  const motion = { steps: digits('5000'), distance: digits('5.20'), proof: 'zkp-1' }
  expect(
    await told('motion.submit', motion, answered('{"success":true}', { server: 'x', etag: 'y' }, 201)),
  ).toEqual([
    '> POST https://service.example/v1/motion/submit',
    '> X-API-Key: [15 characters]',
    '> Content-Type: application/json',
    '> User-Agent: movecli/test',
    '> Authorization: [24 characters]',
    '> {"steps":5000,"distance":5.20,"proof":"[5 characters]"}',
    '< 201 in 12 ms',
    '< server: x',
    '< etag: y',
    '< {"success":true}',
  ])
})

test.each([1, 2])('an answer that never came is told with the words of Node, at %i too', async (verbose) => {
  const lost = { what: 'lost', why: 'The connection closed', timedOut: false } as const
  expect((await told('token.price', {}, lost, verbose)).at(-1)).toBe(
    '< nothing after 12 ms: The connection closed',
  )
  expect((await told('token.price', {}, { ...lost, raw: 'read ECONNRESET' }, verbose)).at(-1)).toBe(
    '< nothing after 12 ms: The connection closed (read ECONNRESET)',
  )
})

const token = 'eyJhbGciOiJub25lIn0'
test('of the answer to a login headers and fields are told by their length, but for those that hold no session', async () => {
  const login = { address: '0x1', signature: '0xabcd', message: 'Sign in' }
  const lines = async (text: string, headers = {}) =>
    (await told('auth.login', login, answered(text, headers))).filter((line) => /^< [^2]/.test(line))
  const headers = {
    date: 'today',
    'retry-after': '5',
    'x-ratelimit-left': '7',
    'x-request-id': token,
    cookie: token,
    dated: token,
  }
  expect(await lines(`{"success":true,"data":{"token":"${token}"},"error":"${token}"}`, headers)).toEqual([
    '< date: today',
    '< retry-after: 5',
    '< x-ratelimit-left: 7',
    '< x-request-id: [19 characters]',
    '< cookie: [19 characters]',
    '< dated: [19 characters]',
    '< {"success":true,"data":{"token":"[19 characters]"},"error":"[19 characters]"}',
  ])
  expect(await lines(`{"success":false,"error":{"code":"AUTH_002"},"data":"${token}"}`)).toEqual([
    '< {"success":false,"error":{"code":"AUTH_002"},"data":"[19 characters]"}',
  ])
  for (const text of [`{"token":"${token}"}`, token, `["${token}"]`])
    expect(await lines(text)).toEqual([`< [${text.length} characters]`])
})

test.each(['user.kyc', 'user.settings'] as const)(
  'of the answer to %s no value is told, and of its refusal none of those that were sent',
  async (name) => {
    const last = async (text: string) =>
      (await told(name, { body: { name: 'Marguerite' } }, answered(text))).at(-1)
    expect(await last('{"success":true,"data":{"name":"Marguerite","ids":[7]}}')).toBe(
      '< {"success":true,"data":{"name":"[10 characters]","ids":["[1 characters]"]}}',
    )
    expect(await last('{"success":false,"error":{"code":"X","message":"Marguerite is wrong"}}')).toContain(
      '"message":"[redacted] is wrong"',
    )
    expect(await last('Marguerite')).toBe('< [10 characters]')
    const headers = { server: 'nginx', 'x-echo': 'Marguerite', 'x-request-id': 'marguerite-1' }
    const lines = await told(name, { body: { name: 'Marguerite' } }, answered('', headers))
    expect(lines.filter((line) => /^< [sx]/.test(line))).toEqual([
      '< server: nginx',
      '< x-echo: [redacted]',
      '< x-request-id: [redacted]',
    ])
    expect(await last('{"success":true}')).toBe('< {"success":true}')
  },
)
