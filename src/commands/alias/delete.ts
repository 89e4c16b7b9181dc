/** Deletes an alias. Its line is in ./index.ts. */
import { aliasNamed, withAlias } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import { usage } from '../../errors.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'

export const run: CommandHandler = async ({ args: [name = ''] }, tools) => {
  const settings = await tools.settings()
  const line = aliasNamed(settings, name)
  if (line === undefined)
    throw usage(
      'There is no such alias.',
      `Aliases: ${Object.keys(settings.aliases ?? {}).join(', ') || 'none'}.`,
    )
  const result = { name, line }
  if (tools.dryRun) return wouldDo(`would delete alias ${name}`, result)
  const { config } = tools.folders
  await changeSettings(config, (before) => withAlias(before, name, undefined), tools.context)
  await tools.note(`Deleted alias ${name} from ${settingsPath(config)}.`)
  return titled(result)
}
