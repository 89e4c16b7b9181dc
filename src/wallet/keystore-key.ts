/** Derives the key of a keystore from a password: by Node, and where OpenSSL refuses the parameters, by noble. */
import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { interrupted } from '../errors.ts'
import { scryptMemory, type KeystoreFile, type Scrypt } from './keystore-file.ts'

const length = 32

export type DerivationTools = {
  signal?: AbortSignal
  /** Runs work that never looks at the signal: meanwhile a stop ends the process at once. */
  blocking?: (<T>(work: () => T) => T) | undefined
}

/**
 * 32 bytes; a longer `dklen` only adds bytes behind these. The parameters must be within the caps. Throws CLI_INTERRUPTED or
 * CLI_TERMINATED as soon as a stop is asked for: no work of Node's can be broken off, but the process need not wait for it.
 */
export async function deriveKey(
  kdf: KeystoreFile['kdf'],
  password: string,
  { signal, blocking = (work) => work() }: DerivationTools = {},
): Promise<Uint8Array> {
  if (signal?.aborted) throw stopped(signal)
  if (kdf.name === 'pbkdf2')
    return unlessStopped(promisify(pbkdf2)(password, kdf.salt, kdf.c, length, 'sha256'), signal)
  if (!isRefused(kdf)) return unlessStopped(byNode(kdf, password), signal)
  const { scrypt: byNoble } = await import('@noble/hashes/scrypt')
  const { n, r, p, salt } = kdf
  return blocking(() => byNoble(password, salt, { N: n, r, p, dkLen: length }))
}

/** OpenSSL wants n below 2^(16r); the specification's own vector (n=262144, r=1) is not. */
const isRefused = ({ n, r }: Scrypt) => Math.log2(n) >= 16 * r

const byNode = async ({ n, r, p, salt }: Scrypt, password: string) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const maxmem = scryptMemory({ n, r, p }) + 1024
    scrypt(password, salt, length, { N: n, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const listening = new AbortController()
  const stop = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(stopped(signal)), { signal: listening.signal }),
  )
  return Promise.race([work, stop]).finally(() => listening.abort())
}

const stopped = (signal: AbortSignal) => interrupted(signal).with({ outcome: 'not_sent' })
