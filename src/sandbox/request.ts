/** A request as the sandbox reads it. */
import { TransportFailure, type WireRequest } from '../contract/wire.ts'
import { resetPath } from './constants.ts'
import type { HeaderBag } from './guards.ts'

/** `at` in milliseconds; `path` relative to the base URL, empty for one outside of it. */
export type Call = {
  at: number
  id: string
  method: string
  path: string
  query: URLSearchParams
  headers: HeaderBag
  body: Uint8Array
}

/** `base` is the path of the base URL. */
export function callOf(request: WireRequest, base: string, at: number, id: string): Call {
  const { pathname, searchParams } = new URL(request.url)
  const inside = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : ''
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    at,
    id,
    method: request.method.toUpperCase(),
    path: pathname === resetPath ? resetPath : inside,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: request.body ?? new Uint8Array(),
  }
}

/** The promise's value, or TransportFailure of that phase as soon as the signal is aborted. */
export async function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  phase: () => 'connect' | 'sent',
): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new TransportFailure(phase(), signal.reason))
    signal.addEventListener('abort', give, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
