/** What the environment says: empty counts as unset. */
import type { Env } from './folders.ts'
import { optionOf, type OptionName } from './options.ts'

/** A variable's value and name. */
export type EnvValue = { text: string; name: string }

/** Set, and neither `0` nor `false`: how CI, GITHUB_ACTIONS and our own switches are read. */
export const isOn = (text: string | undefined): boolean => !!text && !/^(0|false)$/i.test(text)

/** The text that the environment gives an option, and the variable it stands in. */
export function fromEnvironment(name: OptionName, env: Env): EnvValue | undefined {
  if (name === 'color') return colorOf(env)
  const { env: variables = [], kind } = optionOf(name)
  const isSet = (text: string | undefined) => (kind === 'switch' || kind === 'times' ? isOn(text) : !!text)
  const variable = variables.find((each) => isSet(env[each]))
  return variable === undefined ? undefined : { text: env[variable]!, name: variable }
}

/** The usual variables for color, each of which says yes, no or nothing; the first that speaks counts. */
function colorOf(env: Env): EnvValue | undefined {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM } = env
  if (NO_COLOR) return { text: 'never', name: 'NO_COLOR' }
  if (FORCE_COLOR) return { text: isOn(FORCE_COLOR) ? 'always' : 'never', name: 'FORCE_COLOR' }
  if (CLICOLOR === '0') return { text: 'never', name: 'CLICOLOR' }
  if (isOn(CLICOLOR_FORCE)) return { text: 'always', name: 'CLICOLOR_FORCE' }
  if (TERM === 'dumb') return { text: 'never', name: 'TERM' }
  return undefined
}
