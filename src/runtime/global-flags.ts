/** The global flags as a command line knows them: made from the table of options. */
import { optionNames, optionOf } from '../config/options.ts'
import { parseOption } from '../config/parse-option.ts'
import type { Flag } from './flag.ts'

export const globalFlags: readonly Flag[] = optionNames.flatMap((option) => {
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
export const helpFlag: Flag = { name: 'help', short: 'h', about: 'Help on the command' }
export const versionFlag: Flag = { name: 'version', short: 'V', about: 'Version of movecli' }

/** Flags that are known at every place of a line. */
export const everywhere: readonly Flag[] = [...globalFlags, helpFlag, versionFlag]
