import { expect, test } from 'vitest'
import { isKeySized, looksLikeWalletSecret } from '../../src/wallet/secret-shape.ts'
import { fixture, known } from './fixtures.ts'

const extended =
  'prv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test.each([
  known.privateKey,
  known.privateKey.slice(2),
  known.privateKey.toUpperCase(),
  ` "${known.privateKey}"\r\n`,
  words,
  words.toUpperCase(),
  words.replaceAll(' ', '\n'),
  ` ${words.replaceAll(' ', ' \t ')}\n`,
  words
    .split(' ')
    .map((word, i) => `${i + 1}. ${word}`)
    .join('\n'),
  `${words} legal winner thank`,
  'zoo '.repeat(18),
  'zoo '.repeat(21),
  `${words} ${words}`,
  fixture('ethers-6.json'),
  fixture('cast-1.json'),
  JSON.stringify(JSON.parse(fixture('cast-1.json'))),
  `[${fixture('cast-1.json')}]`,
  JSON.stringify(fixture('cast-1.json')),
  `'${known.privateKey}'`,
  `"${known.privateKey.slice(2)}"`,
  `${known.privateKey},`,
  `${known.privateKey};`,
  `[${known.privateKey}]`,
  `PRIVATE_KEY=${known.privateKey}`,
  `export PRIVATE_KEY="${known.privateKey.slice(2)}"`,
  `{"privateKey":"${known.privateKey.slice(2)}"}`,
  `hex:${known.privateKey.slice(2)}`,
  ...['x', 'y', 'z', 't'].map((kind) => `${kind}${extended}`),
  words.replaceAll(' ', '-'),
  words.replaceAll(' ', ','),
  words.replaceAll(' ', '_'),
  JSON.stringify(words.split(' ')),
  words
    .split(' ')
    .map((word, i) => `${i + 1}${word}`)
    .join(''),
  words.replaceAll(' ', ''),
  words
    .split(' ')
    .map((word) => word.slice(0, 4))
    .join(''),
  `the key is ${known.privateKey}, keep it`,
  `eth_key=${known.privateKey.slice(2)}`,
  `wallet: ${known.privateKey.slice(2)}`,
  `sk: ${known.privateKey.slice(2)}`,
  `my x${extended} here`,
  'zoo'.repeat(24),
  'zoo '.repeat(24),
  'zoo '.repeat(12),
  'zoo'.repeat(12),
])('a wallet secret is seen: %#', async (text) => {
  expect(await looksLikeWalletSecret(text)).toBe(true)
})

test.each([
  '',
  'sk_live_5e71aa1b20c6d94f83d2b7e605f9c13a',
  known.privateKey.slice(0, 42),
  `${known.privateKey}00`,
  words.split(' ').slice(0, 11).join(' '),
  words.replace('sausage', 'wurst'),
  'zoo '.repeat(25),
  '{"apiKey":"abc"}',
  '{"crypto":',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  `sk_live_${known.privateKey.slice(2)}`,
  `v1:${known.privateKey.slice(2)}:${known.privateKey.slice(2)}`,
  words.replaceAll(' ', '').slice(0, -1),
  'zoo'.repeat(25),
  'zoo'.repeat(11),
  `a${known.privateKey}`,
  `x${extended}`.slice(0, 103),
  `x${extended}${'1'.repeat(10)}`,
  'ciphertext of crypto',
  '{"ciphertext":"ab"}',
  'QWxhZGRpbjpvcGVuIHNlc2FtZXNlc2FtZW9wZW5hbGFkZGlu',
])('anything else is not: %#', async (text) => {
  expect(await looksLikeWalletSecret(text)).toBe(false)
})

test.each([
  [known.privateKey, true],
  [known.privateKey.slice(2).toUpperCase(), true],
  [`\n 0X${known.privateKey.slice(2)} `, true],
  [known.privateKey.slice(0, -1), false],
  [`${known.privateKey}0`, false],
  [known.cast.signature, false],
])('what has the size of a key is told: %#', (text, sized) => {
  expect(isKeySized(text)).toBe(sized)
})
