/** Prints one setting. Its line is in ./index.ts. */
import { checkKey } from '../../config/keys.ts'
import { settingOf } from '../../config/settings.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { namedProfile } from './profile.ts'

export const run: CommandHandler = async ({ args: [typed = ''] }, tools) => {
  const profile = namedProfile(tools)
  const key = checkKey(typed, { profile: profile !== undefined })
  const value = settingOf(await tools.settings(), key, profile)
  if (value === undefined) throw usage(`${key} is not set.`, `movecli config set ${key} <value>`)
  return text(value, { key, value })
}
