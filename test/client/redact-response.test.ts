/** A secret comes out of no answer, however its bytes are spread over the leaves of the data. */
import { mapTexts } from '../../src/contract/texts.ts'
import { expect, test } from 'vitest'
import { openEnvelope } from '../../src/client/open-envelope.ts'
import { redactEnvelope } from '../../src/client/redact-response.ts'
import { writeJson } from '../../src/contract/lossless-json.ts'
import { createSecrets } from '../../src/output/redact.ts'

test('the bytes of a secret in a list of numbers are hidden, and other lists stay', () => {
  const key = 'sk_live_Q7w9Zr2XkP4t'
  const secrets = createSecrets()
  secrets.add(key)
  const data = { key: Buffer.from(key), sums: [1.5, 20], bytes: [...Buffer.from('other bytes')], empty: [] }
  const text = JSON.stringify({ success: true, data })
  const opened = redactEnvelope(openEnvelope(text, 'read'), text, (each) => secrets.redact(each))
  expect(writeJson(opened.data)).toBe(
    JSON.stringify({ ...data, key: { type: 'Buffer', data: ['[redacted]'] } }),
  )
})

test('names of fields that are hidden alike keep what is behind each of them', () => {
  const data = { 'a secret': 1, 'A SECRET': 2, '[secret 2]': 3, other: 4 }
  const changed = mapTexts(data, (text) => text.replace(/a secret/i, '[secret]'))
  expect(changed).toEqual({ '[secret]': 1, '[secret 3]': 2, '[secret 2]': 3, other: 4 })
})

test('a proof in JSON that comes back parsed is hidden, and data without it stay', () => {
  const proof = '{"pi_a":["12345678901234567890","99887766554433221100"],"protocol":"groth16"}'
  const secrets = createSecrets()
  secrets.add(proof)
  const shown = (data: string) => {
    const text = `{"success":true,"data":${data}}`
    return writeJson(redactEnvelope(openEnvelope(text, 'write'), text, (each) => secrets.redact(each)).data)
  }
  expect(shown(`{"id":"m-1","proof":${proof}}`)).not.toMatch(/1234567890|9988776655/)
  const other = '{"id":"m-1","proof":{"pi_a":["5"],"protocol":"groth16"}}'
  expect(shown(other)).toBe(other)
})
