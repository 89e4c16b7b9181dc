/** The check of aliases, which an editor may have put into the settings. */
import { aliasName, aliasProblem, wordsIn } from '../../config/aliases.ts'
import type { Settings } from '../../config/settings.ts'
import { MoveError } from '../../errors.ts'
import { failed, passed, type Finding } from './check.ts'

/** Each alias that does not work as it stands; nothing where there are none. */
export function checkAliases({ aliases = {} }: Settings, commands: readonly string[]): Finding[] {
  const all = Object.entries(aliases)
  const bad = all.flatMap(([name, line]) => {
    const problem = problemOf(name, line, commands)
    return problem === undefined
      ? []
      : [
          failed(
            'aliases',
            `alias ${name.slice(0, 40)} cannot be used: ${problem}`,
            `movecli alias delete ${nameToType(name)}`,
          ),
        ]
  })
  if (bad.length > 0 || all.length === 0) return bad
  return [passed('aliases', `${all.length} can be used`)]
}

function problemOf(name: string, line: string, commands: readonly string[]): string | undefined {
  if (commands.includes(name)) return 'it has the name of a command, which runs in its place'
  if (!aliasName.test(name)) return 'a name is 1 to 32 lowercase letters, digits, - or _, a letter first'
  try {
    return aliasProblem(wordsIn(line), commands)
  } catch (error) {
    if (error instanceof MoveError) return 'a quote in its line is not closed'
    throw error
  }
}

/** Only a name that is safe to paste is part of a line to type. */
const nameToType = (name: string): string =>
  /^[\w-]+$/.test(name) && !name.startsWith('-') ? name : '<name>'
