/** What a flag or the environment says about an option, and what is thrown unless the text is a value of it. */
import { misconfigured, usage } from '../errors.ts'
import { fromEnvironment } from './environment.ts'
import { optionOf, type OptionName } from './options.ts'
import { parseOption, type Value } from './parse-option.ts'
import type { GlobalFlagKey, GlobalFlags, Origin, ResolveInputs, Written } from './types.ts'
import { badBaseUrl } from './url.ts'

export type ExplicitValue<K extends OptionName> = Written<Value<K>> & { origin: 'flag' | 'environment' }

/** Throws CLI_USAGE (exit 2) for a wrong value of a flag, CLI_CONFIG (exit 3) for one of the environment. */
export function explicitValue<K extends OptionName>(
  name: K,
  { flags, env }: Pick<ResolveInputs, 'flags' | 'env'>,
): ExplicitValue<K> | undefined {
  const given = flagValue(name, flags)
  if (given !== undefined && given !== 0) {
    const from = { origin: 'flag', source: flagName(name, flags) } as const
    if (typeof given === 'object') return { ...given, ...from } as ExplicitValue<K>
    const { kind } = optionOf(name)
    // Texts and URLs are read only where they are asked for; the line has read the others.
    if (kind === 'text' || kind === 'url') return parsedValue(name, { text: String(given), ...from })
    return { value: given, text: String(given), ...from } as ExplicitValue<K>
  }
  const found = fromEnvironment(name, env)
  return found && parsedValue(name, { text: found.text, origin: 'environment', source: found.name })
}

/** `--json` is `--format json`. */
function flagValue(name: OptionName, flags: GlobalFlags): GlobalFlags[GlobalFlagKey] {
  if (name !== 'format' || flags.json !== true) return hasFlag(name) ? flags[name] : undefined
  if (flags.format === undefined || flags.format === 'json') return 'json'
  throw usage('--json and --format cannot be used together.', 'Use only one of them.')
}

/** A text that stands for an option, with where it stands. */
export type OptionText = { text: string; origin: Origin; source: string }

/** The text with its value. Throws CLI_USAGE (exit 2) for a wrong one of a flag, CLI_CONFIG (exit 3) for one of elsewhere. */
export function parsedValue<K extends OptionName, T extends OptionText>(
  name: K,
  found: T,
): T & { value: Value<K> } {
  const read = parseOption(name, found.text)
  if ('value' in read) return { ...found, value: read.value }
  const { origin, source } = found
  const isFlag = origin === 'flag'
  if (optionOf(name).kind === 'url') throw badBaseUrl(read, isFlag ? 'flag' : 'elsewhere', source)
  const message = `${source} ${read.problem}.`
  throw isFlag ? usage(message, 'See movecli help flags.') : misconfigured(message, 'Change it, or unset it.')
}

const hasFlag = (name: OptionName): name is GlobalFlagKey => optionOf(name).flag !== undefined

const flagName = (name: OptionName, { json }: GlobalFlags): string =>
  `--${name === 'format' && json === true ? 'json' : optionOf(name).flag?.name}`
