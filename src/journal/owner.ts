/** Whose a write is: the wallet by its address, or by fingerprints of API key and token where no address is known. */
import { createHash } from 'node:crypto'
import { isLoopback } from '../contract/loopback.ts'

/**
 * `key` and `token` are fingerprints. Old records, and sessions without a token, have no `token`. `near`: what else a wallet
 * without an address may be known by, where the API key is a profile's: that profile, and its address.
 */
export type Owner = {
  origin: string
  address: string | null
  key: string
  token?: string
  near?: readonly string[]
}

/** The fingerprint of an API key: tells keys apart and gives none away. */
export const fingerprint = (apiKey: string): string =>
  `key:${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`

/** The fingerprint of a session token, which names a wallet too. */
export const tokenFingerprint = (token: string): string =>
  `token:${createHash('sha256').update(token).digest('hex').slice(0, 16)}`

/** How a person and a lock know the owner. */
export const ownerName = ({ address, key }: Owner): string => address ?? key

/** The origin with one spelling for this machine, whose names may all mean one service. */
export function serviceOf(origin: string): string {
  if (!URL.canParse(origin)) return origin
  const { protocol, hostname, port } = new URL(origin)
  return isLoopback(hostname) ? `${protocol}//127.0.0.1${port && `:${port}`}` : origin
}

/** May a write of one be of the wallet of the other? Not at another service, nor where both addresses are known and differ. */
export function mayBeSameWallet(one: Owner, other: Owner): boolean {
  if (one.origin !== other.origin && serviceOf(one.origin) !== serviceOf(other.origin)) return false
  if (one.address === null || other.address === null) return true
  return one.address.toLowerCase() === other.address.toLowerCase()
}

/** Are both one owner, as far as is known? Where an address is missing on one side, any name that both have decides. */
export function isSameOwner(one: Owner, other: Owner): boolean {
  if (!mayBeSameWallet(one, other)) return false
  if (one.address !== null && other.address !== null) return true
  const names = namesOf(other)
  return namesOf(one).some((name) => names.includes(name))
}

/** Are both one owner by more than an API key, which several wallets may share? */
export function isLikelySameOwner(one: Owner, other: Owner): boolean {
  const names = ownNamesOf(other)
  return isSameOwner(one, other) && ownNamesOf(one).some((name) => names.includes(name))
}

const namesOf = (owner: Owner): string[] => [owner.key, ...ownNamesOf(owner)]

const ownNamesOf = ({ address, token, near = [] }: Owner): string[] => [
  ...[token, address?.toLowerCase()].filter((name) => name !== undefined),
  ...near,
]

/**
 * Surely one wallet. With session tokens on both sides the addresses decide, or the tokens where one is not known. An API key
 * alone reads and writes for a wallet that only the key itself names.
 */
export function isSameWallet(one: Owner, other: Owner): boolean {
  if (!isSameOwner(one, other)) return false
  if (one.token === undefined || other.token === undefined)
    return one.token === other.token && one.key === other.key
  return one.token === other.token || (one.address !== null && other.address !== null)
}
