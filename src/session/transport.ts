/** Chooses the way to a base URL: the embedded sandbox, or sockets of our own, through a proxy where one stands between. */
import { createTransport } from '../client/connection/http-transport.ts'
import { proxyFor, type Proxy } from '../client/connection/proxy.ts'
import { builtInProfile } from '../config/built-in-profile.ts'
import type { Resolved } from '../config/types.ts'
import type { Transport } from '../contract/wire.ts'
import type { Part } from '../runtime/services.ts'

/** What decides which transport is taken. */
export type TransportTools = Part<'folders' | 'many', 'env' | 'now' | 'random' | 'transport'>

/**
 * The transport that a command's requests take. Throws CLI_CONFIG (exit 3) where the
 * proxy of the environment cannot be read.
 */
export async function transportFor(
  tools: TransportTools,
  resolved: Resolved,
  baseUrl: string,
): Promise<Transport> {
  const { context } = tools
  if (context.transport) return context.transport
  if (builtInProfile(resolved.network?.value) && resolved.baseUrl?.origin === 'default')
    return (await import('./sandbox-transport.ts')).sandboxTransport(tools, async () => sockets(tools))
  return sockets(tools, proxyFor(new URL(baseUrl), context.env))
}

/** A single request is on its way before undici would be loaded. */
async function sockets({ many, context }: TransportTools, proxy?: Proxy): Promise<Transport> {
  if (!many) return createTransport({ proxy })
  const { createPool } = await import('../client/connection/undici-transport.ts')
  const own = pools.get(context) ?? new Map<string, Transport>()
  pools.set(context, own)
  const name = proxy ? `${proxy.host} ${proxy.port} ${proxy.authorization}` : ''
  const pool = own.get(name) ?? createPool({ proxy })
  own.set(name, pool)
  return pool
}

/** The polls of --watch open a session each: what is kept is kept for the command, which is known by its context. */
const pools = new WeakMap<object, Map<string, Transport>>()
