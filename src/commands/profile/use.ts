/** Chooses the profile of commands that name none. Its line is in ./index.ts. */
import { profileNamed, withSetting } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { noSuchProfile } from '../../config/no-such-profile.ts'

export const run: CommandHandler = async ({ args: [name = ''] }, tools) => {
  const { folders, context, globals } = tools
  const settings = await tools.settings()
  const network = profileNamed(settings, name)?.network ?? null
  if (!profileNamed(settings, name)) throw noSuchProfile(name, settings)
  const result = { profile: name, network }
  if (tools.dryRun) return wouldDo(`would choose profile ${name} in ${settingsPath(folders.config)}`, result)
  await changeSettings(
    folders.config,
    (before) => {
      if (!profileNamed(before, name)) throw noSuchProfile(name, before)
      return withSetting(before, 'profile', name)
    },
    context,
  )
  await tools.note(`Profile ${name} (${network ?? 'no network yet'}) is the current one.`)
  const named = context.env['MOVECLI_PROFILE']
  if (named && named !== name && globals['profile'] === undefined)
    await tools.note(`note: MOVECLI_PROFILE is set to ${named} and takes precedence.`)
  return titled(result)
}
