/** The settings as data: their form in the file, and pure changes to them. */
import { isObject } from '../contract/plain.ts'
import { networks, type Network } from '../contract/service.ts'

/** A signer that signs in again without a person; only for the base URL it was remembered for. */
export type RememberedSigner = {
  baseUrl: string
  /** The address is a smart contract, whose signature cannot be checked here. */
  contractWallet?: true
} & (
  | { kind: 'exec'; program: string; args: string[]; waitMs?: number }
  | { kind: 'keystore'; keystore: string; passwordFile: string }
)

export type SettingValues = Readonly<Record<string, string>>
export type Profile = {
  network?: Network
  address?: string
  signer?: RememberedSigner
  settings: SettingValues
}

/** Values are kept as they were typed, under their dotted keys. */
export type Settings = {
  format: number
  profile?: string
  settings: SettingValues
  profiles: Readonly<Record<string, Profile>>
  /** Own words for command lines. */
  aliases?: SettingValues
}

export const settingsFormat = 1
export const emptySettings: Settings = { format: settingsFormat, settings: {}, profiles: {} }

/** The profile of that name. Names such as `constructor` are names like any other. */
export const profileNamed = (settings: Settings, name: string): Profile | undefined =>
  own(settings.profiles, name)

/** The profile in force where none is named: the one chosen with `profile use`, else `default` where there is one. */
export const currentProfile = (settings: Settings): string | undefined =>
  settings.profile ?? (profileNamed(settings, 'default') ? 'default' : undefined)

/** The settings with this profile changed, or made. */
export function withProfile(
  settings: Settings,
  name: string,
  change: (profile: Profile) => Profile,
): Settings {
  const profile = change(profileNamed(settings, name) ?? { settings: {} })
  return { ...settings, profiles: { ...settings.profiles, [name]: profile } }
}

/** The settings without this profile; it is no longer the chosen one either. */
export function withoutProfile(settings: Settings, name: string): Settings {
  const { profile, ...rest } = settings
  const kept = { ...rest, profiles: withoutKey(settings.profiles, name) }
  return profile === undefined || profile === name ? kept : { ...kept, profile }
}

/** The text kept under a key, for all or for one profile. */
export function settingOf(settings: Settings, key: string, profile?: string): string | undefined {
  if (profile !== undefined) return own(profileNamed(settings, profile)?.settings ?? {}, key)
  return key === 'profile' ? settings.profile : own(settings.settings, key)
}

/** The settings with a key set, or unset (undefined), for all or for one profile, which is made where it is new. */
export function withSetting(
  settings: Settings,
  key: string,
  text: string | undefined,
  profile?: string,
): Settings {
  const change = (values: SettingValues) =>
    text === undefined ? withoutKey(values, key) : { ...values, [key]: text }
  if (profile !== undefined)
    return withProfile(settings, profile, (each) => ({ ...each, settings: change(each.settings) }))
  if (key !== 'profile') return { ...settings, settings: change(settings.settings) }
  const { profile: _, ...rest } = settings
  return text === undefined ? rest : { ...rest, profile: text }
}

/** The line that an alias stands for. */
export const aliasNamed = ({ aliases = {} }: Settings, name: string): string | undefined => own(aliases, name)

/** The settings with an alias set, or without it (undefined). */
export function withAlias(settings: Settings, name: string, line: string | undefined): Settings {
  const { aliases = {}, ...rest } = settings
  const changed = line === undefined ? withoutKey(aliases, name) : { ...aliases, [name]: line }
  return Object.keys(changed).length === 0 ? rest : { ...rest, aliases: changed }
}

/** What a JSON file holds, as Settings. Throws TypeError that says what is wrong with it. */
export function toSettings(raw: unknown): Settings {
  const file = record(raw, 'the file')
  const { format = settingsFormat, profile } = file
  if (typeof format !== 'number') throw new TypeError('"format" must be a number')
  if (profile !== undefined && typeof profile !== 'string') throw new TypeError('"profile" must be a text')
  const profiles = Object.entries(record(file['profiles'] ?? {}, '"profiles"'))
  return {
    format,
    ...(profile !== undefined && { profile }),
    settings: toValues(file['settings'] ?? {}, '"settings"'),
    profiles: Object.fromEntries(
      profiles.map(([name, each]) => [name, toProfile(each, `profile "${name}"`)]),
    ),
    ...(file['aliases'] !== undefined && { aliases: toValues(file['aliases'], '"aliases"') }),
  }
}

function toProfile(raw: unknown, where: string): Profile {
  const profile = record(raw, where)
  const { network, address } = profile
  if (network !== undefined && !networks.includes(network as Network))
    throw new TypeError(`the network of ${where} must be one of ${networks.join(', ')}`)
  if (address !== undefined && typeof address !== 'string')
    throw new TypeError(`the address of ${where} must be a text`)
  return { ...profile, settings: toValues(profile['settings'] ?? {}, `the settings of ${where}`) }
}

/** Numbers and booleans that were written by hand are taken as their text. */
function toValues(raw: unknown, where: string): SettingValues {
  const entries = Object.entries(record(raw, where)).map(([key, value]): [string, string] => {
    if (typeof value === 'string') return [key, value]
    if (typeof value === 'number' || typeof value === 'boolean') return [key, String(value)]
    throw new TypeError(`"${key}" in ${where} must be a text`)
  })
  return Object.fromEntries(entries)
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (isObject(value)) return value
  throw new TypeError(`${where} must be a JSON object`)
}

const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined

const withoutKey = <T>(from: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
