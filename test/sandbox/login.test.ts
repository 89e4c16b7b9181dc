/** Signing in with real signatures: what is taken, and each thing that is refused. */
import { expect, test } from 'vitest'
import { parseSignIn } from '../../src/sandbox/siwe-message.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { sandboxAddress } from '../../src/sandbox/constants.ts'
import { ask, signed, stranger, wallet } from './support.ts'
import { clock, noon } from '../support/clock.ts'

const make = (options = {}) => createSandbox({ now: clock().now, ...options })
const login = async (sandbox: ReturnType<typeof make>, body: unknown) => {
  const { status, data, error } = await ask(sandbox, 'POST /auth/login', { body, token: null })
  return { status, data: data as { token: string; user: { address: string } } | undefined, error }
}
const refused = async (body: unknown, options = {}) => {
  const { status, error } = await login(make(options), body)
  return `${status} ${error?.code}: ${error?.message} (${error?.details})`
}

test('the test wallet has the address that is printed', () => {
  expect(wallet.address).toBe(sandboxAddress)
})

test('any wallet can sign in, and its session is its own', async () => {
  const sandbox = make()
  const { data } = await login(sandbox, await signed({}, stranger))
  expect(data?.user).toEqual({ address: stranger.address, kyc_status: 'none' })
  expect(data?.token.split('.')).toHaveLength(3)
  const profile = await ask(sandbox, 'GET /user/profile', { token: data?.token ?? '' })
  expect(profile.data).toMatchObject({ address: stranger.address.toLowerCase() })
})

test('a signature with v 0 or 1, and an address in lower case, are the same', async () => {
  const { signature, address, message } = await signed()
  const v = signature.endsWith('1b') ? '00' : '01'
  const body = { address: address.toLowerCase(), message, signature: signature.slice(0, -2) + v }
  expect((await login(make(), body)).status).toBe(200)
})

test('a page of its own on loopback is a good domain', async () => {
  for (const domain of ['127.0.0.1:53211', 'localhost:4017', 'localhost', '127.0.0.9'])
    expect((await login(make(), await signed({ domain }))).status).toBe(200)
})

test('a statement, a request id, resources and a scheme are part of EIP-4361', async () => {
  const fields = {
    statement: 'Sign in to move.',
    requestId: 'r1',
    resources: ['https://a.example/x'],
    scheme: 'http',
  }
  expect((await login(make(), await signed({ ...fields, expirationTime: new Date(noon + 1) }))).status).toBe(
    200,
  )
})

test.each([
  ['issued ten minutes ago', { issuedAt: new Date(noon - 600_000) }],
  ['issued in ten minutes', { issuedAt: new Date(noon + 600_000) }],
  ['that ends in a moment', { expirationTime: new Date(noon + 1) }],
  ['that is valid from now on', { notBefore: new Date(noon) }],
])('a message %s is taken', async (_, fields) => {
  expect((await login(make(), await signed(fields))).status).toBe(200)
})

test('a session ends when its answer and its token say, and is of the address in any case', async () => {
  const sandbox = make({ tokenTtl: 90_000 })
  const { address, ...rest } = await signed()
  const { data } = await login(sandbox, { ...rest, address: address.toUpperCase().replace('X', 'x') })
  expect(data).toMatchObject({ expires_at: '2026-03-04T12:01:30.000Z' })
  const [, claims = '', random = ''] = data!.token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    exp: (noon + 90_000) / 1000,
  })
  expect(Buffer.from(random, 'base64url')).toHaveLength(32)
  const { data: profile } = await ask(sandbox, 'GET /user/profile', { token: data!.token })
  expect(profile).toMatchObject({ address: address.toLowerCase() })
})

test('two sessions of one wallet have tokens of their own, and both are good', async () => {
  const sandbox = make()
  const tokens = []
  for (let each = 0; each < 2; each += 1) tokens.push((await login(sandbox, await signed())).data!.token)
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect((await ask(sandbox, 'GET /user/profile', { token })).status).toBe(200)
})

test('a message is good once', async () => {
  const sandbox = make()
  const body = await signed()
  expect((await login(sandbox, body)).status).toBe(200)
  expect((await login(sandbox, body)).error).toMatchObject({
    code: 'AUTH_002',
    message: 'The message was used before.',
  })
})

