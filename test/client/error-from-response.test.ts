/** What is said of an answer that is not the service's. */
import { expect, test } from 'vitest'
import { errorFromResponse } from '../../src/client/error-from-response.ts'
import type { Composed } from '../../src/client/compose.ts'
import { summarizeReply, openEnvelope } from '../../src/client/open-envelope.ts'
import { classify } from '../../src/client/classify-response.ts'
import type { Reply } from '../../src/client/guarded-transport.ts'
import { requestKind } from '../../src/client/compose.ts'
import { operationOf, type OperationName } from '../../src/contract/operations.ts'

const request: Composed = {
  operation: operationOf('token.price'),
  method: 'GET',
  path: '/token/price',
  url: '',
  headers: {},
}

/** The failure of a request that was answered so. */
function failed(
  status: number,
  text: string,
  {
    type = 'text/html',
    kind = 'read',
    of = request,
    redact = (words) => words,
  }: { type?: string; kind?: 'read' | 'write'; of?: Composed; redact?: (words: string) => string } = {},
) {
  const reply = { what: 'answered', status, headers: new Map([['content-type', type]]), text } as const
  const opened = openEnvelope(text, kind)
  const classification = classify(kind, summarizeReply(reply, opened))
  const operation = { ...of.operation!, kind }
  return errorFromResponse({
    redact,
    redactWords: redact,
    request: { ...of, operation },
    reply,
    opened,
    classification,
  })
}

test.each([
  [429, 'Wait, or allow a longer wait with --max-wait.'],
  [408, 'Try again in a few minutes.'],
  [425, 'Try again in a few minutes.'],
  [500, 'Try again in a few minutes.'],
  [502, 'Try again in a few minutes.'],
  [404, 'Check the base URL.'],
])('the fix for HTTP %i without an envelope is: %s', (status, hint) => {
  expect(failed(status, '<p>no</p>').fault).toMatchObject({ code: 'CLI_UNEXPECTED_RESPONSE', hint })
})

test('a write whose outcome is unknown is never told to try again', () => {
  expect(failed(408, '', { kind: 'write' }).fault.hint).toMatch(/^Do not repeat it/)
})

test.each([
  [503, 'read', 'The service is unavailable; service says: "no"'],
  [404, 'read', 'The service did not find it; service says: "no"'],
  [429, 'read', 'The request rate is over the limit; service says: "no"'],
  [400, 'read', 'The service rejected the request; service says: "no"'],
  [
    503,
    'write',
    'The service is unavailable; service says: "no" It is unknown whether GET /token/price was applied.',
  ],
] as const)('a code in no table takes the words of its status: HTTP %i, %s', (status, kind, message) => {
  const text = JSON.stringify({ success: false, error: { code: `HTTP_${status}`, message: 'no' } })
  const error = failed(status, text, { kind })
  expect({ message: error.message, exit: error.fault.exit }).toEqual({
    message,
    exit: kind === 'write' ? 9 : expect.any(Number),
  })
})

test('a redirect is told with its content type and what it begins with', () => {
  expect(failed(302, `<p>moved</p>${'x'.repeat(300)}`).message).toBe(
    `The service redirects the request (HTTP 302, text/html), which movecli does not follow: "<p>moved</p>${'x'.repeat(188)}…"`,
  )
})

test('a redirect without a body ends with its sentence', () => {
  expect(failed(307, '').message).toBe(
    'The service redirects the request (HTTP 307, text/html), which movecli does not follow.',
  )
})

test('a redirect of identity data is not quoted', () => {
  const of: Composed = { ...request, operation: operationOf('user.kyc'), method: 'POST', path: '/user/kyc' }
  expect(failed(302, 'Zoy', { kind: 'write', of }).message).not.toContain('Zoy')
})

test.each([
  [401, 4],
  [403, 5],
  [404, 6],
  [400, 5],
])('HTTP %i without an envelope ends with %i and is not called retryable', (status, exit) => {
  expect(failed(status, '<p>no</p>').fault).toMatchObject({ exit, retryable: false })
})

test.each(['auth_001', 'Limit Exceeded', 'err-42', '1001', 'ü'])(
  'a code of the service is kept whatever its shape: %s',
  (code) => {
    const text = JSON.stringify({ success: false, error: { code, message: 'no' } })
    expect(failed(400, text).fault).toMatchObject({ code, exit: 5 })
  },
)

