/** Our signatures and keystores before a judge of other makers: foundry's cast, on PATH or in MOVECLI_CAST. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { composeMessage } from '../support/sign-in-message.ts'
import { verifySignature } from '../../src/wallet/signature.ts'
import { openKeystore } from '../../src/wallet/signers/keystore.ts'
import { privateKeySigner } from '../../src/wallet/signers/private-key.ts'
import { ask, known } from '../wallet/fixtures.ts'

const cast = async (...args: string[]) =>
  (await execa(process.env['MOVECLI_CAST'] ?? 'cast', ['wallet', ...args])).stdout.trim()

const { address, privateKey } = known
const message = await composeMessage({
  address,
  baseUrl: 'https://service.example/v1',
  chainId: 1,
  nonce: '00112233445566778899aabbccddeeff',
  issuedAt: new Date(),
  network: 'testnet',
})

test('cast accepts a signature of ours over a sign-in message', async () => {
  const { signature } = await privateKeySigner(privateKey)(ask({ compose: () => message }))
  expect(await cast('verify', '--address', address, message, signature)).toContain('succeeded')
  expect(await cast('verify', '--address', address, `${message}.`, signature)).not.toContain('succeeded')
})

test('we accept a signature of cast over a sign-in message', async () => {
  const signature = await cast('sign', '--private-key', privateKey, message)
  expect(await verifySignature({ address, message, signature })).toBe(signature)
})

test.each([
  ['blanks at both ends', '  both ends  '],
  ['emoji', 'p🔑ss 👩‍👩‍👧 wörd'],
  ['composed accents', 'caf\u00e9 \u00c5'],
  ['decomposed accents', 'cafe\u0301 A\u030a'],
  ['nothing in it', ''],
  ['300 characters', 'x\u00e9 '.repeat(100)],
])('a keystore of cast whose password has %s opens', async (_, password) => {
  const folder = await mkdtemp(join(tmpdir(), 'movecli-cast-'))
  try {
    const flags = ['-k', folder, '--private-key', privateKey, '--unsafe-password', password]
    await cast('import', 'fresh', ...flags)
    const text = await readFile(join(folder, 'fresh'), 'utf8')
    expect(await openKeystore(text, password)).toBe(privateKey)
    await expect(openKeystore(text, `${password}.`)).rejects.toThrow('does not open')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a keystore that cast has just written opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'movecli-cast-'))
  try {
    const password = 'pässword ﬁ'
    const flags = ['-k', folder, '--private-key', privateKey, '--unsafe-password', password]
    await cast('import', 'fresh', ...flags)
    expect(await openKeystore(await readFile(join(folder, 'fresh'), 'utf8'), password)).toBe(privateKey)
  } finally {
    await rm(folder, { recursive: true })
  }
})
