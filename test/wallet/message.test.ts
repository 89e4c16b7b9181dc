import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { messageComposer, newNonce, templateWarning } from '../../src/wallet/message.ts'
import { composeMessage } from '../support/sign-in-message.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const parts = {
  baseUrl: 'https://testnet.service.example:8443/v1',
  chainId: 1,
  nonce: '00112233445566778899aabbccddeeff',
  issuedAt: new Date('2026-01-02T03:04:05.678Z'),
  network: 'testnet',
}
const compose = async (more: object = {}) => composeMessage({ ...parts, address, ...more })

// The grammar of EIP-4361, without the fields that movecli never writes.
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`
const grammar = new RegExp(
  [
    String.raw`^(?<domain>(?:[A-Za-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?) wants you to sign in with your Ethereum account:`,
    String.raw`(?<address>0x[0-9A-Fa-f]{40})`,
    '',
    String.raw`(?<statement>[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+)`,
    '',
    String.raw`URI: (?<uri>https?://[A-Za-z0-9\-._~:/[\]@!$&'()*+,;=%]+)`,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>[0-9]+)`,
    String.raw`Nonce: (?<nonce>[A-Za-z0-9]{8,})`,
    `Issued At: (?<issuedAt>${time})`,
    `Expiration Time: (?<expires>${time})$`,
  ].join('\n'),
)

test('the message is one of EIP-4361, in plain words', async () => {
  expect(await compose()).toMatchInlineSnapshot(`
    "testnet.service.example:8443 wants you to sign in with your Ethereum account:
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

    Sign in with movecli on testnet. This proves that the address is yours. It moves no funds and costs nothing.

    URI: https://testnet.service.example:8443/v1
    Version: 1
    Chain ID: 1
    Nonce: 00112233445566778899aabbccddeeff
    Issued At: 2026-01-02T03:04:05.678Z
    Expiration Time: 2026-01-02T03:14:05.678Z"
  `)
})

test('it follows the grammar and viem reads the same parts back', async () => {
  const message = await compose()
  expect(grammar.exec(message)?.groups).toMatchObject({
    domain: 'testnet.service.example:8443',
    address,
    uri: parts.baseUrl,
    chainId: '1',
    nonce: parts.nonce,
    issuedAt: '2026-01-02T03:04:05.678Z',
    expires: '2026-01-02T03:14:05.678Z',
  })
  const parsed = parseSiweMessage(message)
  expect(parsed).toMatchObject({
    address,
    domain: 'testnet.service.example:8443',
    uri: parts.baseUrl,
    chainId: 1,
  })
  expect(createSiweMessage(parsed as Parameters<typeof createSiweMessage>[0])).toBe(message)
})

test('hosts that viem alone refuses can sign in, too', async () => {
  for (const host of ['[::1]:8443', 'service', 'bücher.example', 'api.xn--p1ai']) {
    const message = await compose({ baseUrl: `https://${host}/v1/` })
    expect(grammar.exec(message)?.groups).toMatchObject({ domain: new URL(`https://${host}`).host })
  }
})

test('any host, path, nonce and time make printable ASCII that follows the grammar', async () => {
  const url = fc.webUrl().map((base) => new URL('v1', base.endsWith('/') ? base : `${base}/`).href)
  const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  await fc.assert(
    fc.asyncProperty(url, fc.integer({ min: 1 }), time, async (baseUrl, chainId, issuedAt) => {
      const message = await compose({ baseUrl, chainId, issuedAt, nonce: newNonce(randomBytes) })
      expect(message).toMatch(/^[\n\x20-\x7e]+$/)
      expect(message).toMatch(grammar)
    }),
    { numRuns: 50 },
  )
})

test('the domain of the configuration stands in place of the host', async () => {
  expect(await compose({ domain: '127.0.0.1:4000' })).toMatch(/^127\.0\.0\.1:4000 wants/)
})

test('an address in lower case is written with its checksum', async () => {
  expect(await compose({ address: address.toLowerCase() })).toContain(`\n${address}\n`)
})

test('a composer takes the address late, and what is new in each message', async () => {
  const late = await messageComposer(parts)
  expect(late(address, parts)).toBe(await compose())
  const issuedAt = new Date(parts.issuedAt.getTime() + 300_000)
  expect(late(address, { nonce: 'another0nonce', issuedAt })).toBe(
    await compose({ nonce: 'another0nonce', issuedAt }),
  )
})

test.each([
  [{ domain: 'service.example\nURI: https://evil.example' }, 'The domain'],
  [{ domain: 'user@service.example' }, 'The domain'],
  [{ domain: '' }, 'The domain'],
  [{ domain: 'bücher.example' }, 'The domain'],
  [{ chainId: 0 }, 'The chain id'],
  [{ chainId: 1.5 }, 'The chain id'],
  [{ baseUrl: 'service' }, 'The base URL'],
  [{ baseUrl: 'https://service.example/%zz/v1' }, 'The base URL'],
  [{ template: 'sign in' }, 'The message template must hold {timestamp}.'],
  [
    { template: '{timestamp}\u001b[2J' },
    'The message template must have no control character but line breaks.',
  ],
])('%j makes no message', async (more, message) => {
  await expect(compose(more)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    fault: { code: 'CLI_CONFIG', exit: 3, outcome: 'not_sent', hint: expect.stringContaining('config set') },
  })
})

test('a template replaces the whole text, each name once and for all', async () => {
  const template = 'Sign in to {domain} ({network})\n{address} {timestamp} {nonce} {other} {address}'
  expect(await compose({ template, network: '{nonce}' })).toBe(
    `Sign in to testnet.service.example:8443 ({nonce})\n${address} 2026-01-02T03:04:05.678Z ${parts.nonce} {other} ${address}`,
  )
})

test('a template that says where it belongs gets no warning', () => {
  expect(templateWarning('{timestamp} {domain}')).toBeUndefined()
  expect(templateWarning('{timestamp} {network}')).toBeUndefined()
  expect(templateWarning('{timestamp} {nonce}')).toMatch(/^The message template has neither/)
})

test('a nonce has at least 96 random bits, as alphanumerics', () => {
  const asked: number[] = []
  const nonce = newNonce((bytes) => (asked.push(bytes), new Uint8Array(bytes).fill(0xa5)))
  expect(nonce).toBe('a5'.repeat(16))
  expect(asked[0]! * 8).toBeGreaterThanOrEqual(96)
})
