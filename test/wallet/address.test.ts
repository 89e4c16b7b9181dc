import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAddress, sameAddress } from '../../src/wallet/address.ts'

// The examples of EIP-55.
const official = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(official)('%s keeps its form', async (address) => {
  expect(await checkAddress(address)).toBe(address)
})

test('one letter in the wrong case is a wrong checksum', async () => {
  await expect(checkAddress('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The address 0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed has a wrong checksum: /,
    ),
    fault: {
      code: 'CLI_USAGE',
      exit: 2,
      outcome: 'not_sent',
      hint: expect.stringContaining('Copy it again'),
    },
  })
})

test('one digit changed in a checksummed address is found', async () => {
  await expect(checkAddress('0x5bAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).rejects.toThrow('wrong checksum')
})

test.each([
  [
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'The address does not start with 0x. ENS names are not supported.',
  ],
  ['', 'The address does not start with 0x. ENS names are not supported.'],
  ['0x', 'The address has 0 hex digits after 0x; it needs 40.'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'The address has 39 hex digits after 0x; it needs 40.'],
  [`0x${'ab'.repeat(32)}`, 'The address has 64 hex digits after 0x; it needs 40.'],
  [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    'The address has a character after 0x that is not a hex digit.',
  ],
  [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1B/../',
    'The address has a character after 0x that is not a hex digit.',
  ],
])('%j is refused without being repeated', async (text, message) => {
  await expect(checkAddress(text)).rejects.toMatchObject({ message, fault: { exit: 2 } })
})

test('case does not tell two addresses apart', () => {
  fc.assert(
    fc.property(fc.constantFrom(...official), (address) => {
      expect(sameAddress(address, address.toLowerCase())).toBe(true)
      expect(sameAddress(address, `${address.slice(0, -1)}1`)).toBe(false)
    }),
  )
})
