/** The profile that a network has without a login: the sandbox's. All of it is public and protects nothing. */
import { sandboxBaseUrl, type Network } from '../contract/service.ts'
import type { Sourced } from './types.ts'

export type BuiltInProfile = {
  /** Where no other is given; any other must be on this machine too. */
  baseUrl: string
  /** Who its credentials are from. */
  source: string
  /** What every command says that asks it. */
  note: string
  /** Loaded only where they are needed. */
  load: () => Promise<{ apiKey: string; token: string; address: string; privateKey: string }>
}

const profiles: Partial<Record<Network, BuiltInProfile>> = {
  sandbox: {
    baseUrl: sandboxBaseUrl,
    source: 'the sandbox',
    note: 'sandbox: the data is made up',
    load: async () => {
      const own = await import('../sandbox/constants.ts')
      return {
        apiKey: own.sandboxApiKey,
        token: own.sandboxToken,
        address: own.sandboxAddress,
        privateKey: own.sandboxPrivateKey,
      }
    },
  },
}

/** Nothing for a network whose data is real: it needs a login, and a base URL that is configured. */
export const builtInProfile = (network: Network | undefined): BuiltInProfile | undefined =>
  network && profiles[network]

/** Its API key and session token, each with where it is from. The session never ends. */
export async function builtInCredentials({
  load,
  source,
}: BuiltInProfile): Promise<{ apiKey: Sourced<string>; token: Sourced<string> }> {
  const { apiKey, token } = await load()
  const from = (value: string): Sourced<string> => ({ value, origin: 'default', source })
  return { apiKey: from(apiKey), token: from(token) }
}
