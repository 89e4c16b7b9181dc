/** The one profile that a server acts for: another one that becomes the current one is none of its client's. */
import { resolve } from '../../config/resolve.ts'
import { settingsOnce, type Part } from '../../runtime/services.ts'

/** Its name; undefined while there is none. */
export type ServerProfile = () => Promise<string | undefined>

/** The profile in force at the start; where there is none, the first that is. Throws MoveError where the choice is a wrong one. */
export async function serverProfile({
  context,
  globals,
}: Part<'context' | 'globals'>): Promise<ServerProfile> {
  const inForce = async () =>
    resolve({
      flags: globals,
      env: context.env,
      settings: await settingsOnce(context)(),
      purpose: 'inspect',
    }).profile?.name
  let name = await inForce()
  // Settings that cannot be read are said by the call that reads them.
  return async () => (name ??= await inForce().catch(() => undefined))
}
