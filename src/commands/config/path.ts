/** Prints where the settings are. Its line is in ./index.ts. */
import { settingsPath } from '../../config/settings-file.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'

export const run: CommandHandler = async (_, { folders }) => {
  const path = settingsPath(folders.config)
  return text(path, { path, state: folders.state })
}
