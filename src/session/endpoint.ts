/** Where requests go, and how a person is told as whom. */
import type { Resolved } from '../config/types.ts'
import type { Network } from '../contract/service.ts'
import { misconfigured } from '../errors.ts'

/** Network and base URL, which a sending command cannot be without. */
export function requireEndpoint(resolved: Resolved): { network: Network; baseUrl: string } {
  if (!resolved.network || !resolved.baseUrl)
    throw misconfigured('No network is chosen.', undefined, 'CLI_NO_NETWORK')
  return { network: resolved.network.value, baseUrl: resolved.baseUrl.value }
}

/** `ops (testnet, 0x12ab…90ef)`. */
export const profileLabel = (
  profile: string | undefined,
  network: string,
  address: string | undefined,
): string => {
  const short = address && `${address.slice(0, 6)}…${address.slice(-4)}`
  return `${profile ?? 'no profile'} (${[network, short].filter(Boolean).join(', ')})`
}
