import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from '../../src/output/redact.ts'
import { cellCsv, cellTsv, escapeJson, harmless, oneLine, unworkflow } from '../../src/output/safe.ts'

const secretsOf = (...all: string[]) => {
  const secrets = createSecrets()
  for (const secret of all) secrets.add(secret)
  return secrets
}

test.each([
  ['as it is', (secret: string) => secret],
  ['made harmless', harmless],
  ['on one line', (secret: string) => oneLine(secret)],
  ['in a TSV cell', cellTsv],
  ['in a CSV cell', (secret: string) => cellCsv(secret)],
  ['in JSON', (secret: string) => escapeJson(JSON.stringify(secret))],
  ['in JSON in JSON', (secret: string) => JSON.stringify(secret)],
  ['broken up for a runner', (secret: string) => unworkflow(harmless(secret))],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded in small letters', (secret: string) => encodeURIComponent(secret).toLowerCase()],
  ['in hex', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
  ['in base64 for URLs', (secret: string) => Buffer.from(secret).toString('base64url')],
])('a secret %s is hidden', (_, form) => {
  const secret = '.*(a+b)?[x]$^|\\ "q",\u202e##[\u001b end/é'
  const text = secretsOf(secret).redact(`before ${form(secret)} after`)
  expect(text).toMatch(/^before "?'?\[redacted\].{0,3} after$/)
})

test('a secret in the base64 of something longer is hidden at every offset', () => {
  const secret = 'sk_live_0123456789'
  for (const before of ['', 'u', 'us', 'user:']) {
    const text = secretsOf(secret).redact(Buffer.from(`${before}${secret}!`).toString('base64'))
    expect(text).toContain('[redacted]')
    expect(Buffer.from(text.split('[redacted]')[1] ?? '', 'base64').toString()).not.toContain('456789')
  }
})

test('overlapping secrets leave no tail behind', () => {
  const secrets = secretsOf('abcdefgh', 'efghijkl', 'abcdefghi')
  expect(secrets.redact('-abcdefghijkl-efghijkl-abcdefgh-')).toBe('-[redacted]-[redacted]-[redacted]-')
  expect(secretsOf('secret-1', 'secret-2').redact('secret-1secret-2')).toBe('[redacted]')
})

test('a hex key is hidden without its prefix and in capitals', () => {
  const key = `0x${'ab'.repeat(32)}`
  expect(secretsOf(key).redact(`key=${'AB'.repeat(32)}`)).toBe('key=[redacted]')
})

test('a secret that is added later is hidden from then on, blanks around it are no part of it', () => {
  const secrets = createSecrets()
  expect(secrets.redact('swordfish')).toBe('swordfish')
  secrets.add(' swordfish\n')
  secrets.add(undefined)
  expect(secrets.redact('swordfish')).toBe('[redacted]')
})

test('short words are no secrets', () => {
  expect(secretsOf('true', 'abc').redact('true abc')).toBe('true abc')
})

test('whatever a secret is, it is gone, and other text stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 6, maxLength: 30 }), fc.string(), (secret, around) => {
      fc.pre(secret.trim().length >= 6 && !'[redacted]'.includes(secret.trim().toLowerCase()))
      fc.pre(!around.toLowerCase().includes(secret.trim().toLowerCase()))
      const text = secretsOf(secret).redact(`${around}<${secret.trim()}>`)
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(secret.trim())
    }),
  )
})
