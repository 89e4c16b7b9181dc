/** Opens an encrypted keystore, as geth, foundry, ethers, MyEtherWallet and web3.js write it. Its key signs as any other. */
import { unauthenticated } from '../../errors.ts'
import { sameAddress } from '../address.ts'
import { brokenKeystore, type KeystoreFile, readKeystore } from '../keystore-file.ts'
import { deriveKey, type DerivationTools } from '../keystore-key.ts'
import { isInRange, type PrivateKey, privateKeyAddress } from './private-key.ts'

/**
 * The private key of a keystore. The password is tried as given, then in NFKC form where that differs.
 * Throws CLI_USAGE for a broken file, CLI_WRONG_PASSWORD for a password that does not open it, CLI_INTERRUPTED after a stop.
 */
export async function openKeystore(
  text: string,
  password: string,
  working: DerivationTools = {},
): Promise<PrivateKey> {
  const file = readKeystore(text)
  for (const attempt of new Set([password, password.normalize('NFKC')])) {
    const key = await decryptWith(file, await deriveKey(file.kdf, attempt, working))
    if (key !== undefined) return fitting(file, key)
  }
  throw unauthenticated(
    'CLI_WRONG_PASSWORD',
    'The password does not open the keystore.',
    'Check the password.',
  )
}

/**
 * ox compares the mac and decrypts; every part of the file is known to be well formed, so
 * it fails only where the mac differs.
 */
async function decryptWith({ ciphertext, iv, mac }: KeystoreFile, derived: Uint8Array) {
  const { decrypt } = await import('ox/Keystore')
  const crypto = { cipher: 'aes-128-ctr', ciphertext, cipherparams: { iv }, mac } as const
  try {
    return decrypt(
      {
        crypto: { ...crypto, kdf: 'scrypt', kdfparams: { dklen: 32, n: 0, p: 0, r: 0, salt: '' } },
        id: '',
        version: 3,
      },
      `0x${Buffer.from(derived).toString('hex')}`,
    )
  } catch {
    return undefined
  }
}

/** Early wallets left out the leading zeros of a key. */
async function fitting(file: KeystoreFile, decrypted: string): Promise<PrivateKey> {
  const key: PrivateKey = `0x${decrypted.slice(2).padStart(64, '0')}`
  if (!isInRange(key)) throw brokenKeystore('does not contain a private key')
  const address = await privateKeyAddress(key)
  if (file.address !== undefined && !sameAddress(file.address, address)) {
    throw brokenKeystore(`names the address ${file.address} and holds the key of ${address}`)
  }
  return key
}
