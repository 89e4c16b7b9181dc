/** The global flags as a command line knows them: made from the table of options. */
import { optionNames, optionOf } from './options.ts'

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
}

export const globalFlags: readonly GlobalFlag[] = optionNames.flatMap((option) => {
  const { flag, about, choices, env } = optionOf(option)
  return flag ? [{ ...flag, about, ...(choices && { choices }), ...(env && { env }) }] : []
})

/** Known at every place of a line, and no options. */
export const helpFlag: GlobalFlag = { name: 'help', short: 'h', about: 'Help on the command' }
export const versionFlag: GlobalFlag = { name: 'version', short: 'V', about: 'Version of movecli' }
