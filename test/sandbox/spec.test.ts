/**
 * The exchanges copied by hand from the service's document, put to the sandbox: status,
 * envelope, code and field types as documented.
 */
import { expect, test } from 'vitest'
import { readExchanges, type Exchange } from '../spec/read.ts'
import { play, type Heard } from './play.ts'
import { wallet } from './support.ts'

/** The types that a documented body shows, field by field; of a list or an open object only that it is one. */
const types = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, types(inner)]))
    : typeof value

const exchanges = readExchanges()
const good = exchanges.filter(({ expects }) => expects.code === undefined)
const failed = exchanges.filter(({ expects }) => expects.code !== undefined)

test.each(good)('$file $name: the sandbox answers as documented', async (exchange) => {
  const documented = JSON.parse(exchange.response.body) as Heard['body']
  const { status, headers, body } = await play(exchange)
  expect({ status, type: headers.get('content-type')?.split(';')[0] }).toEqual({
    status: exchange.response.status,
    type: 'application/json',
  })
  expect(body.success).toBe(true)
  expect(Object.keys(body)).toEqual(['success', 'data'])
  expect(Array.isArray(body.data)).toBe(false)
  expect(types(body.data)).toMatchObject(types(documented.data) as object)
})

test.each(failed)('$file $name: the sandbox fails as documented', async (exchange) => {
  const { status, headers, body } = await play(exchange)
  expect({ status, type: headers.get('content-type')?.split(';')[0] }).toEqual({
    status: exchange.response.status,
    type: 'application/json',
  })
  expect(body).toEqual({
    success: false,
    error: { code: exchange.expects.code, message: expect.any(String), details: expect.any(String) },
  })
})

const named = (name: string) => exchanges.find((exchange) => exchange.name === name) as Exchange
const items = async (name: string) => (await play(named(name))).body.data['items'] as { type: string }[]

test('the expiry time is in the details of AUTH_002 (§5.4)', async () => {
  const { body } = await play(named('token-expired'))
  expect(body.error['details']).toContain('2026-01-02T03:04:05')
})

test('the day is the one asked for, and today without a date (§4)', async () => {
  expect((await play(named('motion-daily'))).body.data['date']).toBe('2026-01-31')
  expect((await play(named('motion-daily-default'))).body.data['date']).toBe('2026-01-31')
})

test('a login names the address that signed, its state and an expiry in UTC (§4)', async () => {
  const { data } = (await play(named('kyc-verified'))).body
  expect(data).toMatchObject({
    user: { address: wallet.address, kyc_status: 'verified' },
    expires_at: expect.stringMatching(/^2026-01-31T13:01:00(\.0+)?Z$/),
  })
})

test('a page has 20 NFTs by default, and as many as `limit` says (§8, §4)', async () => {
  expect((await items('page-size')).length).toBe(20)
  expect((await items('nft-collection-page')).length).toBe(10)
})

test.each(['shoes', 'apparel', 'accessories'])('the type filter leaves only %s (§2)', async (type) => {
  const shown = await items(`nft-collection-${type}`)
  expect([...new Set(shown.map((nft) => nft.type))]).toEqual([type])
})
