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
