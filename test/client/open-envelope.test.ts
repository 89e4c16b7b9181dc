/** What an answer says: good, a refusal, or nothing that the service would say. */
import { expect, test } from 'vitest'
import { openEnvelope, parseBody } from '../../src/client/open-envelope.ts'
import { digits, parseJson, writeJson } from '../../src/contract/lossless-json.ts'

const good = { envelope: { is: 'good' } }
const none = { envelope: { is: 'none' } }
const noData = { ...none, why: 'the envelope has no data.' }
const noRecord = { ...none, why: 'the envelope has no record as data.' }

test.each([
  ['{"success":true}', noData, good],
  ['{"success":true,"data":null}', noData, { ...good, data: null }],
  ['{"success":true,"data":false}', { ...good, data: false }, { ...good, data: false }],
  ['{"success":true,"data":""}', { ...good, data: '' }, { ...good, data: '' }],
  ['{"success":true,"data":[]}', { ...good, data: [] }, { ...good, data: [] }],
  ['{"success":true,"data":{},"error":{"code":"X"}}', { ...good, data: {} }, { ...good, data: {} }],
])('a read needs data, a write does not: %s', (text, read, write) => {
  expect(openEnvelope(text, 'read')).toEqual(read)
  for (const kind of ['write', 'repeatable'] as const) expect(openEnvelope(text, kind)).toEqual(write)
})

test.each(['[]', '[{}]', '"text"', '5', 'true'])('a read of a record needs one, not %s', (data) => {
  const text = `{"success":true,"data":${data}}`
  expect(openEnvelope(text, 'read', { record: true })).toEqual(noRecord)
  expect(openEnvelope(text, 'read').envelope).toEqual({ is: 'good' })
  expect(openEnvelope(text, 'write', { record: true }).envelope).toEqual({ is: 'good' })
})

test('a record that lacks fields is one, and amounts keep their digits', () => {
  const { envelope, data } = openEnvelope('{"success":true,"data":{"a":1.10}}', 'read', { record: true })
  expect([envelope, writeJson(data)]).toEqual([{ is: 'good' }, '{"a":1.10}'])
})

const session = { token: 't', expires_at: '2026-01-31T12:00:00Z', user: { address: '0x1', kyc_status: 'x' } }
test.each<[object | null, string]>([
  [null, '(whole)'],
  [{ ...session, token: undefined }, 'token'],
  [{ ...session, token: 5 }, 'token'],
  [{ ...session, expires_at: '2026-01-31' }, 'expires_at'],
  [{ ...session, expires_at: 1_769_860_800 }, 'expires_at'],
  [{ ...session, user: { kyc_status: 'x' } }, 'user.address'],
  [{ ...session, user: { address: '0x1', kyc_status: null } }, 'user.kyc_status'],
])('a login needs its documented fields: %j', (data, path) => {
  const text = JSON.stringify({ success: true, data })
  expect(openEnvelope(text, 'login')).toEqual({ ...none, why: `${path} is not as documented.` })
  expect(openEnvelope(text, 'write').envelope).toEqual({ is: 'good' })
})

test('a login with them is good', () => {
  expect(openEnvelope(JSON.stringify({ success: true, data: session }), 'login').envelope).toEqual({
    is: 'good',
  })
})

test.each<[string, object]>([
  ['{"success":false}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":null,"data":{"a":1}}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":"no"}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":[{"code":"X"}]}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":{"code":"X_1"}}', { envelope: { is: 'refused', code: 'X_1' } }],
  ['{"success":false,"error":{"code":1.10}}', { envelope: { is: 'refused', code: '1.10' } }],
  ['{"success":false,"error":{"code":true,"message":5,"details":["x"]}}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":{"code":"","message":"","details":""}}', { envelope: { is: 'refused' } }],
  [
    '{"success":false,"error":{"code":"MOTION_001","message":"bad","details":"steps"}}',
    { envelope: { is: 'refused', code: 'MOTION_001' }, message: 'bad', details: 'steps' },
  ],
  [
    '{"success":false,"error":{"message":"bad","details":{"a":1}}}',
    { envelope: { is: 'refused' }, message: 'bad' },
  ],
  ['{"success":false,"error":{"code":" CHAIN_001"}}', { envelope: { is: 'refused', code: 'CHAIN_001' } }],
  [
    '{"success":false,"error":{"code":"CHAIN_001\\u0000\\n"}}',
    { envelope: { is: 'refused', code: 'CHAIN_001' } },
  ],
  ['{"success":false,"error":{"code":" CLI_BUG"}}', { envelope: { is: 'refused' } }],
  ['{"success":false,"error":{"code":"X CLI_BUG"}}', { envelope: { is: 'refused', code: 'X CLI_BUG' } }],
])('of a refusal its code, message and details are kept where they are texts: %s', (text, opened) => {
  for (const kind of ['read', 'write', 'login'] as const) expect(openEnvelope(text, kind)).toEqual(opened)
})

test.each([
  '',
  ' ',
  '{',
  'null',
  '5',
  '[]',
  '[{"success":true}]',
  '{}',
  '{"data":{}}',
  '<html>',
  '{"success":true,}',
])('what is no envelope is none: %j', (text) => {
  for (const kind of ['read', 'write', 'login'] as const) expect(openEnvelope(text, kind)).toEqual(none)
})

test('an answer that says two things under one name says nothing', () => {
  expect(openEnvelope('{"success":false,"success":true,"data":{}}', 'write')).toEqual(none)
  expect(openEnvelope('{"success":true,"data":{"balance":1,"balance":2}}', 'read')).toEqual(none)
})

test('a body is JSON with its digits, or nothing', () => {
  expect(parseBody(' {"a":1e400} ')).toEqual({ a: digits('1e400') })
  expect(parseBody('null')).toBeNull()
  expect(['', 'undefined', "{'a':1}", 'NaN'].map(parseBody)).toEqual(Array(4).fill(undefined))
  expect(writeJson(parseJson('[1.10,0.0]'))).toBe('[1.10,0.0]')
})
