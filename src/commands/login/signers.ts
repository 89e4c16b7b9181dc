/** Which signer the flags, the environment or the person choose. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from '../../contract/service.ts'
import { MoveError, usage } from '../../errors.ts'
import type { Signer } from '../../wallet/signer.ts'
import { shownWhile } from '../awaited.ts'
import { textFlag, type Given } from '../command.ts'
import { readSecret, readText } from '../files.ts'
import type { Tools } from '../tools.ts'
import type { Answers } from './equivalent.ts'

const largestKeystore = 64 * 1024

/** The file of the signer that flags or environment name; flags win. Throws CLI_USAGE for two. */
export function signerNamed(given: Given, { context: { env } }: Tools): { keystore?: string; key?: string } {
  const flags = { keystore: textFlag(given, 'keystore'), key: textFlag(given, 'privateKeyFile') }
  if (flags.keystore !== undefined && flags.key !== undefined) {
    throw usage('Give one of --keystore and --private-key-file.', 'See movecli login --help.')
  }
  const none = flags.keystore === undefined && flags.key === undefined
  const keystore = flags.keystore ?? (none ? env['MOVECLI_KEYSTORE'] || undefined : undefined)
  if (keystore !== undefined) return { keystore }
  const key = flags.key ?? (env['MOVECLI_PRIVATE_KEY_FILE'] || undefined)
  return key === undefined ? {} : { key }
}

/** The signer, or nothing where none is named. Throws CLI_USAGE for two, and for files that are not what they should be. */
export async function signerFrom(given: Given, tools: Tools, answers: Answers): Promise<Signer | undefined> {
  const { keystore, key } = signerNamed(given, tools)
  if (keystore !== undefined) return keystoreFrom(keystore, given, tools, answers)
  return key === undefined ? undefined : privateKeyFrom(key, tools)
}

/** The sandbox's own test wallet, at the sandbox's own base URL alone: everyone knows its key. */
export async function testWallet(network: Network, baseUrl: string): Promise<Signer | undefined> {
  if (network !== 'sandbox') return undefined
  const { sandboxBaseUrl, sandboxPrivateKey } = await import('../../sandbox/constants.ts')
  if (baseUrl !== sandboxBaseUrl) return undefined
  const { privateKeySigner } = await import('../../wallet/signers/private-key.ts')
  return privateKeySigner(sandboxPrivateKey)
}

/** A signer chosen by a person: kind and file, asked again where the file is not what it should be. */
export async function askForSigner(
  given: Given,
  tools: Tools,
  answers: Answers,
): Promise<Signer | undefined> {
  const ask = await tools.ask()
  if (!ask) return undefined
  const kind = await ask.choose('Sign in with', [
    { value: 'keystore', name: 'an encrypted keystore (geth, foundry, ethers …)' },
    { value: 'key', name: 'a private key in a file' },
  ])
  const question = kind === 'keystore' ? 'File or name of the keystore' : 'File of the private key'
  for (;;) {
    const file = await ask.text(question)
    answers.signer = { flag: kind === 'keystore' ? 'keystore' : 'privateKeyFile', file }
    try {
      return kind === 'keystore'
        ? await keystoreFrom(file, given, tools, answers)
        : await privateKeyFrom(file, tools)
    } catch (error) {
      if (!(error instanceof MoveError) || error.fault.exit !== 2) throw error
      await tools.say([error.message, error.fault.hint].filter(Boolean).join(' '))
    }
  }
}

async function privateKeyFrom(file: string, tools: Tools): Promise<Signer> {
  const { privateKeySigner } = await import('../../wallet/signers/private-key.ts')
  const key = await readSecret(file, tools, 'a private key in hex')
  tools.context.secrets.add(key)
  return privateKeySigner(key)
}

/** Opened at once: a password that was typed and does not open it is asked for again, three times in all. */
async function keystoreFrom(file: string, given: Given, tools: Tools, answers: Answers): Promise<Signer> {
  const text = await readText(await keystorePath(file, tools), tools, {
    what: 'an encrypted keystore',
    most: largestKeystore,
  })
  const { readKeystore } = await import('../../wallet/keystore-file.ts')
  readKeystore(text)
  const kept = await passwordFrom(given, tools)
  if (kept !== undefined) return opened(text, kept, tools)
  const ask = await tools.ask()
  if (!ask) throw usage('The password of the keystore is missing.', 'Give it with --password-file.')
  answers.password = true
  for (let left = 2; ; left--) {
    const typed = await ask.secret('Password of the keystore')
    try {
      return await opened(text, typed, tools)
    } catch (error) {
      if (!isWrongPassword(error) || left === 0) throw error
      await tools.say(`${error.message} Try again.`)
    }
  }
}

export const isWrongPassword = (error: unknown): error is MoveError =>
  error instanceof MoveError && error.fault.code === 'CLI_WRONG_PASSWORD'

async function opened(text: string, password: string, tools: Tools): Promise<Signer> {
  const { openKeystore } = await import('../../wallet/signers/keystore.ts')
  const { privateKeySigner } = await import('../../wallet/signers/private-key.ts')
  const { signal, blocking, secrets } = tools.context
  secrets.add(password)
  const opening = openKeystore(text, password, { signal, blocking })
  return privateKeySigner(await shownWhile(opening, 'Opening the keystore', tools))
}

/** A file, or a name among those that cast keeps. */
async function keystorePath(file: string, { context: { home } }: Tools): Promise<string> {
  const exists = async (path: string) =>
    stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
  if (await exists(file)) return file
  const named = join(home, '.foundry', 'keystores', file)
  return !/[/\\]/.test(file) && (await exists(named)) ? named : file
}

async function passwordFrom(given: Given, tools: Tools): Promise<string | undefined> {
  const file =
    textFlag(given, 'passwordFile') ?? (tools.context.env['MOVECLI_KEYSTORE_PASSWORD_FILE'] || undefined)
  if (file === undefined) return undefined
  return readSecret(file, tools, 'the password of the keystore', { mayBeEmpty: true })
}
