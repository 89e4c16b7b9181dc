/** Every config key with what it does: config list --all. */
import { builtInProfile } from '../../config/built-in-profile.ts'
import { configKeys, networkKey } from '../../config/keys.ts'
import { optionOf, type OptionName } from '../../config/options.ts'
import { settingOf, type Settings } from '../../config/settings.ts'
import { formOf } from '../../config/parse-option.ts'
import { networks } from '../../contract/service.ts'
import { prose, type Result } from '../../output/view.ts'
import { usualWidth, wrap } from '../../reference/layout.ts'
import type { Part } from '../../runtime/services.ts'

type KeyEntry = { key: string; value: string | null; default: string | null; values: string; about: string }

/** One row a key; on a terminal in words, the keys of a network once. `value` is what the settings hold under this very key. */
export async function everyKey(tools: Part<'resolved' | 'settings'>, withOrigin: boolean): Promise<Result> {
  const settings = await tools.settings()
  const profile = (await tools.resolved('inspect')).profile?.name
  const rows = [...configKeys].map(([key, name]) => {
    const { origin, ...entry } = entryOf(key, name, settings, profile)
    return withOrigin ? { ...entry, origin } : entry
  })
  const seen = new Set<string>()
  const said = [...configKeys].flatMap(([key, name]) => {
    const title = networks.reduce(
      (text, network) => text.replace(`networks.${network}.`, 'networks.<name>.'),
      key,
    )
    if (seen.has(title)) return []
    seen.add(title)
    const alike = rows.filter((row) => row.key === key || (title !== key && row.key.endsWith(`.${name}`)))
    return inWords(title, alike)
  })
  return prose([...said, `<name> is ${networks.join(', ')}.`].join('\n'), rows)
}

function entryOf(key: string, name: OptionName, settings: Settings, profile: string | undefined) {
  const { about, default: built, global } = optionOf(name)
  const builtIn = networks.find((network) => key === networkKey(network, 'baseUrl'))
  const preset = builtInProfile(builtIn)?.baseUrl ?? built
  const own = global || profile === undefined ? undefined : settingOf(settings, key, profile)
  const kept = settingOf(settings, key)
  const origin = own !== undefined ? 'profile' : kept !== undefined ? 'settings' : null
  return { key, value: own ?? kept ?? null, default: preset ?? null, values: formOf(name), about, origin }
}

function inWords(title: string, [first, ...more]: KeyEntry[]): string[] {
  if (!first) return []
  const of = (entry: KeyEntry) => (more.length > 0 ? `${entry.key} is set to ` : 'set to ')
  const set = [first, ...more].flatMap((entry) =>
    entry.value === null ? [] : [`${of(entry)}${JSON.stringify(entry.value)}`],
  )
  const about = [
    first.about,
    ...(first.default === null ? [] : [`default ${first.default}`]),
    `values: ${first.values}`,
    ...set,
  ].join('; ')
  return [title, `  ${wrap(about, usualWidth, '  ', 2)}`]
}
