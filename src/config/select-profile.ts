/** Which profile and which network. */
import type { Network } from '../contract/service.ts'
import { misconfigured, moveError, MoveError, usage } from '../errors.ts'
import { builtInProfile } from './built-in-profile.ts'
import { explicitValue, type ExplicitValue } from './flag-or-env.ts'
import type { ResolveInputs, Origin, ProfileInForce, Sourced } from './types.ts'
import { noSuchProfile, profilesLine } from './no-such-profile.ts'
import { currentProfile, profileNamed, type Settings } from './settings.ts'

export type ProfileSelection = { profile?: ProfileInForce; network?: Sourced<Network> }

/**
 * Throws CLI_USAGE (exit 2) where profile and network do not fit or a choice is left open, CLI_NO_NETWORK (exit 3),
 * CLI_PROFILE_CHANGED (exit 4) where a held profile is of another network by now.
 */
export function selectProfile(inputs: ResolveInputs): ProfileSelection {
  const named = explicitValue('profile', inputs)
  const asked = explicitValue('network', inputs)
  const { held } = inputs
  const profile = named
    ? byName(named, inputs)
    : held
      ? byName({ ...held, value: held.name }, inputs)
      : asked
        ? ofNetwork(asked.value, inputs)
        : current(inputs)
  const own = profile && profileNamed(inputs.settings, profile.name)?.network
  if (asked && own && own !== asked.value) throw otherNetwork(profile.name, own, asked, named)
  const network = asked
    ? { value: asked.value, origin: asked.origin, source: asked.source }
    : own && { value: own, origin: 'profile' as const, source: `profile ${profile.name}` }
  if (held?.network && network && network.value !== held.network)
    throw changedNetwork(held.name, held.network, network.value)
  if (!network && (inputs.purpose === 'use' || inputs.purpose === 'login'))
    throw noNetwork(profile, inputs.settings)
  return { ...(profile && { profile }), ...(network && { network }) }
}

/** Do these flags alone choose the profile, whether the environment is this one or holds nothing? For lines to type. */
export const isSelectedBy = (
  profile: string,
  flags: ResolveInputs['flags'],
  { env, ...inputs }: Omit<ResolveInputs, 'flags'>,
): boolean =>
  [env, {}].every((each) => {
    try {
      return selectProfile({ ...inputs, flags, env: each }).profile?.name === profile
    } catch (error) {
      if (error instanceof MoveError) return false
      throw error
    }
  })

const profileInForce = (
  name: string,
  origin: Origin,
  source: string,
  { settings }: ResolveInputs,
): ProfileInForce => ({
  name,
  origin,
  source,
  isNew: profileNamed(settings, name) === undefined,
})

function byName({ value, origin, source }: Sourced<string>, inputs: ResolveInputs): ProfileInForce {
  const profile = profileInForce(value, origin, source, inputs)
  if (!profile.isNew || inputs.purpose === 'login' || inputs.purpose === 'configure') return profile
  throw noSuchProfile(value, inputs.settings)
}

/** The current profile if it is of the network, else the only one that is; to sign in, one that will be made. */
function ofNetwork(network: Network, inputs: ResolveInputs): ProfileInForce | undefined {
  const { settings, purpose } = inputs
  const mine = currentProfile(settings)
  if (mine !== undefined && profileFits(settings, mine, network, purpose))
    return profileInForce(
      mine,
      settings.profile === undefined ? 'default' : 'settings',
      'the current profile',
      inputs,
    )
  const fitting = Object.keys(settings.profiles).filter(
    (name) => profileNamed(settings, name)?.network === network,
  )
  if (fitting.length === 1)
    return profileInForce(fitting[0]!, 'default', `the only profile of ${network}`, inputs)
  if (fitting.length > 1 && (!builtInProfile(network) || purpose === 'login'))
    throw severalProfiles(network, fitting)
  if (purpose !== 'login') return undefined
  if (Object.keys(settings.profiles).length === 0)
    return profileInForce(settings.profile ?? 'default', 'default', 'the first login', inputs)
  if (profileNamed(settings, network)?.network !== undefined) throw nameTaken(network)
  return profileInForce(network, 'default', `a login on ${network}`, inputs)
}

/** A profile without a network gets it at its first login. */
function profileFits(
  settings: Settings,
  name: string,
  network: Network,
  purpose: ResolveInputs['purpose'],
): boolean {
  const profile = profileNamed(settings, name)
  return profile !== undefined && (profile.network === network || (!profile.network && purpose === 'login'))
}

function current(inputs: ResolveInputs): ProfileInForce | undefined {
  const { settings, purpose } = inputs
  const name = currentProfile(settings)
  if (name === undefined)
    return purpose === 'login' ? profileInForce('default', 'default', 'the first login', inputs) : undefined
  const profile = profileInForce(
    name,
    settings.profile === undefined ? 'default' : 'settings',
    'the current profile',
    inputs,
  )
  if (!profile.isNew || purpose === 'login') return profile
  if (purpose !== 'use') return undefined
  throw misconfigured(
    `The settings choose profile ${name}, which does not exist.`,
    `${profilesLine(settings)} To choose another: movecli profile use <name>`,
  )
}

function otherNetwork(
  name: string,
  own: Network,
  asked: ExplicitValue<'network'>,
  named: ExplicitValue<'profile'> | undefined,
): MoveError {
  const message = `Profile ${name} (${named?.source ?? 'the current one'}) belongs to ${own}, but ${asked.source} is ${asked.text}.`
  return usage(message, 'A profile has one network for life. Use only one of the two.')
}

const changedNetwork = (name: string, before: Network, now: Network) =>
  moveError('CLI_PROFILE_CHANGED', {
    message: `This server acts for profile ${name} on ${before}, but ${name} is now on ${now}.`,
    hint: 'Start the server again.',
  })

const severalProfiles = (network: Network, names: string[]) =>
  usage(
    `There are several profiles for ${network}: ${names.join(', ')}.`,
    `Choose one: --profile ${names[0]}`,
  )

const nameTaken = (network: Network) =>
  usage(
    `No profile is for ${network}, and the profile named ${network} is for another network.`,
    `Name the new one: movecli login -n ${network} --profile <name>`,
  )

function noNetwork(profile: ProfileInForce | undefined, settings: Settings): MoveError {
  const message =
    profile && !profile.isNew ? `Profile ${profile.name} has no network yet.` : 'No network is chosen.'
  // A login takes the current profile without its name.
  const isAsked = profile?.origin === 'flag' || profile?.origin === 'environment'
  const named = isAsked ? ` --profile ${profile.name}` : ''
  const others =
    Object.keys(settings.profiles).length > 0 && !profile ? ' Or a profile: movecli profile use <name>' : ''
  return misconfigured(
    message,
    `Sign in with movecli login${named}, or choose one: -n testnet, -n sandbox.${others}`,
    'CLI_NO_NETWORK',
  )
}
