import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeSignature, recover, verifySignature } from '../../src/wallet/signature.ts'
import { privateKeySigner } from '../../src/wallet/signers/private-key.ts'
import { ask, known } from './fixtures.ts'

const { address, cast, ethers } = known
const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

test.each([
  ['cast', cast],
  ['ethers', ethers],
])('a signature made by %s is one of its address', async (_, { message, signature }) => {
  expect(await verifySignature({ address, message, signature })).toBe(signature)
})

test('v 0 and 1, upper case, a missing 0x and space around it come out in one form', async () => {
  const { message, signature } = cast
  const v = Number.parseInt(signature.slice(-2), 16)
  const forms = [
    signature.slice(2),
    signature.toUpperCase(),
    ` ${signature}\r\n`,
    `${signature.slice(0, -2)}0${v - 27}`,
  ]
  for (const form of forms) {
    expect(normalizeSignature(form)).toBe(signature)
    expect(await verifySignature({ address: address.toLowerCase(), message, signature: form })).toBe(
      signature,
    )
  }
})

test('the compact form of EIP-2098 comes out as 65 bytes', async () => {
  // The vectors of the specification, and one of cast.
  const vectors = [
    [
      '68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b90',
      '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
      '1b',
    ],
    [
      '9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76',
      '139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
      '1c',
    ],
    [cast.signature.slice(2, 66), cast.signature.slice(66, 130), cast.signature.slice(130)],
  ] as const
  for (const [r, s, v] of vectors) {
    const first = Number.parseInt(s.slice(0, 1), 16) + (v === '1c' ? 8 : 0)
    expect(normalizeSignature(`${r}${first.toString(16)}${s.slice(1)}`)).toBe(`0x${r}${s}${v}`)
  }
})

test('a signature with a high s comes out with its low one', async () => {
  const s = order - BigInt(`0x${cast.signature.slice(66, 130)}`)
  const v = cast.signature.endsWith('1b') ? '1c' : '1b'
  const high = cast.signature.slice(0, 66) + s.toString(16).padStart(64, '0') + v
  expect(await verifySignature({ address, message: cast.message, signature: high })).toBe(cast.signature)
})

test('a signature of another wallet names both addresses and is not sent', async () => {
  await expect(verifySignature({ address: other, ...cast })).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`${address}.*${other}`)),
    fault: {
      code: 'CLI_SIGNATURE',
      exit: 4,
      outcome: 'not_sent',
      hint: expect.stringContaining('--contract-wallet'),
    },
  })
})

test('a signature over another message is refused', async () => {
  await expect(
    verifySignature({ address, message: `${cast.message} `, signature: cast.signature }),
  ).rejects.toMatchObject({ fault: { code: 'CLI_SIGNATURE', exit: 4 } })
})

test.each([
  ['', 'The signature is empty.'],
  ['0x', 'The signature is empty.'],
  ['rejected by user', 'The signature is not hex.'],
  ['0xabc', 'The signature is not hex.'],
  ['0xabcd', 'The signature has 2 bytes; it needs 65, or 64.'],
  [`0x${'11'.repeat(66)}`, 'The signature has 66 bytes; it needs 65, or 64.'],
  [`0x${'11'.repeat(65)}`, 'The last byte of the signature is 17; it must be 0, 1, 27 or 28.'],
  [`0x${'00'.repeat(65)}`, 'The signature is not valid: no key can have made it.'],
  [`0x${'ff'.repeat(64)}1b`, 'The signature is not valid: no key can have made it.'],
])('%j is no signature', async (signature, message) => {
  await expect(verifySignature({ address, message: 'm', signature })).rejects.toMatchObject({
    message,
    fault: { code: 'CLI_SIGNATURE', exit: 4, outcome: 'not_sent' },
  })
})

test('that of a contract wallet need only be hex and keeps its last byte', async () => {
  const claim = { address: other, message: 'm', contractWallet: true }
  expect(await verifySignature({ ...claim, signature: 'ABCD00' })).toBe('0xabcd00')
  await expect(verifySignature({ ...claim, signature: 'yes' })).rejects.toThrow('not hex')
  await expect(verifySignature({ ...claim, signature: '' })).rejects.toThrow('empty')
})

test('what a key signs is recovered to its address, whatever the message', async () => {
  const key = fc.bigInt({ min: 1n, max: order - 1n }).map((n) => n.toString(16).padStart(64, '0'))
  await fc.assert(
    fc.asyncProperty(key, fc.string({ unit: 'binary' }), async (hex, text) => {
      const { address, message, signature } = await privateKeySigner(hex)(ask({ compose: () => text }))
      expect(message).toBe(text)
      expect(await recover(text, signature)).toBe(address)
    }),
    { numRuns: 15 },
  )
})
