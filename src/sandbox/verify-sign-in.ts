/** Signing in: is this text fresh, meant for us, and signed by that address? */
import { randomBytes } from 'node:crypto'
import { isLoopback } from '../contract/loopback.ts'
import { fail, type Failure } from './answer.ts'
import { parseSignIn, type SignInMessage } from './siwe-message.ts'

export type SignInAttempt = { address: string; signature: string; message: string }
/** `baseUrl` is what the URI must be; `hosts` are further names of this sandbox. Times in milliseconds. */
export type SignInTarget = { baseUrl: string; hosts: readonly string[]; now: number }

const freshFor = 10 * 60_000

/** The nonce of a good attempt, or what is wrong with it. Whether the nonce is new is for the caller to see. */
export async function verifySignIn(
  attempt: SignInAttempt,
  place: SignInTarget,
): Promise<{ nonce: string } | Failure> {
  const message = parseSignIn(attempt.message)
  if (!message)
    return refuse('The message is no EIP-4361 sign-in message of version 1.', 'see movecli help signing')
  const problem = placeProblem(message, place) ?? timeProblem(message, place.now)
  if (problem) return problem
  if (message.address.toLowerCase() !== attempt.address.toLowerCase())
    return refuse('The message names another address.', `it names ${message.address}`)
  const { signerOf, isChecksummed } = await import('./recover-signer.ts')
  if (!isChecksummed(message.address))
    return refuse(
      'The address in the message is not in EIP-55 checksum form.',
      `it is written ${message.address}`,
    )
  const signer = signerOf(attempt.message, attempt.signature)
  if (signer === undefined) return refuse('The signature is no signature.', 'expected: 0x and 130 hex digits')
  if (signer !== attempt.address.toLowerCase())
    return refuse('The signature is of another address.', `signed by ${signer}`)
  return { nonce: message.nonce }
}

/** A session token: JWT-like as docs/service.md §4 has it, its third part 256 random bits. */
export function newToken(
  address: string,
  expires: number,
  random: (bytes: number) => Uint8Array = randomBytes,
) {
  const claims = { sub: address, exp: Math.floor(expires / 1000) }
  return `${part({ alg: 'none', typ: 'sandbox' })}.${part(claims)}.${Buffer.from(random(32)).toString('base64url')}`
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function placeProblem(message: SignInMessage, { baseUrl, hosts }: SignInTarget): Failure | undefined {
  const base = new URL(baseUrl)
  const ours = (host: string) =>
    host === base.hostname || hosts.includes(host) || (isLoopback(host) && isLoopback(base.hostname))
  const target = URL.canParse(message.uri) ? new URL(message.uri) : undefined
  const wanted = target && ours(target.hostname) ? baseUrl.replace(base.host, target.host) : baseUrl
  // A port is often another one outside: of a container, of a tunnel, of a sandbox that chose its own.
  const elsewhere =
    target?.port !== base.port && !(isLoopback(target?.hostname ?? '') && isLoopback(base.hostname))
  if (message.uri !== wanted || elsewhere)
    return refuse('The URI of the message is not the base URL.', `expected: ${baseUrl}`)
  const [, name = '', port] = /^(.+?)(?::(\d{1,5}))?$/.exec(message.domain) ?? []
  const host = name.toLowerCase()
  if (isLoopback(host) || (ours(host) && (port ?? '') === base.port)) return undefined
  return refuse('The domain of the message is not of this sandbox.', `expected: ${base.host}`)
}

function timeProblem(message: SignInMessage, now: number): Failure | undefined {
  if (Math.abs(now - message.issuedAt) > freshFor)
    return refuse('The message is not fresh.', `issued at ${iso(message.issuedAt)}, now it is ${iso(now)}`)
  if (message.expires !== undefined && message.expires <= now)
    return refuse('The message has expired.', `expired at ${iso(message.expires)}`)
  if (message.notBefore !== undefined && message.notBefore > now)
    return refuse('The message is not valid yet.', `valid from ${iso(message.notBefore)}`)
  return undefined
}

const refuse = (message: string, details: string) => fail('AUTH_002', message, details)
const iso = (at: number) => new Date(at).toISOString()
