/** A request as it leaves: what stands in its path, its query, its headers and its body. */
import { expect, test } from 'vitest'
import {
  bodyBytes,
  compose,
  composeRaw,
  headersFor,
  isWrite,
  requestKind,
  type Target,
} from '../../src/client/compose.ts'
import { digits, parseJson } from '../../src/contract/lossless-json.ts'
import { operationNames, operationOf } from '../../src/contract/operations.ts'

const target: Target = {
  baseUrl: 'https://service.example/v1',
  apiKey: 'k',
  tokenHeader: 'Authorization',
  tokenScheme: 'Bearer',
  userAgent: 'movecli/test',
}
const address = `0x${'aB'.repeat(20)}`

test('the token travels by the header and the scheme of the settings; without one neither is sent', () => {
  const common = { 'X-API-Key': 'k', 'Content-Type': 'application/json', 'User-Agent': 'movecli/test' }
  expect(headersFor(target)).toEqual(common)
  expect(headersFor({ ...target, token: 't' })).toEqual({ ...common, Authorization: 'Bearer t' })
  expect(headersFor({ ...target, token: 't', tokenScheme: '' })).toEqual({ ...common, Authorization: 't' })
  expect(headersFor({ ...target, token: 't', tokenHeader: 'X-Session', tokenScheme: 'Token' })).toEqual({
    ...common,
    'X-Session': 'Token t',
  })
})

test('no query parameter is sent that was not given, and those of the caller come behind, percent-encoded', () => {
  const url = (input: object, params: [string, string][] = []) =>
    compose('nft.collection', { ...input }, target, params).url.replace(target.baseUrl, '')
  expect(url({})).toBe('/nft/collection')
  expect(url({ page: digits('2'), type: 'shoes', limit: undefined })).toBe(
    '/nft/collection?type=shoes&page=2',
  )
  expect(
    url({ page: digits('2') }, [
      ['a b', 'c&d=é/?#+'],
      ['page', '3'],
    ]),
  ).toBe('/nft/collection?page=2&a%20b=c%26d%3D%C3%A9%2F%3F%23%2B&page=3')
  expect(url({}, [['a', '']])).toBe('/nft/collection?a=')
})

test('what stands in a path is percent-encoded there, and shown so', () => {
  const { url, path } = compose('nft.collectionOf', { address, page: digits('2') }, target)
  expect([path, url]).toEqual([
    `/nft/collection/${address}`,
    `${target.baseUrl}/nft/collection/${address}?page=2`,
  ])
  expect(compose('nft.collectionOf', { address: 'a/../b?c' }, target).path).toBe(
    '/nft/collection/a%2F..%2Fb%3Fc',
  )
})

test('a body has the fields that were given with their digits, an open one is as it was given, and a read has none', () => {
  const sent = (body: unknown) => String(Buffer.from(bodyBytes(body as never)))
  expect(
    sent(
      compose('motion.submit', { steps: digits('5'), distance: digits('1.10'), proof: undefined }, target)
        .body,
    ),
  ).toBe('{"steps":5,"distance":1.10}')
  expect(
    sent(compose('token.claim', { body: parseJson('{"amount":12345678901234567890.50}') }, target).body),
  ).toBe('{"amount":12345678901234567890.50}')
  expect(compose('token.price', {}, target)).not.toHaveProperty('body')
  expect(compose('motion.daily', { date: '2026-01-31' }, target)).not.toHaveProperty('body')
  expect(composeRaw('POST', '/new', [], undefined, target)).not.toHaveProperty('body')
})

test('what changes something at the service is a write, and settings alone may be sent again', () => {
  const kinds = operationNames.map((name) => [
    name,
    requestKind({ operation: operationOf(name), method: 'GET' }),
  ])
  expect(kinds.filter(([, kind]) => kind !== 'read')).toEqual([
    ['auth.login', 'login'],
    ['motion.submit', 'write'],
    ['nft.mint', 'write'],
    ['nft.upgrade', 'write'],
    ['token.claim', 'write'],
    ['user.settings', 'repeatable'],
    ['user.kyc', 'write'],
  ])
  expect(operationNames.filter((name) => isWrite(compose(name, {}, target)))).toHaveLength(6)
  expect(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => !isWrite(composeRaw(method, '/x', [], undefined, target)),
    ),
  ).toEqual(['GET'])
})
