/** What resolving is given, and what it finds: every value with where it came from. */
import type { Network } from '../contract/service.ts'
import type { Env } from './folders.ts'
import type { OptionName, options } from './options.ts'
import type { Profile, Settings } from './settings.ts'
import type { Value } from './parse-option.ts'

export type Origin = 'flag' | 'environment' | 'profile' | 'network' | 'settings' | 'default'

/** `source` names the place for a person: `--timeout`, `MOVECLI_TIMEOUT`, `timeout of profile ops`. */
export type Sourced<T> = { value: T; origin: Origin; source: string }

/** With the text that it was written as: `5m`. */
export type Written<T> = Sourced<T> & { text: string }

/** `made`: it does not exist yet; this command makes it. */
export type ProfileInForce = { name: string; origin: Origin; source: string; isNew: boolean }

/** Stays in force whichever becomes the current one, of the network that it had: the profile of a server for agents. */
export type HeldProfile = Omit<ProfileInForce, 'isNew'> & { network: Network | undefined }

/**
 * `use`: a request will be sent. `login`: a profile that does not exist will be made. `inspect`: nothing need be there
 * but a named profile. `configure`: not even that.
 */
export type Purpose = 'use' | 'login' | 'inspect' | 'configure'

/** The options that a flag gives. */
export type GlobalFlagKey = {
  [K in OptionName]: (typeof options)[K] extends { flag: object } ? K : never
}[OptionName]
type FlagKind<K extends GlobalFlagKey> = (typeof options)[K]['kind']
/** `true` of a switch, a number with the text it was typed as, how often, one of its choices, its text. */
type FlagValue<K extends GlobalFlagKey> =
  FlagKind<K> extends 'switch'
    ? true
    : FlagKind<K> extends 'count' | 'duration'
      ? { text: string; value: number }
      : Value<K>
/** The global flags by their names in camel case, as their line has read them. */
export type GlobalFlags = { readonly [K in GlobalFlagKey]?: FlagValue<K> | undefined }
export type ResolveInputs = {
  flags: GlobalFlags
  env: Env
  settings: Settings
  purpose: Purpose
  held?: HeldProfile | undefined
}

export type Resolved = {
  profile?: ProfileInForce
  /** What the settings know of that profile. */
  entry?: Profile
  network?: Sourced<Network>
  baseUrl?: Sourced<string>
  /** The base URL that the settings hold for the network, whatever flag and environment say. */
  configured?: string
  /** Any other option; durations in seconds. Throws for a wrong value: exit 2 from a flag, 3 from elsewhere. */
  get<K extends OptionName>(name: K): Written<Value<K>> | undefined
}
