/** Prints one setting. Its line is in ./index.ts. */
import { settingOf } from '../../config/settings.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { namedKey } from './profile.ts'

export const run: CommandHandler = async ({ args: [typed = ''] }, tools) => {
  const { profile, key } = namedKey(typed, tools)
  const value = settingOf(await tools.settings(), key, profile)
  if (value === undefined) throw usage(`${key} is not set.`, `movecli config set ${key} <value>`)
  return text(value, { key, value })
}
