/** The wallets of test/fixtures/wallets, and a signer's question, for the tests of this folder. */
import { readFileSync } from 'node:fs'
import type { SignRequest } from '../../src/wallet/signer.ts'

export const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/wallets/${name}`, import.meta.url), 'utf8')

type Signature = { message: string; signature: string }

export const known = JSON.parse(fixture('signatures.json')) as {
  address: string
  privateKey: string
  cast: Signature
  ethers: Signature
}

export const ask = (more: Partial<SignRequest> = {}): SignRequest => ({
  compose: (address) => `${address} signs in`,
  network: 'testnet',
  signal: new AbortController().signal,
  ...more,
})
