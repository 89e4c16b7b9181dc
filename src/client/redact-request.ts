/** A request as people may see it (--dry-run, -vv, confirmations): secrets and personal values replaced by their length. */
import type { Json } from '../contract/lossless-json.ts'
import { isPlain } from '../contract/plain.ts'
import { withoutSecretFields } from '../contract/secret-fields.ts'
import { apiKeyHeader } from '../contract/service.ts'
import { secrecyOf, type Composed, type Target } from './compose.ts'

export type RedactedRequest = { method: string; url: string; headers: Record<string, string>; body?: Json }

/** The request without its secrets: API key, session token, proof, signature, KYC and settings values. */
export function redactRequest(request: Composed, target: Pick<Target, 'tokenHeader'>): RedactedRequest {
  const secretHeaders = [apiKeyHeader, target.tokenHeader].map((name) => name.toLowerCase())
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secretHeaders.includes(name.toLowerCase()) ? byLength(value) : value,
  ])
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(headers),
    ...(request.body !== undefined && { body: redactBody(request) }),
  }
}

function redactBody(request: Composed): Json {
  const { body = null } = request
  const rules = secrecyOf(request)
  if (rules?.personal) return valuesByLength(body)
  return withoutSecretFields(body, rules?.input, byLength)
}

/** Every leaf by its length: the names of the fields stay. */
export function valuesByLength(value: Json): Json {
  if (Array.isArray(value)) return value.map(valuesByLength)
  if (isPlain(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valuesByLength(inner)]))
  }
  return byLength(value)
}

/** A value by its length. */
export const byLength = (value: unknown): string => `[${String(value).length} characters]`
