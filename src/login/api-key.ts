/** Where the API key of a login comes from: flags, a hidden prompt, stdin. */
import { usage } from '../errors.ts'
import type { Secrets } from '../output/redact.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import { readSecret, readStdinSecret, type SecretTools } from '../runtime/input-files.ts'
import { fitKey } from '../session/check-credential.ts'
import type { Part } from '../runtime/services.ts'
import type { Answers } from './answers.ts'
import type { LoginValues } from './login-flags.ts'

export type GivenKey = { value: string; from: string }

/** The API key that the flags give or, with --key alone, a hidden prompt or stdin. Nothing where no flag asks for one. */
export async function keyFromFlags(
  given: ParsedArgs<LoginValues>,
  tools: SecretTools & Part<'note'>,
  answers: Answers,
): Promise<GivenKey | undefined> {
  const { key } = given.flags
  const file = given.flags.keyFile
  const value = await keyTyped(given, tools.context.secrets)
  if (file !== undefined) return keyOfFile(file, tools)
  if (value !== undefined) {
    await tools.note(
      'warning: ps and your shell history show the API key. --key without a value asks for it hidden.',
    )
    return { value, from: '--key' }
  }
  if (key === undefined) return undefined
  const ask = key === '-' ? undefined : await tools.ask()
  if (ask) return askForKey(tools, answers)
  if (key !== '-' && tools.context.stdin.isTTY)
    throw usage('The API key is missing.', 'Give it with --key-file, or on stdin.')
  return {
    value: await checkKey(await readStdinSecret(tools, 'the API key'), tools.context.secrets),
    from: 'stdin',
  }
}

/** The API key of the command line or of a file; nobody is asked, and stdin stays as it is. */
export async function keyWithoutAsking(
  given: ParsedArgs<LoginValues>,
  tools: SecretTools,
): Promise<GivenKey | undefined> {
  const value = await keyTyped(given, tools.context.secrets)
  if (value !== undefined) return { value, from: '--key' }
  const file = given.flags.keyFile
  if (file === undefined || file === '-') return undefined
  return keyOfFile(file, tools)
}

const keyOfFile = async (file: string, tools: SecretTools): Promise<GivenKey> => ({
  value: await checkKey(await readSecret(file, tools, 'the API key'), tools.context.secrets),
  from: file,
})

/**
 * The API key on the command line itself, if it is there. Throws for one that is none,
 * and for two ways at once; nothing is read.
 */
async function keyTyped(given: ParsedArgs<LoginValues>, secrets: Secrets): Promise<string | undefined> {
  const { key } = given.flags
  if (key !== undefined && given.flags.keyFile !== undefined)
    throw usage('Give one of --key and --key-file.', 'See movecli login --help.')
  return typeof key === 'string' && key !== '-' ? checkKey(key, secrets, { typed: true }) : undefined
}

/** Asks for the key, hidden. Only where somebody can be asked. */
export async function askForKey(tools: Part<'ask', 'secrets'>, answers: Answers): Promise<GivenKey> {
  const ask = await tools.ask()
  if (!ask) throw usage('The API key is missing.', 'Give it with --key-file, or set MOVECLI_API_KEY.')
  const typed = await ask.secret('API key of the service (never a key of your wallet)')
  answers.key = true
  return { value: await checkKey(typed, tools.context.secrets, { typed: true }), from: 'prompt' }
}

async function checkKey(text: string, secrets: Secrets, { typed = false } = {}): Promise<string> {
  secrets.add(text.trim())
  return fitKey(text, { typed })
}
