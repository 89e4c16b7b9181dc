/** Keystores that are broken or ask for too much, each with what is said of it. */
import { fixture } from './fixtures.ts'

type Fields = Record<string, unknown>
type File = Fields & { crypto: Fields & { kdfparams: Fields; cipherparams: Fields } }
const scrypt = fixture('web3js-4-scrypt.json')
export const pbkdf2 = fixture('web3js-4-pbkdf2.json')

export const changed = (change: (file: File) => void, text = scrypt) => {
  const file = JSON.parse(text) as File
  change(file)
  return JSON.stringify(file)
}
export const kdf = (params: Fields, text = scrypt) =>
  changed((file) => Object.assign(file.crypto.kdfparams, params), text)

export const refusals: [why: string, text: string][] = [
  ['is not JSON', 'my secret notes'],
  ['is not JSON', ''],
  ['is not JSON', scrypt.slice(0, -20)],
  ['is larger than 64 KB', scrypt + ' '.repeat(64 * 1024)],
  ['has no "crypto" section', '[]'],
  ['has no "crypto" section', 'null'],
  ['has no "crypto" section', '{"version":3}'],
  ['has no "crypto" section', '{"version":3,"crypto":"aes"}'],
  ['is not of version 3', changed((file) => (file['version'] = 1))],
  ['names a cipher other than aes-128-ctr', changed((file) => (file.crypto['cipher'] = 'aes-128-cbc'))],
  ['has no "ciphertext"', changed((file) => delete file.crypto['ciphertext'])],
  ['has a "ciphertext" of 0 bytes', changed((file) => (file.crypto['ciphertext'] = ''))],
  ['has a "ciphertext" of 33 bytes', changed((file) => (file.crypto['ciphertext'] = 'ab'.repeat(33)))],
  ['has a "mac" that is not hex', changed((file) => (file.crypto['mac'] = 'x'.repeat(64)))],
  ['has a "mac" of 31 bytes', changed((file) => (file.crypto['mac'] = 'ab'.repeat(31)))],
  ['has no "iv"', changed((file) => delete file.crypto['cipherparams' as string])],
  ['has a "iv" of 15 bytes', changed((file) => (file.crypto.cipherparams['iv'] = 'ab'.repeat(15)))],
  [
    'has a "address" that is not hex',
    changed((file) => (file['address'] = 'hx177b10efe3018961a405cc7c20ee811c552831')),
  ],
  ['names a key derivation other than scrypt and pbkdf2', changed((file) => (file.crypto['kdf'] = 'argon2'))],
  ['has no "salt"', changed((file) => delete file.crypto['kdfparams' as string])],
  ['has no "n"', kdf({ n: '8192' })],
  ['has a "n" that is not a whole number above zero', kdf({ n: -8192 })],
  ['has a "r" that is not a whole number above zero', kdf({ r: 0.5 })],
  ['has an "n" that is not a power of two', kdf({ n: 8191 })],
  ['has an "n" that is not a power of two', kdf({ n: 1 })],
  ['has a "dklen" below 32', kdf({ dklen: 16 })],
  ['asks for more than 512 MB of memory (n=1073741824, r=8, p=1)', kdf({ n: 2 ** 30 })],
  ['asks for more than 512 MB of memory (n=2, r=2097152, p=16)', kdf({ n: 2, r: 2 ** 21, p: 16 })],
  ['asks for more than 512 MB of memory (n=2, r=2097152, p=1)', kdf({ n: 2, r: 2 ** 21, p: 1 })],
  ['asks for more than 512 MB of memory (n=16, r=262144, p=16)', kdf({ n: 16, r: 2 ** 18, p: 16 })],
  [
    'asks for too much work (n=524288, r=8, p=16); movecli allows n·r·p up to 33554432',
    kdf({ n: 2 ** 19, r: 8, p: 16 }),
  ],
  ['asks for p=17; movecli allows 16', kdf({ p: 17 })],
  ['asks for 10000001 rounds; movecli allows 10000000', kdf({ c: 10_000_001 }, pbkdf2)],
  ['names a prf other than hmac-sha256', kdf({ prf: 'hmac-sha1' }, pbkdf2)],
  ['has no "crypto" section', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['has no "crypto" section', '{"__proto__":{"crypto":{}},"version":3}'],
  ['has a "n" that is not a whole number above zero', scrypt.replace(/"n": ?\d+/, '"n":1e400')],
  ['has a "p" that is not a whole number above zero', kdf({ p: 0 })],
  ['has a "salt" of 1025 bytes', kdf({ salt: 'ab'.repeat(1025) })],
  ['has a "c" that is not a whole number above zero', kdf({ c: 2 ** 60 }, pbkdf2)],
]
