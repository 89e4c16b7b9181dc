/** What is said of an answer that is not the service's. */
import { expect, test } from 'vitest'
import { errorFromResponse } from '../../src/client/error-from-response.ts'
import type { Composed } from '../../src/client/compose.ts'
import { summarizeReply, openEnvelope } from '../../src/client/open-envelope.ts'
import { classify } from '../../src/client/classify-response.ts'
import { operationOf } from '../../src/contract/operations.ts'

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
