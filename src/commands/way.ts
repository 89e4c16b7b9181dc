/** Chooses the way to a base URL: the embedded sandbox, a direct connection, or the pool where a proxy stands between. */
import { isLoopback } from '../client/guards.ts'
import type { Resolved } from '../config/resolved.ts'
import type { Transport } from '../contract/wire.ts'
import type { Tools } from './tools.ts'

/** The transport that a command's requests take. */
export async function wayTo(tools: Tools, resolved: Resolved, baseUrl: string): Promise<Transport> {
  const { context } = tools
  if (context.transport) return context.transport
  if (resolved.network?.value === 'sandbox' && resolved.baseUrl?.origin === 'default') {
    return (await import('./sandbox/embedded.ts')).embeddedWay(tools)
  }
  const proxy = proxyOf(context.env)
  if (!proxy || isLoopback(new URL(baseUrl).hostname)) return (await import('../client/direct.ts')).direct
  return (await import('../client/pool.ts')).createPool({ proxy, connections: 1 })
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
