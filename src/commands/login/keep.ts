/** What a login leaves in the settings: the profile, its network and address. */
import { currentProfile, profileNamed, withProfile, type Settings } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/store.ts'
import type { Network } from '../../contract/service.ts'
import { DiskFault } from '../../disk/fault.ts'
import { ensureFolder } from '../../disk/folder.ts'
import { misconfigured } from '../../errors.ts'
import type { Tools } from '../tools.ts'

/** Ends with exit 3 where the outcome could not be kept: nothing is sent then. */
export async function refuseUnwritable({ folders }: Tools): Promise<void> {
  for (const [folder, variable] of [
    [folders.config, 'MOVECLI_CONFIG_DIR'],
    [folders.state, 'MOVECLI_STATE_DIR'],
  ] as const) {
    await ensureFolder(folder).catch((error: unknown) => {
      if (!(error instanceof DiskFault)) throw error
      throw misconfigured(
        `Nothing was sent: ${error.message}.`,
        `Make it writable, or set ${variable}.`,
        'CLI_STATE',
      )
    })
  }
}

/** Makes or renews the profile. The first one is the current one; another stays beside it, and stderr says so. */
export async function keepProfile(
  tools: Tools,
  { profile, network }: { profile: string; network: Network },
  address?: string,
): Promise<void> {
  const before = await tools.settings()
  const known = profileNamed(before, profile)
  if (known?.network === network && (address === undefined || known.address === address)) return
  await changeSettings(tools.folders.config, (settings) => changed(settings, profile, network, address))
  const current = currentProfile(before)
  if (known === undefined && current !== undefined && current !== profile) {
    await tools.note(
      `made profile ${profile}; ${current} stays the current one: use -p ${profile} or -n ${network}`,
    )
  }
  await tools.note(`profile ${profile} (${network}) is in ${settingsPath(tools.folders.config)}`)
}

/** The first profile is the current one, whatever its name. */
function changed(settings: Settings, name: string, network: Network, address: string | undefined): Settings {
  const first = currentProfile(settings) === undefined && name !== 'default'
  const own = address !== undefined && { address }
  const kept = withProfile(settings, name, (profile) => ({ ...profile, network, ...own }))
  return first ? { ...kept, profile: name } : kept
}
