/** What a flag or the environment says about an option, checked. */
import { misconfigured, usage, type MoveError } from '../errors.ts'
import { fromEnvironment } from './environment.ts'
import { optionOf, type OptionName } from './options.ts'
import type { GlobalFlagKey, ResolveInputs } from './types.ts'
import { badBaseUrl, parseBaseUrl } from './url.ts'
import { problemOf } from './parse-option.ts'

export type ExplicitValue = { text: string; origin: 'flag' | 'environment'; source: string }

/** Throws CLI_USAGE (exit 2) for a wrong value of a flag, CLI_CONFIG (exit 3) for one of the environment. */
export function explicitValue(
  name: OptionName,
  { flags, env }: Pick<ResolveInputs, 'flags' | 'env'>,
): ExplicitValue | undefined {
  if (name === 'format' && flags['json'] === true) return json(flags)
  const given = flagText(name, flags)
  if (given !== undefined) return requireValid(name, { text: given, origin: 'flag', source: flagName(name) })
  const found = fromEnvironment(name, env)
  return found && requireValid(name, { text: found.text, origin: 'environment', source: found.name })
}

/** `--json` is `--format json`. */
function json({ format = 'json' }: ResolveInputs['flags']): ExplicitValue {
  if (format !== 'json') throw usage('--json and --format cannot be used together.', 'Use only one of them.')
  return { text: 'json', origin: 'flag', source: '--json' }
}

function requireValid(name: OptionName, asked: ExplicitValue): ExplicitValue {
  const error = errorOf(name, asked.text, asked.origin, asked.source)
  if (error) throw error
  return asked
}

/** The error that a value is worth, if any. */
export function errorOf(
  name: OptionName,
  text: string,
  origin: string,
  source: string,
): MoveError | undefined {
  const flag = origin === 'flag'
  if (name === 'baseUrl') {
    const verdict = parseBaseUrl(text)
    return 'problem' in verdict ? badBaseUrl(verdict, flag ? 'flag' : 'elsewhere', source) : undefined
  }
  const problem = problemOf(name, text)
  if (!problem) return undefined
  return flag
    ? usage(`${source} ${problem}.`, 'See movecli help flags.')
    : misconfigured(`${source} ${problem}.`, 'Change it, or unset it.')
}

function flagText(name: OptionName, flags: ResolveInputs['flags']): string | undefined {
  if (!hasFlag(name)) return undefined
  const given = flags[name]
  if (typeof given === 'number') return given === 0 ? undefined : String(given)
  return given === true ? 'true' : typeof given === 'string' ? given : undefined
}

const hasFlag = (name: OptionName): name is GlobalFlagKey => optionOf(name).flag !== undefined

const flagName = (name: OptionName) => `--${optionOf(name).flag?.name ?? name}`
