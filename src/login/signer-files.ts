/** Signers whose key is in a file: a keystore, a private key, a mnemonic. */
import { promises } from 'node:fs'
import { join } from 'node:path'
import { isNamedPipe } from '../disk/named-pipe.ts'
import { usage } from '../errors.ts'
import type { KeystoreFile } from '../wallet/keystore-file.ts'
import type { Signer } from '../wallet/signer.ts'
import { shownWhile, type WaitTools } from '../runtime/progress-line.ts'
import { readSecret, readText, type SecretTools, type InputTools } from '../runtime/input-files.ts'
import { looksLikeASecret } from '../runtime/not-a-path.ts'
import type { Context } from '../runtime/context.ts'
import type { Part } from '../runtime/services.ts'
import type { ChosenSigner, OpenInput, SignerTools } from './chosen-signer.ts'
import { isWrongPassword } from '../wallet/wrong-password.ts'

/** The flags that a keystore reads. */
type KeystoreValues = { readonly passwordFile?: string | undefined }

const largestKeystore = 64 * 1024

export async function privateKeyFrom({ value, tools }: OpenInput): Promise<ChosenSigner> {
  const { privateKeySigner } = await import('../wallet/signers/private-key.ts')
  const key = await readSecret(value, tools, 'a private key in hex')
  tools.context.secrets.add(key)
  return { sign: privateKeySigner(key) }
}

export async function mnemonicFrom({
  value,
  given,
  tools,
}: OpenInput<{ readonly hdPath?: string | undefined }>): Promise<ChosenSigner> {
  const { mnemonicSigner } = await import('../wallet/signers/mnemonic.ts')
  const words = await readSecret(value, tools, 'a mnemonic')
  tools.context.secrets.add(words)
  return { sign: await mnemonicSigner(words, given.flags.hdPath) }
}

/** Opened at once: a password that was typed and does not open it is asked for again, three times in all. */
export async function keystoreFrom({
  value,
  given,
  tools,
  answers,
}: OpenInput<KeystoreValues>): Promise<ChosenSigner> {
  const text = await keystoreText(await keystorePath(value, tools.context.home), tools)
  const { readKeystore } = await import('../wallet/keystore-file.ts')
  readKeystore(text)
  const kept = await passwordFrom(given.flags, tools)
  if (kept !== undefined) return { sign: await opened(text, kept, tools) }
  const ask = await tools.ask()
  if (!ask) throw usage('The password of the keystore is missing.', 'Give it with --password-file.')
  answers.password = true
  for (let left = 2; ; left--) {
    const typed = await ask.secret('Password of the keystore')
    try {
      return { sign: await opened(text, typed, tools) }
    } catch (error) {
      if (!isWrongPassword(error) || left === 0) throw error
      await tools.say(`${error.message} Try again.`)
    }
  }
}

/** The address that a keystore names; nothing where a password file says that it is to be opened, or where it names none. */
export async function keystoreNames({
  value,
  given,
  tools,
}: OpenInput<KeystoreValues>): Promise<string | undefined> {
  if (passwordFileOf(given.flags, tools.context.env) !== undefined) return undefined
  const { checksummed } = await import('../wallet/address.ts')
  const { address } = await keystoreAt(await keystorePath(value, tools.context.home), tools)
  return address && checksummed(address)
}

/** A keystore's parts. Throws CLI_USAGE for a file that is none. */
export async function keystoreAt(
  path: string,
  tools: InputTools & Part<never, 'home'>,
): Promise<KeystoreFile> {
  const text = await keystoreText(path, tools)
  const { readKeystore } = await import('../wallet/keystore-file.ts')
  return readKeystore(text)
}

/** A keystore's signer that asks no person: the files are read anew each time, so that they may be replaced. */
export async function keystoreOf(
  { keystore, passwordFile }: { keystore: string; passwordFile: string },
  tools: SignerTools,
): Promise<ChosenSigner> {
  const text = await keystoreText(keystore, tools)
  const password = await readSecret(passwordFile, tools, 'the password of the keystore', { mayBeEmpty: true })
  return { sign: await opened(text, password, tools) }
}

/** Throws CLI_USAGE for a file that is not there, and for a pipe in a folder: nobody may ever write to it. */
async function keystoreText(path: string, tools: InputTools & Part<never, 'home'>): Promise<string> {
  const found = await promises.stat(path).catch(() => undefined)
  if (found && isNamedPipe(path, found))
    throw usage(`${path} is a named pipe.`, 'Name the file of an encrypted keystore.')
  if (!found && path !== '-' && !/[/\\]/.test(path) && !(await looksLikeASecret(path)))
    throw usage(
      `There is no keystore ${path}.`,
      `Give its file, or the name of one in ${keystoreFolder(tools.context.home)}: movecli wallet list`,
    )
  return readText(path, tools, { what: 'an encrypted keystore', most: largestKeystore })
}

async function opened(
  text: string,
  password: string,
  tools: WaitTools & Part<never, 'blocking'>,
): Promise<Signer> {
  const { openKeystore } = await import('../wallet/signers/keystore.ts')
  const { privateKeySigner } = await import('../wallet/signers/private-key.ts')
  const { signal, blocking, secrets } = tools.context
  secrets.add(password)
  const opening = openKeystore(text, password, { signal, blocking })
  return privateKeySigner(await shownWhile(opening, 'Opening the keystore', tools))
}

/** Where cast keeps keystores by name. */
export const keystoreFolder = (home: string): string => join(home, '.foundry', 'keystores')

/** A file, or a name among those that cast keeps. Throws CLI_USAGE for a name that is both. */
export async function keystorePath(file: string, home: string): Promise<string> {
  if (/[/\\]/.test(file)) return file
  const found = async (path: string) =>
    promises.stat(path).then(
      (one) => (one.isDirectory() ? undefined : one),
      () => undefined,
    )
  const named = join(keystoreFolder(home), file)
  const [here, cast] = [await found(file), await found(named)]
  if (!cast) return file
  if (!here) return named
  if (here.dev === cast.dev && here.ino === cast.ino) return named
  throw usage(
    `${file} is a file in the current directory, and one of foundry's keystores has that name too.`,
    `Give ./${file} for the file, or ${named} for foundry's.`,
  )
}

const passwordFileOf = (given: KeystoreValues, env: Context['env']): string | undefined =>
  given.passwordFile ?? (env['MOVECLI_KEYSTORE_PASSWORD_FILE'] || undefined)

async function passwordFrom(
  given: KeystoreValues,
  tools: SecretTools & Part<never, 'env'>,
): Promise<string | undefined> {
  const file = passwordFileOf(given, tools.context.env)
  if (file === undefined) return undefined
  return readSecret(file, tools, 'the password of the keystore', { mayBeEmpty: true })
}
