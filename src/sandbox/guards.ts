/** What every request passes before its handler: API key, session, hourly limit, body (docs/service.md §5, §8). */
import { hash } from 'node:crypto'
import { parseJson } from '../contract/lossless-json.ts'
import type { Operation } from '../contract/operations.ts'
import { isPlain, type Plain } from '../contract/plain.ts'
import { apiKeyHeader, hourlyLimit, jsonType, tokenDefaults } from '../contract/service.ts'
import { fail, type Failure } from './answer.ts'
import { bodyCap, sandboxAddress, sandboxApiKey, sandboxToken } from './constants.ts'
import { hourOf, type World } from './state.ts'

/** Header names in lower case. */
export type HeaderBag = Record<string, string>
export type Caller = {
  /** Whom the request counts for. */
  by: string
  limit: number
  /** Address of the session, lower case. */
  address?: string
  /** What is wrong with the key. */
  noKey?: Failure
  /** What is wrong with the session token that was sent, if one was. */
  noSession?: Failure
}

/** sha256 as hex: how the log knows tokens and bodies. */
export const sha256Hex = (value: string | Uint8Array): string => hash('sha256', value)

/** The one API key, as the log knows it. */
const keyDigest = sha256Hex(sandboxApiKey).slice(0, 8)

/** Who is asking. `perHour` replaces the limits of docs/service.md §8; 0 is none. */
export function callerOf(world: World, headers: HeaderBag, now: number, perHour?: number): Caller {
  const noKey = keyProblem(headers[apiKeyHeader.toLowerCase()])
  if (noKey) return { by: '-', limit: 0, noKey }
  const plain = { by: keyDigest, limit: perHour ?? hourlyLimit.default }
  const token = bearerToken(headers)
  if (token === undefined) return plain
  const session = sessionOf(world, token, now)
  if ('failure' in session) return { ...plain, noSession: session }
  return {
    by: `${keyDigest}.${sha256Hex(token).slice(0, 8)}`,
    limit: perHour ?? hourlyLimit.session,
    address: session.address,
  }
}

/** docs/service.md §8 over the fixed clock hour, this request included. */
export function limitProblem(world: World, { by, limit }: Caller, now: number): Failure | undefined {
  const made = world.hour === hourOf(now) ? (world.hits.get(by) ?? 0) : 0
  if (limit === 0 || made < limit) return undefined
  return fail(
    'RATE_001',
    `More than ${limit} requests in this hour.`,
    `the next hour begins at ${new Date((hourOf(now) + 1) * 3_600_000).toISOString()}`,
  )
}

/** Seconds to the next clock hour. */
export const retryAfter = (now: number): string =>
  String(Math.ceil(((hourOf(now) + 1) * 3_600_000 - now) / 1000))

/** The session that the operation needs, or why there is none (docs/service.md §5.2, §5.4). */
export function sessionProblem(
  operation: Operation,
  caller: Caller,
  otherAddress: boolean,
): Failure | undefined {
  if (operation.kind === 'login') return undefined
  if (caller.noSession) return caller.noSession
  const needed = operation.session === 'user' || (operation.session === 'unless-address' && !otherAddress)
  if (!needed || caller.address !== undefined) return undefined
  return fail('AUTH_001', 'No session token was sent.', `expected: ${tokenDefaults.header}: Bearer <token>`)
}

/** The JSON object of a request's body; an empty body is `{}`. */
export function jsonBody(headers: HeaderBag, body: Uint8Array): { body: Plain } | Failure {
  if (body.byteLength > bodyCap)
    return fail('TOO_LARGE', 'The body is too large.', `at most ${bodyCap} bytes`)
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== jsonType)
    return fail('UNSUPPORTED_TYPE', `The body's type must be ${jsonType}.`, `sent: ${type || 'none'}`)
  if (body.byteLength === 0) return { body: {} }
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isPlain(value)) return { body: value }
  } catch {
    return fail('BAD_REQUEST', 'The body is not JSON.', 'expected: a JSON object')
  }
  return fail('BAD_REQUEST', 'The body is not a JSON object.', 'expected: a JSON object')
}

function keyProblem(key: string | undefined): Failure | undefined {
  if (!key) return fail('AUTH_001', 'No API key was sent.', `expected: ${apiKeyHeader}: <API_KEY>`)
  if (key !== sandboxApiKey)
    return fail('AUTH_002', 'The API key is not known.', `the sandbox takes ${sandboxApiKey}`)
  return undefined
}

function bearerToken(headers: HeaderBag): string | undefined {
  const value = headers[tokenDefaults.header.toLowerCase()]
  if (!value) return undefined
  return /^bearer (.+)$/i.exec(value)?.[1]?.trim() ?? value
}

function sessionOf(world: World, token: string, now: number): { address: string } | Failure {
  if (token === sandboxToken) return { address: sandboxAddress.toLowerCase() }
  const session = world.sessions.get(sha256Hex(token))
  if (!session) return fail('AUTH_002', 'The session token is not known.', 'sign in again')
  if (session.expires > now) return session
  const at = new Date(session.expires).toISOString()
  return fail('AUTH_002', 'The session token has expired.', `expired at ${at}`)
}
