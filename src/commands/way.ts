/** Chooses the way to a base URL: the embedded sandbox, a direct connection, or the pool where a proxy stands between. */
import { isLoopback } from '../client/guards.ts'
import type { Resolved } from '../config/resolved.ts'
import type { Transport } from '../contract/wire.ts'
import type { Tools } from './tools.ts'

/** The transport that a command's requests take; with `keep` one after the other over one connection. */
export async function wayTo(
  tools: Tools,
  resolved: Resolved,
  baseUrl: string,
  keep = false,
): Promise<Transport> {
  const { context } = tools
  if (context.transport) return context.transport
  if (resolved.network?.value === 'sandbox' && resolved.baseUrl?.origin === 'default') {
    return (await import('./sandbox/embedded.ts')).embeddedWay(tools)
  }
  const proxy = proxyOf(context.env)
  if (!proxy || isLoopback(new URL(baseUrl).hostname)) {
    const { direct, kept } = await import('../client/direct.ts')
    return keep ? kept() : direct
  }
  return (await import('../client/pool.ts')).createPool({ proxy, connections: 1 })
}

/** The way for many requests, over kept connections; `close` lets them go. */
export async function wayForMany(
  tools: Tools,
  resolved: Resolved,
  baseUrl: string,
  connections: number,
): Promise<{ transport: Transport; close: () => Promise<void> }> {
  const { context } = tools
  if (context.transport) return { transport: context.transport, close: async () => {} }
  const { createPool } = await import('../client/pool.ts')
  if (resolved.network?.value === 'sandbox' && resolved.baseUrl?.origin === 'default') {
    const { embeddedWay, embeddedWayForMany } = await import('./sandbox/embedded.ts')
    const many = await embeddedWayForMany(tools, () => createPool({ connections }))
    return many ?? { transport: await embeddedWay(tools), close: async () => {} }
  }
  const proxy = isLoopback(new URL(baseUrl).hostname) ? undefined : proxyOf(context.env)
  const pool = createPool({ connections, ...(proxy && { proxy }) })
  return { transport: pool, close: async () => pool.close() }
}

/** The proxies that the environment names. */
export const proxyOf = (env: Tools['context']['env']) => {
  const either = (name: string) => env[name] || env[name.toLowerCase()]
  const http = either('HTTP_PROXY')
  const https = either('HTTPS_PROXY')
  const except = either('NO_PROXY')
  return http || https
    ? { ...(http && { http }), ...(https && { https }), ...(except && { except }) }
    : undefined
}
