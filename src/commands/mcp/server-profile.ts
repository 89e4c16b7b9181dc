/** The profile a server was started with; choosing another current profile later does not change it. */
import { resolve } from '../../config/resolve.ts'
import type { HeldProfile } from '../../config/types.ts'
import { settingsOnce, type Part } from '../../runtime/services.ts'

/** With its network; undefined while there is none. */
export type ServerProfile = () => Promise<HeldProfile | undefined>

/**
 * The profile in force at the start, with its network; where there is none, the first that is. Throws MoveError where the
 * choice is a wrong one.
 */
export async function serverProfile({
  context: { env, ...context },
  globals: flags,
}: Part<'context' | 'globals'>): Promise<ServerProfile> {
  let held: HeldProfile | undefined
  const look = async (): Promise<void> => {
    const settings = await settingsOnce({ ...context, env })()
    const { profile, network } = resolve({ flags, env, settings, purpose: 'inspect', held })
    if (profile) held = { ...profile, network: network?.value }
  }
  await look()
  return async () => {
    // Settings that cannot be read are said by the call that reads them.
    if (held?.network === undefined) await look().catch(() => {})
    return held
  }
}