test('a code that is a number is kept with its digits; one that looks like ours, or is empty, is not taken', () => {
  expect(failed(400, '{"success":false,"error":{"code":1001}}').fault.code).toBe('1001')
  for (const code of ['CLI_BUG', ' CLI_BUG', 'cli_bug', ' ', ''])
    expect(failed(400, JSON.stringify({ success: false, error: { code } })).fault.code).toBe('CLI_REJECTED')
})

test('foreign words lose their secrets before they are cut', () => {
  const secret = 'k-0123456789'
  const redact = (words: string) => words.replaceAll(secret, '[redacted]')
  const places: [status: number, type: string, text: string][] = [
    [200, `text/${'x'.repeat(70)}${secret}`, 'no'],
    [302, `text/${'x'.repeat(70)}${secret}`, 'no'],
    [200, 'text/plain', `${'x'.repeat(195)}${secret}`],
    [400, 'a/b', JSON.stringify({ success: false, error: { code: 'X'.repeat(60) + secret } })],
    [400, 'a/b', JSON.stringify({ success: false, error: { code: 'X', message: 'x'.repeat(295) + secret } })],
  ]
  for (const [status, type, text] of places) {
    const { message, fault } = failed(status, text, { type, redact })
    expect(message + fault.code).not.toContain(secret.slice(0, 4))
  }
})

test('a write whose outcome is unknown is told by what happened, and what is not known', () => {
  const of: Composed = { ...request, operation: operationOf('nft.mint'), method: 'POST', path: '/nft/mint' }
  expect(failed(502, '<p>no</p>', { kind: 'write', of }).message).toBe(
    'Unexpected response from the service (HTTP 502, text/html): "<p>no</p>" It is unknown whether POST /nft/mint was applied.',
  )
})

test('a byte-order mark before the JSON of an answer is no part of it', () => {
  expect(openEnvelope('\ufeff{"success":true,"data":{"a":1}}', 'read').envelope).toEqual({ is: 'good' })
  expect(openEnvelope('\ufeff\ufeff{"success":true,"data":{}}', 'read').envelope).toEqual({ is: 'none' })
})

/** The failure of an operation that was met so. */
function met(name: OperationName, reply: Reply, more: { hints?: Record<string, string> } = {}) {
  const operation = operationOf(name)
  const { method, path } = operation
  const of: Composed = { operation, method, path, url: '', headers: {} }
  const kind = requestKind(of)
  const opened = reply.what === 'answered' ? openEnvelope(reply.text, kind) : undefined
  const classification = classify(kind, summarizeReply(reply, opened))
  const same = (words: string) => words
  return errorFromResponse({
    redact: same,
    redactWords: same,
    request: of,
    reply,
    opened,
    classification,
    ...more,
  })
}
const answered = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  what: 'answered',
  status,
  text,
  headers: new Map(Object.entries(headers)),
})
const refusal = (error: object) => JSON.stringify({ success: false, error })
const notSent = { what: 'not-sent', why: 'No way', timedOut: false } as const
const lost = { what: 'lost', why: 'Cut', timedOut: false } as const

test.each<
  [OperationName, Reply, code: string, exit: number, outcome: string | undefined, retryable?: boolean]
