/** Where the API key comes from, and what is refused before it is stored or sent: the secret of a wallet. */
import { MoveError, usage } from '../../errors.ts'
import { looksLikeWalletSecret } from '../../wallet/secret-shape.ts'
import { textFlag, type Given } from '../command.ts'
import { readSecret, readStdin } from '../files.ts'
import type { Tools } from '../tools.ts'
import type { Answers } from './equivalent.ts'

export type GivenKey = { value: string; from: string }

/** The API key that the flags give or, with --key alone, a hidden prompt or stdin. Nothing where no flag asks for one. */
export async function keyFromFlags(
  given: Given,
  tools: Tools,
  answers: Answers,
): Promise<GivenKey | undefined> {
  const { key } = given.flags
  const file = textFlag(given, 'keyFile')
  const value = await keyTyped(given, tools)
  if (file !== undefined)
    return { value: await checkKey(await readSecret(file, tools, 'the API key'), tools), from: file }
  if (value !== undefined) {
    await tools.note(
      'warning: ps and the history of your shell have the API key; --key alone asks for it hidden',
    )
    return { value, from: '--key' }
  }
  if (key === undefined) return undefined
  const ask = key === '-' ? undefined : await tools.ask()
  if (ask) return askForKey(tools, answers)
  if (key !== '-' && tools.context.stdin.isTTY)
    throw usage('The API key is missing.', 'Give it with --key-file, or on stdin.')
  return {
    value: await checkKey(String(await readStdin(tools, 'the API key', 64 * 1024)), tools),
    from: 'stdin',
  }
}

/** The API key on the command line itself, if it is there. Throws for one that is none, and for two ways at once; nothing is read. */
export async function keyTyped(given: Given, tools: Tools): Promise<string | undefined> {
  const { key } = given.flags
  if (key !== undefined && textFlag(given, 'keyFile') !== undefined)
    throw usage('Give one of --key and --key-file.', 'See movecli login --help.')
  return typeof key === 'string' && key !== '-' ? checkKey(key, tools, { typed: true }) : undefined
}

/** Asks for the key, hidden. Only where somebody can be asked. */
export async function askForKey(tools: Tools, answers: Answers): Promise<GivenKey> {
  const ask = await tools.ask()
  if (!ask) throw usage('The API key is missing.', 'Give it with --key-file, or set MOVECLI_API_KEY.')
  const typed = await ask.secret('API key of the service (never a key of your wallet)')
  answers.key = true
  return { value: await checkKey(typed, tools, { typed: true }), from: 'prompt' }
}

async function checkKey(text: string, tools: Tools, { typed = false } = {}): Promise<string> {
  tools.context.secrets.add(text.trim())
  return fitKey(text, { typed })
}

/**
 * The key, fit for a header. Throws CLI_USAGE for an empty one, CLI_LOOKS_LIKE_PRIVATE_KEY for a wallet's secret; neither
 * is echoed. `typed`: at a prompt or on the command line, where a wallet's key is easily mistaken for it.
 */
export async function fitKey(text: string, { typed }: { typed: boolean }): Promise<string> {
  const key = text.trim()
  if (key === '')
    throw usage('The API key is empty.', 'Find it in the user area of the service, under API management.')
  if (await looksLikeWalletSecret(key)) {
    // Sixty-four digits without 0x may be either; in a file they are meant.
    const either = /^[0-9a-f]{64}$/i.test(key)
    if (!either || typed) throw walletSecret(either)
  }
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
    throw usage(
      'The API key holds characters that no header can carry.',
      'Copy it again, without spaces or line breaks.',
    )
  }
  return key
}

const walletSecret = (either: boolean) =>
  new MoveError(
    "This looks like the secret of a wallet, not the service's API key. It was not stored and not sent.",
    {
      code: 'CLI_LOOKS_LIKE_PRIVATE_KEY',
      exit: 2,
      outcome: 'not_sent',
      hint: either
        ? 'A wallet signs in with --keystore or --private-key-file. If it is the API key, give it with --key-file.'
        : 'A wallet signs in with --keystore or --private-key-file.',
    },
  )
