/** A request as people may see it (--dry-run, -vv, confirmations): secrets and personal values replaced by their length. */
import type { Json } from '../contract/digits.ts'
import { isDigits } from '../contract/digits.ts'
import { operationOf } from '../contract/operations.ts'
import { apiKeyHeader } from '../contract/service.ts'
import type { Composed, Target } from './compose.ts'

export type Shown = { method: string; url: string; headers: Record<string, string>; body?: Json }

/** The request without its secrets: API key, session token, proof, signature, KYC and settings values. */
export function shown(request: Composed, target: Pick<Target, 'tokenHeader'>): Shown {
  const secretHeaders = [apiKeyHeader, target.tokenHeader].map((name) => name.toLowerCase())
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secretHeaders.includes(name.toLowerCase()) ? hide(value) : value,
  ])
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(headers),
    ...(request.body !== undefined && { body: shownBody(request) }),
  }
}

function shownBody({ operation, body }: Composed): Json {
  if (operation === undefined || body === undefined) return body ?? null
  const entry = operationOf(operation)
  if (entry.personal) return hideValues(body)
  if (!isRecord(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, entry.input[key]?.secret ? hide(value) : value]),
  )
}

/** Every leaf by its length: the names of the fields stay. */
export function hideValues(value: Json): Json {
  if (Array.isArray(value)) return value.map(hideValues)
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideValues(inner)]))
  }
  return hide(value)
}

/** A value by its length. */
export const hide = (value: unknown): string => `[${String(value).length} characters]`

const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDigits(value)
