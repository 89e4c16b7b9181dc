/** What the environment says: empty counts as unset. */
import { colorVariable } from '../output/color.ts'
import type { Env } from './folders.ts'
import { optionOf, type OptionName } from './options.ts'

/** A variable's value and name. */
export type EnvValue = { text: string; name: string }

/** Set, and neither `0` nor `false`: how CI, GITHUB_ACTIONS and our own switches are read. */
export const isOn = (text: string | undefined): boolean => !!text && !/^(0|false)$/i.test(text)

/** The text that the environment gives an option, and the variable it stands in. */
export function fromEnvironment(name: OptionName, env: Env): EnvValue | undefined {
  if (name === 'color') return colorVariable(env)
  const { env: variables = [], kind } = optionOf(name)
  const isSet = (text: string | undefined) => (kind === 'switch' || kind === 'times' ? isOn(text) : !!text)
  const variable = variables.find((each) => isSet(env[each]))
  return variable === undefined ? undefined : { text: env[variable]!, name: variable }
}
