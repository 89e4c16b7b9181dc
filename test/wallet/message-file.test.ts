/** Message files: what movecli composed itself is taken, everything else is refused with its reason. */
import { expect, test } from 'vitest'
import { composeMessage } from '../support/sign-in-message.ts'
import { checkMessage, type Expected } from '../../src/wallet/message-file.ts'

const now = new Date('2026-03-04T12:00:00Z')
const address = '0xC1b1550860Af52B06262459996047267E43aCb8b'
const expected: Expected = {
  address,
  baseUrl: 'https://api.example/v1',
  domain: 'api.example',
  chainId: 1,
  network: 'testnet',
  now,
}
const parts = {
  baseUrl: expected.baseUrl,
  chainId: 1,
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: now,
  network: 'testnet',
  address,
}
const message = await composeMessage(parts)

test('a composed message is taken, its final line break left out', async () => {
  for (const ending of ['', '\n', '\r\n'])
    expect(await checkMessage(message + ending, expected)).toBe(message)
  expect(await checkMessage(message, { ...expected, address: address.toLowerCase() })).toBe(message)
})

const wrong: [why: string, text: string][] = [
  ['it is not an EIP-4361 sign-in message', 'I give everything away'],
  ['it is not an EIP-4361 sign-in message', ''],
  ['it is not an EIP-4361 sign-in message', `${message}\n\n`],
  [
    'it has Resources, which can grant more than signing in',
    `${message}\nResources:\n- https://evil.example`,
  ],
  [
    'it has a Request ID, which can stand for more than signing in',
    `${message}\nRequest ID: 1\nResources:\n- https://evil.example`,
  ],
  ['it is not an EIP-4361 sign-in message', `anything\nResources:\n- https://evil.example`],
  [
    'it expires before it was issued',
    message
      .replace(/Issued At: \S+/, 'Issued At: 2026-03-04T12:09:00Z')
      .replace(/Expiration Time: \S+/, 'Expiration Time: 2026-03-04T12:08:00Z'),
  ],
  ['it is not an EIP-4361 sign-in message', message.replace('Version: 1', 'Version: 2')],
  ['it is not an EIP-4361 sign-in message', message.replace(/Nonce: \w+/, 'Nonce: short')],
  ['it is not an EIP-4361 sign-in message', message.replaceAll('\n', '\r\n')],
  ['its domain is not api.example', message.replace('api.example wants', 'evil.example wants')],
  [
    'its URI is not https://api.example/v1',
    message.replace('URI: https://api.example/v1', 'URI: https://evil.example/v1'),
  ],
  ['its chain id is not 1', message.replace('Chain ID: 1', 'Chain ID: 5')],
  [`it is not for the address ${address}`, message.replace(address, `0x${'1'.repeat(40)}`)],
  ['it was issued in the future', message.replace(/Issued At: \S+/, 'Issued At: 2026-03-04T12:11:00Z')],
  [
    'it expired at 2026-03-04T11:00:00.000Z',
    message.replace(/Expiration Time: \S+/, 'Expiration Time: 2026-03-04T11:00:00Z'),
  ],
  ['its address is not written with its checksum', message.replace(address, address.toLowerCase())],
  ['a time in it is not a time', message.replace(/Issued At: \S+/, 'Issued At: 2026-02-30T12:00:00Z')],
  [
    'a time in it is not a time',
    message.replace(/Expiration Time: \S+/, 'Expiration Time: 2026-13-04T12:00:00Z'),
  ],
  ['it is not valid yet', `${message}\nNot Before: 2026-03-04T13:00:00Z`],
]
test.each(wrong)('%s', async (why, text) => {
  await expect(checkMessage(text, expected)).rejects.toThrow(`The message file cannot be sent: ${why}.`)
})

test('a template that ends in a line break is part of the message, and one more is not', async () => {
  const template = '{domain} {timestamp}\n'
  const text = await composeMessage({ ...parts, template })
  expect(text.endsWith('\n')).toBe(true)
  expect(await checkMessage(`${text}\n`, { ...expected, template })).toBe(text)
})

test.each(['timestamp', 'nonce'])('a template that has {%s} twice takes one value for both', async (name) => {
  const template = `{domain} {timestamp} {nonce}, again {${name}}`
  const text = await composeMessage({ ...parts, template })
  const fitting = { ...expected, template }
  expect(await checkMessage(text, fitting)).toBe(text)
  const other = name === 'nonce' ? 'f'.repeat(32) : '2026-03-04T12:00:01.000Z'
  const torn = text.replace(/\S+$/, other)
  expect(torn).not.toBe(text)
  await expect(checkMessage(torn, fitting)).rejects.toThrow(`its ${name} is not the same everywhere`)
})

