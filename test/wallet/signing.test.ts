import * as viem from 'viem/accounts'
import { expect, test } from 'vitest'
import { privateKeyToAddress, recoverMessageAddress, signMessage } from '../../src/wallet/signing.ts'
import { known } from './fixtures.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const keys = [
  known.privateKey,
  `0x${'1'.padStart(64, '0')}`,
  `0x${(order - 1n).toString(16)}`,
  ...Array.from(
    { length: 8 },
    (_, at) => `0x${'0123456789abcdef'[at + 3]!.repeat(64 - at).padStart(64, '0')}`,
  ),
] as `0x${string}`[]

test.each(keys)('address and signatures are those that viem makes: %#', async (privateKey) => {
  const address = privateKeyToAddress(privateKey)
  expect(address).toBe(viem.privateKeyToAddress(privateKey))
  for (const message of ['', 'sign in', 'ö\n'.repeat(300)]) {
    const signature = signMessage({ message, privateKey })
    expect(signature).toBe(await viem.signMessage({ message, privateKey }))
    expect(recoverMessageAddress({ message, signature })).toBe(address)
    expect(recoverMessageAddress({ message: `${message}.`, signature })).not.toBe(address)
  }
})

test('the address is the same where the platform leaves the curve out', () => {
  const without = () => {
    throw new Error('Invalid EC curve name')
  }
  for (const privateKey of keys)
    expect(privateKeyToAddress(privateKey, without)).toBe(viem.privateKeyToAddress(privateKey))
})
