/** What is said of an answer that is not the service's. */
import { expect, test } from 'vitest'
import { failureOf } from '../../src/client/failure.ts'
import type { Composed } from '../../src/client/compose.ts'
import { heardOf, openEnvelope } from '../../src/client/envelope.ts'
import { judge, type Kind } from '../../src/client/outcome.ts'

const request: Composed = {
  operation: 'token.price',
  method: 'GET',
  path: '/token/price',
  url: '',
  headers: {},
}

/** The failure of a request that was answered so. */
function failed(
  status: number,
  text: string,
  { type = 'text/html', kind = 'read', of = request }: { type?: string; kind?: Kind; of?: Composed } = {},
) {
  const reply = { what: 'answered', status, headers: new Map([['content-type', type]]), text } as const
  const opened = openEnvelope(text, kind)
  const verdict = judge(kind, heardOf(reply, opened))
  return failureOf({ redact: (words) => words, request: of, kind, reply, opened, verdict })
}

test.each([
  [429, 'wait, or allow a longer wait with --max-wait'],
  [408, 'Try again in a few minutes.'],
  [425, 'Try again in a few minutes.'],
  [500, 'Try again in a few minutes.'],
  [502, 'Try again in a few minutes.'],
  [404, 'Check the base URL.'],
])('the fix for HTTP %i without an envelope is: %s', (status, hint) => {
  expect(failed(status, '<p>no</p>').fault).toMatchObject({ code: 'CLI_UNEXPECTED_RESPONSE', hint })
})

test('a write in doubt is never told to try again', () => {
  expect(failed(408, '', { kind: 'write' }).fault.hint).toMatch(/^Do not repeat it/)
})

test('a redirect is told with its content type and what it begins with', () => {
  expect(failed(302, `<p>moved</p>${'x'.repeat(300)}`).message).toBe(
    `The service redirects the request (HTTP 302, text/html), and movecli follows no redirect: "<p>moved</p>${'x'.repeat(188)}…"`,
  )
})

test('a redirect without a body ends with its sentence', () => {
  expect(failed(307, '').message).toBe(
    'The service redirects the request (HTTP 307, text/html), and movecli follows no redirect.',
  )
})

test('a redirect of identity data is not quoted', () => {
  const of: Composed = { ...request, operation: 'user.kyc', method: 'POST', path: '/user/kyc' }
  expect(failed(302, 'Zoy', { kind: 'write', of }).message).not.toContain('Zoy')
})
