/** Mnemonics: the addresses that other wallets give for the same words, and words that are none. */
import { expect, test } from 'vitest'
import { mnemonicSigner } from '../../../src/wallet/signers/mnemonic.ts'
import { recover } from '../../../src/wallet/signature.ts'

/** The words that anvil and hardhat start with, and the addresses that both print for them. */
const words = 'test test test test test test test test test test test junk'
const ask = (address?: string) => ({
  compose: (who: string) => `sign in ${who}`,
  network: 'testnet',
  signal: new AbortController().signal,
  ...(address !== undefined && { address }),
})

test.each([
  [undefined, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  ["m/44'/60'/0'/0/1", '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ["m/44'/60'/0'/0/2", '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  ['m/44h/60H/0h/0/2', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
])('the key at %s is that of %s', async (path, address) => {
  const signed = await (await mnemonicSigner(` ${words.toUpperCase()}\n`, path))(ask())
  expect(signed.address).toBe(address)
  expect(await recover(signed.message, signed.signature)).toBe(address)
})

test.each([
  ['eleven words', words.replace(/ junk$/, '')],
  ['a word that is not in the list', words.replace('junk', 'junkyard')],
  ['a last word that does not fit', words.replace('junk', 'test')],
  ['nothing', ''],
])('%s: exit 2, and no word of it is repeated', async (_, text) => {
  const error = await mnemonicSigner(text).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ fault: { exit: 2 } })
  expect(JSON.stringify(error) + String(error)).not.toMatch(/junk|test test/)
})

test.each(['44/60', 'm', "m/44'/60'/0'/0/2147483648", 'm/-1', 'm/44hh/0'])(
  'the path %s is refused',
  async (path) => {
    await expect(mnemonicSigner(words, path)).rejects.toMatchObject({ fault: { exit: 2 } })
  },
)

test('a path whose quotes the shell removed is refused, and says how to type it', async () => {
  await expect(mnemonicSigner(words, 'm/44/60/0/0/1')).rejects.toMatchObject({
    message: '--hd-path has no hardened part. A shell removes single quotes.',
    fault: {
      code: 'CLI_USAGE',
      hint: 'Write h for each of them (m/44h/60h/0h/0/1), or put the path in double quotes.',
    },
  })
})

test('another address than the one that must sign is refused before anything is signed', async () => {
  const signer = await mnemonicSigner(words)
  await expect(signer(ask(`0x${'1'.repeat(40)}`))).rejects.toMatchObject({ fault: { code: 'CLI_SIGNATURE' } })
})

test.each([12, 15, 18, 21, 24])('%i words are a mnemonic where the last one fits', async (count) => {
  const { random, english } = await import('ox/Mnemonic')
  const strength = { 12: 128, 15: 160, 18: 192, 21: 224, 24: 256 }[count] ?? 0
  const signed = await (await mnemonicSigner(random(english, { strength })))(ask())
  expect(await recover(signed.message, signed.signature)).toBe(signed.address)
})

test.each([11, 13, 25])('%i words are none', async (count) => {
  await expect(mnemonicSigner('test '.repeat(count))).rejects.toThrow(
    `The mnemonic has ${count} words; it needs 12, 15, 18, 21 or 24.`,
  )
})
