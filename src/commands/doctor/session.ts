/** The check of what requests would be sent with: may it go to the base URL in force? */
import type { Resolved } from '../../config/types.ts'
import type { Tools } from '../../runtime/services.ts'
import type { Finding } from './check.ts'

/** Nothing where it may. Throws what every request would end with. */
export async function checkSession(tools: Tools, resolved: Resolved): Promise<Finding[]> {
  // It is in whoami's file: no start has it.
  const { credentialsInForce } = await import('../../session/credentials-in-force.ts')
  // A broken file has a check of its own.
  const found = await credentialsInForce(tools, resolved).catch(() => undefined)
  if (found?.refused) throw found.refused
  return []
}
