import { expect, test } from 'vitest'
import { login } from '../../../src/commands/login/index.ts'
import type { MoveError } from '../../../src/errors.ts'
import { verifySignature } from '../../../src/wallet/signature.ts'
import { privateKeyAddress, privateKeySigner } from '../../../src/wallet/signers/private-key.ts'
import { ask, known } from '../fixtures.ts'

const { address, privateKey } = known

function failure(text: string): MoveError {
  try {
    privateKeySigner(text)
  } catch (error) {
    return error as MoveError
  }
  throw new Error('taken for a key')
}

test.each([privateKey, privateKey.slice(2), privateKey.toUpperCase(), `${privateKey}\n`])(
  'a key signs in each of its forms: %#',
  async (text) => {
    const signed = await privateKeySigner(text)(ask())
    expect(signed).toMatchObject({ address, message: `${address} signs in` })
    expect(await verifySignature(signed)).toBe(signed.signature)
    expect(await privateKeyAddress(text)).toBe(address)
  },
)

test('the same words as cast signed get the same signature', async () => {
  const signed = await privateKeySigner(privateKey)(ask({ compose: () => known.cast.message }))
  expect(signed.signature).toBe(known.cast.signature)
})

const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
test.each([
  ['', 'not 64 hex digits'],
  ['0x', 'not 64 hex digits'],
  [privateKey.slice(0, -2), 'not 64 hex digits'],
  [`${privateKey}00`, 'not 64 hex digits'],
  [`${privateKey.slice(0, -1)}g`, 'not 64 hex digits'],
  ['0'.repeat(64), 'out of range'],
  [order, 'out of range'],
  [`0x${'f'.repeat(64)}`, 'out of range'],
])('what is no key is refused at once: %#', (text, why) => {
  expect(failure(text)).toMatchObject({
    message: expect.stringContaining(why),
    fault: { code: 'CLI_USAGE', exit: 2, outcome: 'not_sent' },
  })
})

test('no digit of a refused key is repeated', () => {
  const error = failure(`${privateKey}00`)
  const said = JSON.stringify(error, Object.getOwnPropertyNames(error))
  expect(said).toContain('The private key is not 64 hex digits')
  expect(said).not.toMatch(/[0-9a-f]{6}00|5e71aa/)
})

test('words and JSON are told which flag is theirs, and it exists', () => {
  const hints = [failure('test '.repeat(11) + 'junk'), failure('{"version":3}')].map(
    ({ fault }) => fault.hint,
  )
  expect(hints).toEqual([expect.stringContaining('--mnemonic-file'), expect.stringContaining('--keystore')])
  const flags = new Set(login.flags?.map(({ name }) => `--${name}`))
  const named = hints.flatMap((hint) => hint?.match(/--[a-z-]+/g) ?? [])
  expect(named.filter((flag) => !flags.has(flag))).toEqual([])
})

test('a key of another address than the one asked for signs nothing', async () => {
  const composed: string[] = []
  const compose = (text: string) => (composed.push(text), text)
  const wanted = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  await expect(privateKeySigner(privateKey)(ask({ address: wanted, compose }))).rejects.toMatchObject({
    message: `The signer is ${address}, not ${wanted}.`,
    fault: { code: 'CLI_SIGNATURE', exit: 4 },
  })
  expect(composed).toEqual([])
  expect(await privateKeySigner(privateKey)(ask({ address: address.toLowerCase() }))).toMatchObject({
    address,
  })
})

test('an interrupted ask signs nothing', async () => {
  await expect(privateKeySigner(privateKey)(ask({ signal: AbortSignal.abort('SIGINT') }))).rejects.toBe(
    'SIGINT',
  )
})
