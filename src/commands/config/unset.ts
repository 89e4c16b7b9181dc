/** Forgets one setting. Its line is in ./index.ts. */
import { settingOf, withSetting } from '../../config/settings.ts'
import { changeSettings } from '../../config/settings-file.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { namedKey } from './profile.ts'

export const run: CommandHandler = async ({ args: [typed = ''] }, tools) => {
  const { profile, key } = namedKey(typed, tools)
  const was = settingOf(await tools.settings(), key, profile)
  const result = { key, was: was ?? null, profile: profile ?? null }
  if (tools.dryRun) return wouldDo(was === undefined ? `${key} is not set` : `would forget ${key}`, result)
  if (was === undefined) await tools.note(`${key} was not set.`)
  else
    await changeSettings(
      tools.folders.config,
      (settings) => withSetting(settings, key, undefined, profile),
      tools.context,
    )
  return titled(result)
}
