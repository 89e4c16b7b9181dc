/** Chooses the way to a base URL: the embedded sandbox, or a socket of our own, through a proxy where one stands between. */
import { proxyFor } from '../client/proxy.ts'
import type { Resolved } from '../config/resolved.ts'
import type { Transport } from '../contract/wire.ts'
import type { Tools } from './tools.ts'

/** The transport that a command's requests take. Throws CLI_CONFIG (exit 3) where the proxy of the environment cannot be read. */
export async function wayTo(tools: Tools, resolved: Resolved, baseUrl: string): Promise<Transport> {
  const { context } = tools
  if (context.transport) return context.transport
  if (resolved.network?.value === 'sandbox' && resolved.baseUrl?.origin === 'default')
    return (await import('./sandbox/embedded.ts')).embeddedWay(tools)
  const proxy = proxyFor(new URL(baseUrl), context.env)
  return (await import('../client/transport.ts')).createTransport({ proxy })
}
