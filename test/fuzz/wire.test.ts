/** Whatever is asked of the sandbox: an envelope with a status of its own. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationNames, operationOf } from '../../src/contract/operations.ts'
import { sandboxBaseUrl } from '../../src/contract/service.ts'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { cases } from './sound.ts'

const known = operationNames
  .map((name) => operationOf(name))
  .map(({ method, path }) => ({ method, path: path.replace(/\{.*\}/, 'x') }))
const text = fc.string({ maxLength: 10 })
const query = fc.dictionary(
  fc.oneof(text, fc.constantFrom('date', 'address', 'page', 'limit', 'type', '__proto__')),
  fc.oneof(text, fc.constantFrom('0', '-1', '1e9', '2026-02-30', 'shoes', '9'.repeat(40))),
  { maxKeys: 3 },
)
const headers = fc.record(
  {
    'X-API-Key': fc.constantFrom(sandboxApiKey, sandboxApiKey, 'wrong', ''),
    Authorization: fc.constantFrom(`Bearer ${sandboxToken}`, `Bearer ${sandboxToken}`, 'Bearer x', ''),
    'Content-Type': fc.constantFrom('application/json', 'text/plain'),
    'Content-Length': text,
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .dictionary(
      fc.constantFrom(
        'steps',
        'distance',
        'duration',
        'proof',
        'device_id',
        'address',
        'signature',
        'message',
        'id',
        '__proto__',
      ),
      fc.jsonValue(),
    )
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
)
const request = fc.record(
  {
    to: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...known) },
      fc.record({ method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'X'), path: fc.webPath() }),
    ),
    query,
    headers,
    body,
  },
  { requiredKeys: ['to', 'query', 'headers'] },
)

test('every request has its answer', { timeout: 1_000_000 }, async () => {
  const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
    const sandbox = createSandbox({ limitPerHour: 0 })
    for (const { to, query: pairs, headers: given, body: bytes } of requests) {
      const url = `${sandboxBaseUrl}${to.path}?${new URLSearchParams(pairs).toString()}`
      const { signal } = new AbortController()
      const answer = await sandbox({
        method: to.method,
        url,
        headers: given,
        signal,
        ...(bytes && { body: bytes }),
      })
      const parts: Uint8Array[] = []
      for await (const part of answer.body) parts.push(part)
      const said = JSON.parse(Buffer.concat(parts).toString()) as {
        success: boolean
        error?: { code: string }
      }
      const told = JSON.stringify([to, pairs, answer.status, said])
      expect(answer.status, told).toBeGreaterThanOrEqual(200)
      expect(answer.status, told).not.toBe(500)
      expect(said.success, told).toBe(answer.status < 400)
      if (!said.success) expect(said.error?.code, told).toMatch(/^[A-Z][A-Z0-9_]+$/)
    }
  })
  await fc.assert(property, { numRuns: cases(500) })
})
