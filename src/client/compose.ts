/** An operation and its input as one HTTP request: plain data, which sending, --dry-run and -v all read. */
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { operationOf, type NamedOperation, type OperationName } from '../contract/operations.ts'
import { apiKeyHeader, jsonType } from '../contract/service.ts'
import type { RequestKind } from './classify-response.ts'

/** Where requests go and as whom. */
export type Target = {
  baseUrl: string
  apiKey: string
  token?: string
  tokenHeader: string
  tokenScheme: string
  userAgent: string
}

export type Composed = {
  /** Nothing for a raw call of a path that the contract does not know. */
  operation?: NamedOperation
  /** Of such a call: the operation of its path under another method. */
  like?: NamedOperation
  method: string
  /** Path below the base URL, as shown to people: `/motion/daily`. */
  path: string
  url: string
  headers: Record<string, string>
  body?: Json
}

/** The operation whose rules say what of a request is secret or personal: its own, else that of its path. */
export const secrecyOf = ({ operation, like }: Pick<Composed, 'operation' | 'like'>) => operation ?? like

/** What the contract says that it does; a raw call reads with GET alone. */
export function requestKind({ operation, method }: Pick<Composed, 'operation' | 'method'>): RequestKind {
  if (operation === undefined) return method === 'GET' ? 'read' : 'write'
  return operation.kind === 'write' && operation.idempotent ? 'repeatable' : operation.kind
}

/** Does it change something at the service? */
export const isWrite = (request: Composed): boolean => ['write', 'repeatable'].includes(requestKind(request))

export type Pair = [name: string, value: string]

/** The request of an operation (docs/service.md §4, common rules). `params` are further query parameters, sent as given. */
export function compose(
  name: OperationName,
  input: Record<string, unknown>,
  target: Target,
  params: Pair[] = [],
): Composed {
  const operation = operationOf(name)
  const given = Object.entries(operation.input).filter(([key]) => input[key] !== undefined)
  const at = (place: string) => given.filter(([, entry]) => entry.in === place).map(([key]) => key)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input[key])),
  )
  const query: Pair[] = [...at('query').map((key): Pair => [key, String(input[key])]), ...params]
  const body = operation.openBody
    ? input['body']
    : Object.fromEntries(at('body').map((key) => [key, input[key]]))
  return {
    operation,
    ...composeRaw(
      operation.method,
      path,
      query,
      operation.method === 'GET' ? undefined : (body as Json),
      target,
    ),
  }
}

/** A request by method and path below the base URL. */
export function composeRaw(
  method: string,
  path: string,
  query: Pair[],
  body: Json | undefined,
  target: Target,
): Composed {
  const asked = query
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
  return {
    method,
    path,
    url: target.baseUrl + path + (asked && `?${asked}`),
    headers: headersFor(target),
    ...(body !== undefined && { body }),
  }
}

/** What every request of a target carries. */
export const headersFor = (target: Target): Record<string, string> => ({
  [apiKeyHeader]: target.apiKey,
  'Content-Type': jsonType,
  'User-Agent': target.userAgent,
  ...(target.token && { [target.tokenHeader]: [target.tokenScheme, target.token].filter(Boolean).join(' ') }),
})

/** The bytes of a body, its numbers with their digits. */
export const bodyBytes = (body: Json): Uint8Array => Buffer.from(writeJson(body))
