/** Sets an alias. Its line is in ./index.ts. */
import { aliasName, aliasProblem, wordsIn } from '../../config/aliases.ts'
import { aliasNamed, withAlias } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import { usage } from '../../errors.ts'
import { titled } from '../../output/view.ts'
import { nodeNames, type CommandHandler, type CommandNode } from '../../runtime/command.ts'
import { looksLikeWalletSecret } from '../../wallet/secret-shape.ts'
import { wouldDo } from '../../writes/dry-run.ts'

/** Sets an alias that takes none of the names of `tree`. */
export const setter =
  (tree: () => Promise<readonly CommandNode[]>): CommandHandler =>
  async ({ args: [name = '', line = ''] }, tools) => {
    const commands = (await tree()).flatMap(nodeNames)
    if (commands.includes(name))
      throw usage(`${name} is a command, and an alias cannot take its place.`, 'Choose another name.')
    if (!aliasName.test(name))
      throw usage(
        'The name of an alias is 1 to 32 lowercase letters, digits, - or _, a letter first.',
        'For example movecli alias set today …',
      )
    if (await looksLikeWalletSecret(line))
      throw usage('The line looks like the secret of a wallet. Nothing was kept.', 'Use a file flag instead.')
    const problem = aliasProblem(wordsIn(line), commands)
    if (problem !== undefined)
      throw usage(`The alias was not set: ${problem}.`, 'See movecli alias set --help.')
    const before = aliasNamed(await tools.settings(), name)
    const result = { name, line, before: before ?? null }
    if (tools.dryRun) return wouldDo(`would set alias ${name}`, result)
    const { config } = tools.folders
    await changeSettings(config, (settings) => withAlias(settings, name, line), tools.context)
    await tools.note(
      `Set alias ${name} in ${settingsPath(config)}.${before === undefined ? '' : ` It was: ${before}`}`,
    )
    return titled(result)
  }
