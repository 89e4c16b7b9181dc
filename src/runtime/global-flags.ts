/** The global flags as a command line knows them: made from the table of options. */
import { optionNames, optionOf } from './options.ts'
import { parseOption } from './parse-option.ts'

export type GlobalFlag = {
  /** Long name without its dashes. */
  name: string
  short?: string
  /** Placeholder as `<url>`; a switch has none. */
  value?: string
  about: string
  choices?: readonly string[]
  env?: readonly string[]
  /** May be given more than once. */
  many?: true
  /** Its value with the text, or what is wrong with that, as `must …`. */
  parse?: (text: string) => { value: unknown } | { problem: string; example?: string }
}

export const globalFlags: readonly GlobalFlag[] = optionNames.flatMap((option) => {
  const { flag, about, kind, choices, env } = optionOf(option)
  // Not every command asks for them: a wrong number ends each, before anything else.
  const isNumber = kind === 'count' || kind === 'duration'
  const parse = (text: string) => {
    const read = parseOption(option, text)
    return 'value' in read ? { value: { text, value: read.value } } : read
  }
  return flag
    ? [{ ...flag, about, ...(choices && { choices }), ...(env && { env }), ...(isNumber && { parse }) }]
    : []
})

/** Known at every place of a line, and no options. */
export const helpFlag: GlobalFlag = { name: 'help', short: 'h', about: 'Help on the command' }
export const versionFlag: GlobalFlag = { name: 'version', short: 'V', about: 'Version of movecli' }

/** Flags that are known at every place of a line. */
export const everywhere: readonly GlobalFlag[] = [...globalFlags, helpFlag, versionFlag]
