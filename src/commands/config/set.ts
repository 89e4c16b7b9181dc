/** Sets one setting, for all or for one profile. Its line is in ./index.ts. */
import { checkValue } from '../../config/keys.ts'
import { noSuchProfile } from '../../config/no-such-profile.ts'
import { profileNamed, withProfile, withSetting, type Settings } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import { networks, type Network } from '../../contract/service.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import type { Part } from '../../runtime/services.ts'
import { namedKey } from './profile.ts'

export const run: CommandHandler = async ({ args: [typed = '', value = ''] }, tools) => {
  const { profile, key } = namedKey(typed, tools)
  checkValue(key, value)
  if (key === 'profile') {
    const settings = await tools.settings()
    if (!profileNamed(settings, value)) throw noSuchProfile(value, settings)
  }
  const path = settingsPath(tools.folders.config)
  const result = { key, value, profile: profile ?? null }
  if (tools.dryRun) return wouldDo(`would set ${key} to ${JSON.stringify(value)} in ${path}`, result)
  const network = networkInForce(tools)
  await changeSettings(
    tools.folders.config,
    (settings) => {
      const made =
        profile === undefined || profileNamed(settings, profile)
          ? settings
          : newProfile(settings, profile, network)
      return withSetting(made, key, value, profile)
    },
    tools.context,
  )
  await tools.note(`Set ${key} in ${path}.`)
  return titled(result)
}

/** The network that flag or environment name; the new profile's own comes with its first login otherwise. */
function networkInForce({ globals, context }: Part<'globals', 'env'>): Network | undefined {
  const named = globals['network'] ?? context.env['MOVECLI_NETWORK']
  return networks.find((each) => each === named)
}

const newProfile = (settings: Settings, profile: string, network: Network | undefined): Settings =>
  withProfile(settings, profile, (each) => ({ ...each, ...(network && { network }) }))
