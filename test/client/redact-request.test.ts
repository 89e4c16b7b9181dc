/** A request as it is shown: its secrets and personal values by their length, everything else as it is sent. */
import { expect, test } from 'vitest'
import { compose, composeRaw, type Composed, type Target } from '../../src/client/compose.ts'
import { byLength, redactRequest, valuesByLength } from '../../src/client/redact-request.ts'
import { digits, parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { operationOf, type OperationName } from '../../src/contract/operations.ts'
import { target } from '../support/target.ts'

const bodyOf = (request: Composed) => writeJson(redactRequest(request, target).body)

test('API key and session token are shown by their length, whatever their header is called and however it is spelled', () => {
  const shown = (more: Partial<Target> = {}) =>
    redactRequest(compose('token.price', {}, { ...target, ...more }), { ...target, ...more }).headers
  expect(shown()).toEqual({
    'X-API-Key': '[15 characters]',
    'Content-Type': 'application/json',
    'User-Agent': 'movecli/test',
    Authorization: '[24 characters]',
  })
  expect(shown({ tokenHeader: 'X-Session', tokenScheme: '' })).toMatchObject({
    'X-API-Key': '[15 characters]',
    'X-Session': '[17 characters]',
  })
  const { headers } = redactRequest(
    { method: 'GET', path: '/x', url: '', headers: { 'x-api-key': 'k', 'X-SESSION': 'tt', Other: 'o' } },
    { tokenHeader: 'x-session' },
  )
  expect(headers).toEqual({ 'x-api-key': '[1 characters]', 'X-SESSION': '[2 characters]', Other: 'o' })
})

test.each<[OperationName, object, string]>([
  [
    'motion.submit',
    { steps: digits('5000'), distance: digits('5.20'), proof: 'zkp-1', device_id: 'watch-7' },
    '{"steps":5000,"distance":5.20,"proof":"[5 characters]","device_id":"watch-7"}',
  ],
  [
    'auth.login',
    { address: '0x1', signature: '0xabcd', message: 'Sign in' },
    '{"address":"0x1","signature":"[6 characters]","message":"Sign in"}',
  ],
  ['token.claim', { body: parseJson('{"amount":1.10}') }, '{"amount":1.10}'],
  [
    'user.kyc',
    { body: parseJson('{"name":"Zoy","born":null,"of_age":true,"ids":[{"no":1.10},"AB1"]}') },
    '{"name":"[3 characters]","born":"[4 characters]","of_age":"[4 characters]","ids":[{"no":"[4 characters]"},"[3 characters]"]}',
  ],
  ['user.settings', { body: parseJson('{"units":{"of":"km"}}') }, '{"units":{"of":"[2 characters]"}}'],
])('of %s secret fields alone, of personal data every value', (name, input, shown) => {
  expect(bodyOf(compose(name, { ...input }, target))).toBe(shown)
})

const raw = (body: Json, more: Partial<Composed> = {}) => ({
  ...composeRaw('POST', '/x', [], body, target),
  ...more,
})

test('of a raw call on a path that is known under another method its rules count, in records of lists and records too', () => {
  const proofs = parseJson('[{"proof":"zkp-1","steps":5},{"rows":[{"proof":{"a":[1,2]}}]},"proof"]')
  expect(bodyOf(raw(proofs, { like: operationOf('motion.submit') }))).toBe(
    '[{"proof":"[5 characters]","steps":5},{"rows":[{"proof":"[15 characters]"}]},"proof"]',
  )
  expect(bodyOf(raw({ name: 'Zoy' }, { like: operationOf('user.kyc') }))).toBe('{"name":"[3 characters]"}')
  expect(bodyOf(raw('Zoy', { like: operationOf('user.kyc') }))).toBe('"[3 characters]"')
})

test('of a path that nobody knows the body is shown but for fields that are secret by their name, and where there is none, none', () => {
  expect(bodyOf(raw({ proof: 'zkp-1', name: 'Zoy', token: 'MOVE' }))).toBe(
    '{"proof":"[5 characters]","name":"Zoy","token":"MOVE"}',
  )
  expect(redactRequest(composeRaw('POST', '/x', [], undefined, target), target)).not.toHaveProperty('body')
  expect(bodyOf(raw(null))).toBe('null')
})

test('a length is that of what is written', () => {
  expect([byLength(''), byLength(null), byLength(digits('1.10')), byLength(false)]).toEqual([
    '[0 characters]',
    '[4 characters]',
    '[4 characters]',
    '[5 characters]',
  ])
  expect(valuesByLength([{}, [], { a: {} }])).toEqual([{}, [], { a: {} }])
})

test.each<[OperationName]>([['token.claim'], ['nft.mint'], ['nft.upgrade']])(
  'fields of %s are secret by their name, however it is written and wherever they stand',
  (name) => {
    const names = [
      'proof',
      'zkProof',
      'zk_proof',
      'SIGNATURE',
      'private-key',
      'privateKey',
      'mnemonic',
      'password',
    ]
    for (const field of names)
      for (const body of [{ [field]: 's3cret' }, { rows: [{ [field]: { a: 's3cret' } }], amount: 1 }])
        expect(bodyOf(compose(name, { body }, target)), field).not.toContain('s3cret')
    for (const body of [{ token: 'MOVE' }, { proven: 'yes' }, { key: 'a' }])
      expect(bodyOf(compose(name, { body }, target))).toBe(JSON.stringify(body))
  },
)
