/** Derives the key of a keystore from a password: by Node, and where OpenSSL refuses the parameters, by noble. */
import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeystoreFile, Scrypt } from './keystore-file.ts'

const length = 32

/** 32 bytes; a longer `dklen` only adds bytes behind these. The parameters must be within the caps. */
export async function deriveKey(
  kdf: KeystoreFile['kdf'],
  password: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (kdf.name === 'pbkdf2') return promisify(pbkdf2)(password, kdf.salt, kdf.c, length, 'sha256')
  return isRefused(kdf) ? byNoble(kdf, password, signal) : byNode(kdf, password)
}

/** OpenSSL wants n below 2^(16r); the specification's own vector (n=262144, r=1) is not. */
const isRefused = ({ n, r }: Scrypt) => Math.log2(n) >= 16 * r

const byNode = async ({ n, r, p, salt }: Scrypt, password: string) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const maxmem = 128 * r * (n + p + 2) + 1024
    scrypt(password, salt, length, { N: n, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

async function byNoble({ n, r, p, salt }: Scrypt, password: string, signal?: AbortSignal) {
  const { scryptAsync } = await import('@noble/hashes/scrypt')
  const onProgress = () => signal?.throwIfAborted()
  return scryptAsync(password, salt, { N: n, r, p, dkLen: length, onProgress })
}
