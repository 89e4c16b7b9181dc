/** The command that does without questions what a guided login did: what was typed, what was answered, secrets as files. */
import type { Answers } from './answers.ts'
import { shellWord } from '../runtime/shell-word.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Part, Tools } from '../runtime/services.ts'
import type { LoginValues } from './login-flags.ts'

/** The words of that command, quoted for a shell; nothing where nothing was asked. */
export function equivalent(
  given: ParsedArgs<LoginValues>,
  globals: Tools['globals'],
  answers: Answers,
): string | undefined {
  if (Object.keys(answers).length === 0) return undefined
  const { key, ...flags } = given.flags
  const text = (name: 'profile' | 'network' | 'baseUrl') =>
    typeof globals[name] === 'string' ? globals[name] : undefined
  const wanted: Partial<LoginValues> &
    Partial<Record<'profile' | 'network' | 'baseUrl', string | undefined>> = {
    profile: text('profile'),
    network: answers.network ?? text('network'),
    baseUrl: answers.baseUrl ?? text('baseUrl'),
    ...((key !== undefined || answers.key) && { keyFile: 'api-key.txt' }),
    ...flags,
    ...(answers.keyOnly && { keyOnly: true }),
    ...(answers.signer && { [answers.signer.flag]: answers.signer.file ?? true }),
    ...(answers.password && { passwordFile: 'password.txt' }),
  }
  return ['movecli login', ...Object.entries(wanted).flatMap(flagWords)].join(' ')
}

/** Says it on stderr, at the end of a login that asked. */
export async function sayEquivalent(
  given: ParsedArgs<LoginValues>,
  tools: Part<'globals' | 'note'>,
  answers: Answers,
): Promise<void> {
  const command = equivalent(given, tools.globals, answers)
  if (command !== undefined) await tools.note(`To run this without prompts: ${command}`)
}

const flagWords = ([name, value]: [string, LoginValues[keyof LoginValues]]): string[] => {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  if (typeof value === 'boolean' || value === undefined) return value === true ? [flag] : []
  return [flag, shellWord(typeof value === 'object' ? value.text : String(value))]
}
