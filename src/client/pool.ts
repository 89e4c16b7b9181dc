/** The way for many requests, or through a proxy: undici, with connections that are kept. */
import { Agent, EnvHttpProxyAgent } from 'undici'
import { TransportFailure, type Transport } from '../contract/wire.ts'
import { exchange } from './exchange.ts'
import { largestHeaders } from './guards.ts'

export type PoolOptions = { connections?: number; proxy?: { http?: string; https?: string; except?: string } }

/** A transport over kept connections, and `close` for them. The deadline is the request's own signal. */
export function createPool({ connections = 16, proxy }: PoolOptions = {}): Transport & {
  close(): Promise<void>
} {
  const shared = { connections, maxHeaderSize: largestHeaders, headersTimeout: 0, bodyTimeout: 0 }
  const agent = proxy
    ? new EnvHttpProxyAgent({
        ...shared,
        httpProxy: proxy.http ?? '',
        httpsProxy: proxy.https ?? '',
        noProxy: proxy.except ?? '',
      })
    : new Agent(shared)
  const carry: Transport = async ({ url, method, headers, body, signal }) => {
    if (signal.aborted) throw new TransportFailure('connect', signal.reason)
    const { origin, pathname, search } = new URL(url)
    const request = { origin, path: pathname + search, method, headers }
    return new Promise((resolve, reject) =>
      agent.dispatch({ ...request, body: body ?? null }, exchange(signal, { resolve, reject })),
    )
  }
  return Object.assign(carry, { close: async () => agent.close() })
}