test('a template is fitted instead, with its own places and a fresh time', async () => {
  const template = 'Log in (a+b) to {domain} [{network}] as {address} at {timestamp}, {nonce}.'
  const text = await composeMessage({ ...parts, template })
  const fitting = { ...expected, template }
  expect(await checkMessage(`${text}\n`, fitting)).toBe(text)
  await expect(checkMessage(message, fitting)).rejects.toThrow('it does not fit auth.messageTemplate')
  await expect(checkMessage(text.replace('api.example', 'evil.example'), fitting)).rejects.toThrow(
    'its domain',
  )
  await expect(checkMessage(text.replace('testnet', 'mainnet'), fitting)).rejects.toThrow('its network')
  const later = { ...fitting, now: new Date('2026-03-04T12:10:00Z') }
  await expect(checkMessage(text, later)).rejects.toThrow('it expired at 2026-03-04T12:10:00.000Z')
})

const later = (ms: number) => new Date(now.getTime() + ms)
const minutes = (count: number) => count * 60_000
const without = (name: string) => message.replace(new RegExp(`\n${name}: \\S+`), '')
const issued = (ms: number) => message.replace(/Issued At: \S+/, `Issued At: ${later(ms).toISOString()}`)

test.each([
  [
    'issued ten minutes ahead of this clock',
    issued(minutes(10)).replace(/Expiration Time: \S+/, 'Expiration Time: 2026-03-04T12:20:00Z'),
    now,
  ],
  ['in its last millisecond', message, later(minutes(10) - 1)],
  ['without an end, ten minutes long', without('Expiration Time'), later(minutes(10) - 1)],
  ['valid from now on', `${message}\nNot Before: 2026-03-04T12:00:00Z`, now],
  ['valid since a while, in another zone', `${message}\nNot Before: 2026-03-04T12:59:00+01:00`, now],
])('a message %s is taken', async (_, text, at) => {
  expect(await checkMessage(text, { ...expected, now: at })).toBe(text)
})

test.each([
  ['it was issued in the future', issued(minutes(10) + 1), now],
  ['it expired at 2026-03-04T12:10:00.000Z', message, later(minutes(10))],
  ['it expired at 2026-03-04T12:10:00.000Z', without('Expiration Time'), later(minutes(10))],
  ['it is not valid yet', `${message}\nNot Before: 2026-03-04T12:00:00.001Z`, now],
  ['it is not valid yet', `${message}\nNot Before: 2026-03-04T12:00:00-01:00`, now],
  ['a time in it is not a time', `${message}\nNot Before: 2026-02-30T12:00:00Z`, now],
  [
    'it expires before it was issued',
    issued(minutes(5)).replace(/Expiration Time: \S+/, 'Expiration Time: 2026-03-04T12:05:00Z'),
    now,
  ],
])('a message that is out of its time is refused: %s', async (why, text, at) => {
  await expect(checkMessage(text, { ...expected, now: at })).rejects.toThrow(
    `The message file cannot be sent: ${why}.`,
  )
})

test('a chain, a domain and a port that are configured are those of the message', async () => {
  const place = { chainId: 137, domain: 'app.example:8443' }
  const text = await composeMessage({ ...parts, ...place })
  expect(await checkMessage(text, { ...expected, ...place })).toBe(text)
  await expect(checkMessage(text, { ...expected, ...place, chainId: 1 })).rejects.toThrow(
    'its chain id is not 1',
  )
  await expect(checkMessage(text, { ...expected, ...place, domain: 'app.example' })).rejects.toThrow(
    'its domain is not app.example',
  )
})

const stranger = `0x${'1'.repeat(40)}`
test.each([
  ['it is not for the address', '{address} {timestamp}', address, stranger],
  [
    'it is not for the address',
    '{address} {address} {timestamp}',
    `${address} ${address}`,
    `${address} ${stranger}`,
  ],
  [
    'its domain is not',
    '{domain} {domain} {timestamp}',
    'api.example api.example',
    'api.example evil.example',
  ],
  ['its network is not', '{network} {network} {timestamp}', 'testnet testnet', 'testnet mainnet'],
  ['it does not fit auth.messageTemplate', 'a.c {timestamp}', 'a.c', 'abc'],
  ['it does not fit auth.messageTemplate', 'a {timestamp}', 'a', 'I give all away: a'],
])(
  'a text that fits the template but for one place is refused: %s of %s',
  async (why, template, good, wrong) => {
    const fitting = { ...expected, template }
    const text = await composeMessage({ ...parts, template })
    expect(await checkMessage(text, fitting)).toBe(text)
    expect(text).toContain(good)
    await expect(checkMessage(text.replace(good, wrong), fitting)).rejects.toThrow(why)
  },
)

test('a text of the template that was made by a clock ahead of this one is taken for ten minutes', async () => {
  const template = '{domain} {timestamp}'
  const fitting = { ...expected, template }
  const text = await composeMessage({ ...parts, template })
  expect(await checkMessage(text, { ...fitting, now: later(minutes(-10)) })).toBe(text)
  await expect(checkMessage(text, { ...fitting, now: later(minutes(-10) - 1) })).rejects.toThrow(
    'it was issued in the future',
  )
})
