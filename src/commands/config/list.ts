/** Lists the settings in force, with --show-origin where each comes from. Its line is in ./index.ts. */
import { optionNames, optionOf } from '../../config/options.ts'
import type { Settings, SettingValues } from '../../config/settings.ts'
import { profileNamed } from '../../config/settings.ts'
import { rows, streamed } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import type { ConfigListValues } from './flags.ts'

type ConfigRow = { key: string; value: string; origin: string }

export const run: CommandHandler<ConfigListValues> = async ({ flags }, tools) => {
  const withOrigin = flags.showOrigin === true
  if (flags.all === true) return (await import('./all.ts')).everyKey(tools, withOrigin)
  const list = await optionsInForce(tools)
  const data = list.map(({ key, value, origin }) => (withOrigin ? { key, value, origin } : { key, value }))
  const columns = ['key', 'value', ...(withOrigin ? ['origin'] : [])].map((field) => ({
    field,
    title: `${field[0]?.toUpperCase()}${field.slice(1)}`,
  }))
  return rows(streamed(data), columns, 'no settings')
}

/** Every key of the file, and every option in force that is kept under a key. */
async function optionsInForce(tools: Part<'resolved' | 'settings'>): Promise<ConfigRow[]> {
  const settings = await tools.settings()
  const resolved = await tools.resolved('inspect')
  const profile = resolved.profile?.name
  const named = optionNames.filter((name) => optionOf(name).key === 'own' || optionOf(name).key === 'both')
  const chosen = named.flatMap((name): ConfigRow[] => {
    if (name === 'profile')
      return profile === undefined
        ? []
        : [{ key: name, value: profile, origin: resolved.profile?.origin ?? 'settings' }]
    const found = resolved.get(name)
    return found === undefined ? [] : [{ key: name, value: found.text, origin: found.origin }]
  })
  return [...chosen, ...networkKeys(settings, profile)]
}

const networkKeys = (settings: Settings, profile: string | undefined): ConfigRow[] => {
  const own = profile === undefined ? {} : (profileNamed(settings, profile)?.settings ?? {})
  const under = (values: SettingValues, origin: string) =>
    Object.entries(values)
      .filter(([key]) => key.startsWith('networks.'))
      .map(([key, value]) => ({ key, value, origin }))
  const ofProfile = under(own, 'profile')
  const hidden = new Set(ofProfile.map(({ key }) => key))
  return [...ofProfile, ...under(settings.settings, 'settings').filter(({ key }) => !hidden.has(key))]
}
