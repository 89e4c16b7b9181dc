/** Reads a keystore (Web3 Secret Storage, version 3) and refuses what is broken or asks for too much, before any work. */
import { isObject } from '../contract/plain.ts'
import { type MoveError, usage } from '../errors.ts'

export type Scrypt = { name: 'scrypt'; n: number; r: number; p: number; salt: Uint8Array }
export type Pbkdf2 = { name: 'pbkdf2'; c: number; salt: Uint8Array }
/** Hex has no 0x; the address is there where the file names one. */
export type KeystoreFile = {
  address?: string
  ciphertext: string
  iv: string
  mac: string
  kdf: Scrypt | Pbkdf2
}

/**
 * The most that a keystore may ask for: bytes of file, bytes of memory, lanes, steps of
 * scrypt (n·r·p: some fifteen seconds), rounds.
 */
export const caps = {
  file: 64 * 1024,
  memory: 513 * 1024 * 1024,
  p: 16,
  work: 2 ** 25,
  c: 10_000_000,
} as const

/** Bytes that OpenSSL takes for these parameters: the table, two blocks beside it, and the lanes. */
export const scryptMemory = ({ n, r, p }: { n: number; r: number; p: number }): number =>
  128 * r * (n + p + 2)

/** A keystore's parts, checked. Throws CLI_USAGE with what is wrong; takes `Crypto` as old wallets write it. */
export function readKeystore(text: string): KeystoreFile {
  if (Buffer.byteLength(text) > caps.file) throw brokenKeystore('is larger than 64 KB')
  const file = fold(parse(text))
  const crypto = file['crypto']
  if (!isObject(crypto)) throw brokenKeystore('has no "crypto" section')
  if (Number(file['version']) !== 3) throw brokenKeystore('is not of version 3')
  const section = fold(crypto)
  if (section['cipher'] !== 'aes-128-ctr') throw brokenKeystore('names a cipher other than aes-128-ctr')
  const address = file['address'] ? hex(file, 'address', 20) : undefined
  return {
    ...(address !== undefined && { address: `0x${address}` }),
    ciphertext: hex(section, 'ciphertext', 1, 32),
    iv: hex(fold(section['cipherparams']), 'iv', 16),
    mac: hex(section, 'mac', 32),
    kdf: derivation(section['kdf'], fold(section['kdfparams'])),
  }
}

/** A failure of the file, not of the password. */
export const brokenKeystore = (what: string): MoveError =>
  usage(`The keystore ${what}.`, 'Give the file as the wallet wrote it (Web3 Secret Storage, version 3).')

type Fields = Record<string, unknown>

function derivation(name: unknown, params: Fields): Scrypt | Pbkdf2 {
  const salt = Buffer.from(hex(params, 'salt', 0, 1024), 'hex')
  if (positiveInteger(params, 'dklen') < 32) throw brokenKeystore('has a "dklen" below 32')
  if (name === 'scrypt') return scryptOf(params, salt)
  if (name === 'pbkdf2') return pbkdf2Of(params, salt)
  throw brokenKeystore('names a key derivation other than scrypt and pbkdf2')
}

function scryptOf(params: Fields, salt: Uint8Array): Scrypt {
  const [n, r, p] = [positiveInteger(params, 'n'), positiveInteger(params, 'r'), positiveInteger(params, 'p')]
  if (n < 2 || !Number.isInteger(Math.log2(n))) throw brokenKeystore('has an "n" that is not a power of two')
  if (p > caps.p) throw brokenKeystore(`asks for p=${p}; movecli allows ${caps.p}`)
  const asked = `(n=${n}, r=${r}, p=${p})`
  if (scryptMemory({ n, r, p }) > caps.memory)
    throw brokenKeystore(`asks for more than 512 MB of memory ${asked}`)
  if (n * r * p > caps.work)
    throw brokenKeystore(`asks for too much work ${asked}; movecli allows n·r·p up to ${caps.work}`)
  return { name: 'scrypt', n, r, p, salt }
}

function pbkdf2Of(params: Fields, salt: Uint8Array): Pbkdf2 {
  const c = positiveInteger(params, 'c')
  if (c > caps.c) throw brokenKeystore(`asks for ${c} rounds; movecli allows ${caps.c}`)
  if (params['prf'] !== 'hmac-sha256') throw brokenKeystore('names a prf other than hmac-sha256')
  return { name: 'pbkdf2', c, salt }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    throw brokenKeystore('is not JSON')
  }
}

/** The fields by lower-case name: `Crypto` and `KDF` were written, too. */
const fold = (value: unknown): Fields =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
    : {}

function hex(fields: Fields, name: string, least: number, most = least): string {
  const value = fields[name]
  const digits = typeof value === 'string' ? value.replace(/^0x/i, '').toLowerCase() : ''
  if (typeof value !== 'string') throw brokenKeystore(`has no "${name}"`)
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw brokenKeystore(`has a "${name}" that is not hex`)
  if (digits.length < least * 2 || digits.length > most * 2) {
    throw brokenKeystore(`has a "${name}" of ${digits.length / 2} bytes`)
  }
  return digits
}

function positiveInteger(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number') throw brokenKeystore(`has no "${name}"`)
  if (!Number.isSafeInteger(value) || value < 1)
    throw brokenKeystore(`has a "${name}" that is not a whole number above zero`)
  return value
}