>([
  ['token.price', notSent, 'CLI_CONNECT', 8, 'not_sent'],
  ['token.price', { ...notSent, tls: true, final: true }, 'CLI_TLS', 8, 'not_sent'],
  ['token.price', lost, 'CLI_UNAVAILABLE', 8, undefined],
  ['token.price', { ...lost, timedOut: true }, 'CLI_TIMEOUT', 8, undefined],
  ['token.price', { ...lost, final: true }, 'CLI_UNEXPECTED_RESPONSE', 8, undefined],
  ['token.price', answered(502, ''), 'CLI_UNEXPECTED_RESPONSE', 8, 'rejected'],
  ['token.price', answered(200, ''), 'CLI_UNEXPECTED_RESPONSE', 8, 'rejected'],
  ['token.price', answered(200, refusal({})), 'CLI_REJECTED', 5, 'rejected', false],
  ['token.price', answered(404, refusal({})), 'CLI_NOT_FOUND', 6, 'rejected', false],
  ['token.price', answered(429, refusal({})), 'CLI_RATE_LIMITED', 7, 'rejected'],
  ['token.price', answered(503, refusal({})), 'CLI_UNAVAILABLE', 8, 'rejected'],
  ['token.price', answered(401, refusal({ code: 'AUTH_002' })), 'AUTH_002', 4, 'rejected', false],
  ['auth.login', lost, 'CLI_UNAVAILABLE', 8, undefined],
  ['auth.login', answered(503, ''), 'CLI_UNEXPECTED_RESPONSE', 8, 'rejected'],
  ['token.claim', notSent, 'CLI_CONNECT', 8, 'not_sent'],
  ['token.claim', lost, 'CLI_OUTCOME_UNKNOWN', 9, 'unknown'],
  ['token.claim', answered(503, refusal({ code: 'CHAIN_001' })), 'CLI_OUTCOME_UNKNOWN', 9, 'unknown'],
  ['token.claim', answered(429, ''), 'CLI_UNEXPECTED_RESPONSE', 7, 'rejected'],
  ['token.claim', answered(400, refusal({ code: 'X_1' })), 'X_1', 5, 'rejected', false],
  ['token.claim', answered(400, refusal({})), 'CLI_OUTCOME_UNKNOWN', 9, 'unknown'],
  ['token.claim', answered(200, refusal({ code: ' ' })), 'CLI_OUTCOME_UNKNOWN', 9, 'unknown'],
  ['user.settings', notSent, 'CLI_CONNECT', 8, 'not_sent'],
  ['user.settings', lost, 'CLI_UNAVAILABLE', 8, 'unknown', true],
  ['user.settings', answered(409, refusal({})), 'CLI_UNAVAILABLE', 8, 'unknown', true],
  ['user.settings', answered(503, ''), 'CLI_UNEXPECTED_RESPONSE', 8, 'unknown', true],
  ['user.settings', answered(400, refusal({ code: 'X_1' })), 'X_1', 5, 'rejected', false],
  ['user.settings', answered(400, refusal({})), 'CLI_UNAVAILABLE', 8, 'unknown', true],
])('%s that meets %j is %s', (name, reply, code, exit, outcome, retryable) => {
  const { fault } = met(name, reply)
  expect([fault.code, fault.exit, fault.outcome, fault.retryable]).toEqual([code, exit, outcome, retryable])
})

test('of the words of a service 300 characters are quoted, of a code 64 are kept, of a type of content 80', () => {
  const said = (message: string) => met('token.price', answered(400, refusal({ code: 'X', message }))).message
  expect(said('x'.repeat(300))).toContain(`"${'x'.repeat(300)}"`)
  expect(said('x'.repeat(301))).toContain(`"${'x'.repeat(300)}…"`)
  expect(said('two\n  lines')).toContain('"two lines"')
  const code = (text: string) => met('token.price', answered(400, refusal({ code: text }))).fault.code
  expect([code('X'.repeat(64)), code('X'.repeat(65))]).toEqual(['X'.repeat(64), `${'X'.repeat(64)}…`])
  const type = (text: string) => met('token.price', answered(502, '', { 'content-type': text })).message
  expect(type('x'.repeat(81))).toContain(`(HTTP 502, ${'x'.repeat(80)}…)`)
  expect(type('text/html; charset=utf-8')).toContain('(HTTP 502, text/html)')
  expect([type(''), type(' ; x'), met('token.price', answered(502, '')).message]).toEqual(
    Array(3).fill('Unexpected response from the service (HTTP 502, no content type): it is empty.'),
  )
})

test('what may hold a token or identity data is not quoted, what else a write is answered with is', () => {
  for (const name of ['auth.login', 'user.kyc'] as const)
    for (const status of [200, 302, 502]) {
      const { message } = met(name, answered(status, 'Zoy and her token'))
      expect(message).not.toContain('Zoy')
      if (status !== 302) expect(message).toContain('): it cannot be read.')
    }
  expect(met('token.claim', answered(502, 'gone')).message).toContain('): "gone"')
})

test('a hint of the caller takes the place of the fix of its code alone', () => {
  const hints = { AUTH_002: 'Check MOVECLI_TOKEN.' }
  const hint = (code: string, status = 401) =>
    met('token.balance', answered(status, refusal({ code })), { hints }).fault.hint
  expect(hint('AUTH_002')).toBe('Check MOVECLI_TOKEN.')
  expect(hint('AUTH_001')).toBe('movecli login')
  for (const code of ['toString', 'constructor'])
    expect(hint(code, 400)).toBe('Check the request with --dry-run.')
})

test.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid'])(
  'the id of the request in %s is told',
  (name) => {
    const { fault } = met('token.price', answered(502, '', { 'x-request-id': '', [name]: 'r-1' }))
    expect([fault.requestId, fault.httpStatus, fault.request]).toEqual(['r-1', 502, 'GET /token/price'])
  },
)