test('two logins at once with one message: one of them is refused', async () => {
  const sandbox = make()
  const body = await signed()
  const both = await Promise.all([login(sandbox, body), login(sandbox, body)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

const foreign = 'http://127.0.0.1:4017/v2'
const wrong: [string, () => Promise<unknown>][] = [
  ['The message is not fresh.', async () => signed({ issuedAt: new Date(noon - 601_000) })],
  ['The message is not fresh.', async () => signed({ issuedAt: new Date(noon + 601_000) })],
  ['The message has expired.', async () => signed({ expirationTime: new Date(noon) })],
  ['The message is not valid yet.', async () => signed({ notBefore: new Date(noon + 1000) })],
  ['The URI of the message is not the base URL.', async () => signed({ uri: foreign })],
  ['The URI of the message is not the base URL.', async () => signed({ uri: 'http://127.0.0.1:4017/v1/' })],
  ['The URI of the message is not the base URL.', async () => signed({ uri: 'https://127.0.0.1:4017/v1' })],
  ['The URI of the message is not the base URL.', async () => signed({ uri: 'http://evil.example:4017/v1' })],
  ['The domain of the message is not of this sandbox.', async () => signed({ domain: 'evil.example' })],
  ['The domain of the message is not of this sandbox.', async () => signed({ domain: 'evil.example:4017' })],
  ['The message names another address.', async () => ({ ...(await signed()), address: stranger.address })],
  [
    'The signature is of another address.',
    async () => ({ ...(await signed()), signature: (await signed()).signature }),
  ],
  ['The signature is no signature.', async () => ({ ...(await signed()), signature: '0x1234' })],
  [
    'The signature is no signature.',
    async () => ({ ...(await signed()), signature: `0x${'0'.repeat(128)}1b` }),
  ],
  [
    'The message is no EIP-4361 sign-in message of version 1.',
    async () => ({ ...(await signed()), message: 'hello' }),
  ],
  ['The sign-in is malformed.', async () => ({ ...(await signed()), signature: 5 })],
]
test.each(wrong)('AUTH_002: %s', async (message, body) => {
  expect(await refused(await body())).toContain(`401 AUTH_002: ${message}`)
})

test('an address in the message without the capitals of EIP-55 is refused', async () => {
  const { message } = await signed()
  const flat = message.replace(wallet.address, wallet.address.toLowerCase())
  const body = {
    address: wallet.address,
    message: flat,
    signature: await wallet.signMessage({ message: flat }),
  }
  expect(await refused(body)).toContain('is not in EIP-55 checksum form')
})

test('missing fields are AUTH_001 and named', async () => {
  expect(await refused({ address: wallet.address })).toBe(
    '401 AUTH_001: The sign-in lacks fields. (missing: signature, message)',
  )
})

test('a further host name is good as URI and domain where it is allowed', async () => {
  const body = await signed({ uri: 'http://sandbox.lan:4017/v1', domain: 'sandbox.example:4017' })
  const named = await signed({ uri: 'http://sandbox.example:4017/v1', domain: 'sandbox.example:4017' })
  expect((await login(make({ hosts: ['sandbox.example'] }), body)).status).toBe(401)
  expect((await login(make({ hosts: ['sandbox.example'] }), named)).status).toBe(200)
})

const good = (await signed({ statement: 'Hello.' })).message
const broken: [string, string][] = [
  ['a line break at the end', `${good}\n`],
  ['a line break before', `\n${good}`],
  ['windows line ends', good.replaceAll('\n', '\r\n')],
  ['version 2', good.replace('Version: 1', 'Version: 2')],
  ['no version', good.replace('Version: 1\n', '')],
  ['a short nonce', good.replace(/Nonce: .*/, 'Nonce: abc1234')],
  ['a nonce with a dash', good.replace(/Nonce: .*/, 'Nonce: abcd-1234')],
  ['fields out of order', good.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
  ['a chain that is no number', good.replace('Chain ID: 1', 'Chain ID: one')],
  ['a time without zone', good.replace(/Issued At: .*/, 'Issued At: 2026-03-04T12:00:00')],
  ['a day that does not exist', good.replace(/Issued At: .*/, 'Issued At: 2026-02-30T12:00:00Z')],
  ['a second text line', good.replace('Hello.', 'Hello.\nAgain.')],
  ['an unknown field', `${good}\nColour: red`],
  ['no address', good.replace(wallet.address, '0x12')],
  ['letters outside ASCII', good.replace('Hello.', 'Grüße.')],
]
test.each(broken)('no EIP-4361 message: %s', (_, message) => {
  expect(parseSignIn(good)).toBeDefined()
  expect(parseSignIn(message)).toBeUndefined()
})
