import { encrypt, pbkdf2, scrypt } from 'ox/Keystore'
import { expect, test } from 'vitest'
import { verifySignature } from '../../../src/wallet/signature.ts'
import { openKeystore } from '../../../src/wallet/signers/keystore.ts'
import { readKeystore } from '../../../src/wallet/keystore-file.ts'
import { privateKeySigner } from '../../../src/wallet/signers/private-key.ts'
import { deriveKey } from '../../../src/wallet/keystore-key.ts'
import { ask, fixture, known } from '../fixtures.ts'

const password = 'throwaway-password'
const odd = 'Å ﬁt ½ ㍿'
const specKey = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'

test.concurrent.each([
  ['ethers-6.json', password, known.privateKey],
  ['ethers-6-nfkc-password.json', odd, known.privateKey],
  ['cast-1.json', password, known.privateKey],
  ['cast-1-raw-password.json', odd, known.privateKey],
  ['web3js-4-scrypt.json', password, known.privateKey],
  ['web3js-4-pbkdf2.json', password, known.privateKey],
  ['myetherwallet.json', password, known.privateKey],
  ['spec-pbkdf2.json', 'testpassword', specKey],
  ['spec-scrypt-r1.json', 'testpassword', specKey],
])('%s opens', async (name, word, key) => {
  expect(await openKeystore(fixture(name), word)).toBe(key)
})

test('the key of a keystore signs', async () => {
  const key = await openKeystore(fixture('cast-1.json'), password)
  const signed = await privateKeySigner(key)(ask({ address: known.address }))
  expect(signed.address).toBe(known.address)
  expect(await verifySignature(signed)).toBe(signed.signature)
})

test('a keystore names its address without a password, where it has one', () => {
  expect(readKeystore(fixture('ethers-6.json')).address).toBe(known.address.toLowerCase())
  expect(readKeystore(fixture('cast-1.json')).address).toBeUndefined()
})

test('a wrong password exits 4 and is not repeated', async () => {
  for (const wrong of ['throwaway-passwore', '', 'ﬁ', 'throwaway-password\n']) {
    const failure = openKeystore(fixture('cast-1.json'), wrong)
    await expect(failure).rejects.toMatchObject({
      message: 'The password does not open the keystore.',
      fault: { code: 'CLI_WRONG_PASSWORD', exit: 4, outcome: 'not_sent' },
    })
  }
})

test('a ciphertext that was changed does not open', async () => {
  const text = fixture('cast-1.json').replace('"ciphertext": "9', '"ciphertext": "8')
  await expect(openKeystore(text, password)).rejects.toMatchObject({ fault: { code: 'CLI_WRONG_PASSWORD' } })
})

test('a keystore that names the address of another key is broken', async () => {
  const text = fixture('web3js-4-scrypt.json').replace('c1b1550860', 'c1b1550861')
  await expect(openKeystore(text, password)).rejects.toMatchObject({
    message: expect.stringContaining(`and holds the key of ${known.address}`),
    fault: { code: 'CLI_USAGE', exit: 2 },
  })
})

const light = (key: `0x${string}`) => {
  const [derived, options] = scrypt({ password, n: 2, r: 8, p: 1 })
  return JSON.stringify(encrypt(key, derived, options))
}

test('a key that was stored without its leading zeros opens', async () => {
  expect(await openKeystore(light(`0x${'ab'.repeat(30)}`), password)).toBe(`0x0000${'ab'.repeat(30)}`)
})

test('a keystore that holds no key is broken', async () => {
  await expect(openKeystore(light(`0x${'ff'.repeat(32)}`), password)).rejects.toMatchObject({
    message: 'The keystore does not contain a private key.',
    fault: { exit: 2 },
  })
})

test('what ox writes by default opens', async () => {
  const [derived, options] = pbkdf2({ password, iterations: 1000 })
  const text = JSON.stringify(encrypt(known.privateKey as `0x${string}`, derived, options))
  expect(await openKeystore(text, password)).toBe(known.privateKey)
})

test.each(['cast-1.json', 'spec-pbkdf2.json', 'spec-scrypt-r1.json'])(
  'once a stop is asked for, %s is not worked on',
  async (name) => {
    const working = { signal: AbortSignal.abort('SIGINT') }
    await expect(openKeystore(fixture(name), password, working)).rejects.toMatchObject({
      fault: { code: 'CLI_INTERRUPTED', exit: 130, outcome: 'not_sent' },
    })
  },
)

test('a stop while a key is derived is answered before the work is done', async () => {
  const stop = new AbortController()
  let done = false
  const kdf = { name: 'scrypt', n: 2 ** 17, r: 8, p: 4, salt: Buffer.alloc(32) } as const
  const whole = deriveKey(kdf, password).then(() => (done = true))
  const broken = deriveKey(kdf, password, { signal: stop.signal })
  stop.abort('SIGTERM')
  await expect(broken).rejects.toMatchObject({ fault: { exit: 143 } })
  expect(done).toBe(false)
  await whole
})

test('work that cannot be broken off is handed to who ends the process meanwhile', async () => {
  let handed = 0
  const blocking = <T>(work: () => T): T => (handed++, work())
  expect(await openKeystore(fixture('spec-scrypt-r1.json'), 'testpassword', { blocking })).toBe(specKey)
  await openKeystore(fixture('cast-1.json'), password, { blocking })
  expect(handed).toBe(1)
})

type Made = { maker: string; name: string; password: string; keystore: object }
const made = JSON.parse(fixture('passwords.json')) as Made[]

test.each(made)(
  '$maker: a password with $name opens its keystore, and no other form of it does',
  async (each) => {
    const text = JSON.stringify(each.keystore)
    expect(await openKeystore(text, each.password)).toBe(known.privateKey)
    for (const other of [`${each.password} `, each.password.slice(1) + '.', each.password.trim() + '!'])
      await expect(openKeystore(text, other)).rejects.toMatchObject({ fault: { code: 'CLI_WRONG_PASSWORD' } })
  },
)
