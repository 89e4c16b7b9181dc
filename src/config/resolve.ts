/** Every option's value and where it came from: flag, environment, profile, network, settings, default. Pure. */
import { isLoopback } from '../contract/loopback.ts'
import { misconfigured, usage } from '../errors.ts'
import { builtInProfile } from './built-in-profile.ts'
import { explicitValue, parsedValue, type OptionText } from './flag-or-env.ts'
import { networkKey } from './keys.ts'
import { optionOf, type OptionName } from './options.ts'
import type { ResolveInputs, Origin, Resolved, Sourced, Written } from './types.ts'
import { profileNamed, settingOf } from './settings.ts'
import { parseOption, type Value } from './parse-option.ts'
import { selectProfile, type ProfileSelection } from './select-profile.ts'

/**
 * What is in force. Throws CLI_USAGE (exit 2), CLI_CONFIG, CLI_NO_NETWORK, CLI_NO_BASE_URL (exit 3); with
 * the purpose `inspect` or `configure` a missing network or base URL is left out instead.
 */
export function resolve(inputs: ResolveInputs): Resolved {
  const chosen = selectProfile(inputs)
  const entry = chosen.profile && profileNamed(inputs.settings, chosen.profile.name)
  const kept = chosen.network && keptBaseUrl(inputs, chosen)
  const baseUrl = find('baseUrl', inputs, chosen)
  if (!baseUrl && chosen.network && (inputs.purpose === 'use' || inputs.purpose === 'login'))
    throw noBaseUrl(chosen.network.value)
  if (baseUrl && builtInProfile(chosen.network?.value)) refuseRemoteSandbox(baseUrl)
  return {
    ...chosen,
    ...(entry && { entry }),
    ...(baseUrl && { baseUrl }),
    ...(kept !== undefined && { configured: kept }),
    get: (name) => find(name, inputs, chosen),
  }
}

function find<K extends OptionName>(
  name: K,
  inputs: ResolveInputs,
  chosen: ProfileSelection,
): Written<Value<K>> | undefined {
  const asked = explicitValue(name, inputs)
  if (asked) return asked
  const found = stored(name, inputs, chosen) ?? standard(name, chosen)
  return found && parsedValue(name, found)
}

/** In the profile before all profiles, under the network before everywhere. */
function stored(
  name: OptionName,
  { settings }: ResolveInputs,
  { profile, network }: ProfileSelection,
): OptionText | undefined {
  const { key, global } = optionOf(name)
  if (key === undefined || global) return undefined
  const keys: [string, Origin][] = []
  if (network && key !== 'own') keys.push([networkKey(network.value, name), 'network'])
  if (key !== 'network') keys.push([name, 'settings'])
  for (const place of profile ? [profile.name, undefined] : [undefined]) {
    for (const [each, origin] of keys) {
      const text = settingOf(settings, each, place)
      if (text === undefined) continue
      if (place === undefined) return { text, origin, source: `${each} in the settings` }
      return { text, origin: 'profile', source: `${each} of profile ${place}` }
    }
  }
  return undefined
}

function standard(name: OptionName, { network }: ProfileSelection): OptionText | undefined {
  const text = (name === 'baseUrl' && builtInProfile(network?.value)?.baseUrl) || optionOf(name).default
  return text === undefined ? undefined : { text, origin: 'default', source: 'default' }
}

/** The base URL in the settings, in its normal form where it has one. */
function keptBaseUrl(inputs: ResolveInputs, chosen: ProfileSelection): string | undefined {
  const found = stored('baseUrl', inputs, chosen)
  const read = found && parseOption('baseUrl', found.text)
  return read && 'value' in read ? read.value : undefined
}

/** The sandbox is on this machine: what is elsewhere is a service, and its data may be real. */
function refuseRemoteSandbox({ value, origin, source }: Sourced<string>): void {
  if (isLoopback(new URL(value).hostname)) return
  const message = `The sandbox is on this machine, but ${source} is ${value}.`
  const hint = 'Use -n testnet for a service elsewhere.'
  throw origin === 'flag' ? usage(message, hint) : misconfigured(message, hint)
}

const noBaseUrl = (network: string) =>
  misconfigured(
    `${network} has no base URL: the service's document gives none.`,
    `movecli config set ${networkKey(network, 'baseUrl')} https://…/v1`,
    'CLI_NO_BASE_URL',
  )
