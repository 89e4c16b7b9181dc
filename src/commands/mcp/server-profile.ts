/** The one profile that a server acts for: another one that becomes the current one is none of its client's. */
import { resolve } from '../../config/resolve.ts'
import type { HeldProfile } from '../../config/types.ts'
import { settingsOnce, type Part } from '../../runtime/services.ts'

/** With its network; undefined while there is none. */
export type ServerProfile = () => Promise<HeldProfile | undefined>

/**
 * The profile in force at the start; where there is none, the first that is. Throws
 * MoveError where the choice is a wrong one.
 */
export async function serverProfile({
  context,
  globals,
}: Part<'context' | 'globals'>): Promise<ServerProfile> {
  const inForce = async (): Promise<HeldProfile | undefined> => {
    const settings = await settingsOnce(context)()
    const { profile, network } = resolve({
      flags: globals,
      env: context.env,
      settings,
      purpose: 'inspect',
    })
    return profile && { ...profile, network: network?.value }
  }
  let held = await inForce()
  // Settings that cannot be read are said by the call that reads them.
  return async () => (held ??= await inForce().catch(() => undefined))
}
