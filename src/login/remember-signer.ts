/** What --remember-signer keeps of a signer: where it is, and nothing that is in it. */
import { promises } from 'node:fs'
import { resolve as absolute } from 'node:path'
import type { RememberedSigner } from '../config/settings.ts'
import { isInherited } from '../disk/named-pipe.ts'
import { moveError, usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Context } from '../runtime/context.ts'
import { findProgram } from '../runtime/find-program.ts'
import { looksLikeWalletSecret } from '../wallet/secret-shape.ts'
import type { LoginValues } from './login-flags.ts'
import { signerNamed } from './named-signer.ts'
import { waitOf } from './signing-time.ts'

/**
 * Throws CLI_USAGE for a signer that needs a person, and for files that will not be there the next time, and
 * CLI_LOOKS_LIKE_PRIVATE_KEY (exit 2) for arguments of a program that may be the secret of a wallet.
 */
export async function rememberedOf(
  given: ParsedArgs<LoginValues>,
  context: Pick<Context, 'env' | 'home' | 'platform' | 'secrets'>,
  baseUrl: string,
): Promise<RememberedSigner> {
  const named = signerNamed(given, context.env)
  const kept = { baseUrl, ...(given.flags.contractWallet === true && { contractWallet: true as const }) }
  if (named?.kind.flagKey === 'exec') {
    const program = await findProgram(named.value, context)
    const waitMs = waitOf(given.flags)
    const args = [...given.passthrough]
    await refuseSecrets(args, context)
    return { kind: 'exec', program, args, ...kept, ...(waitMs !== undefined && { waitMs }) }
  }
  const passwordFile =
    given.flags.passwordFile ?? (context.env['MOVECLI_KEYSTORE_PASSWORD_FILE'] || undefined)
  if (named?.kind.flagKey === 'keystore' && passwordFile !== undefined) {
    const { keystorePath } = await import('./signer-files.ts')
    const keystore = await lastingFile(await keystorePath(named.value, context.home))
    return { kind: 'keystore', keystore, passwordFile: await lastingFile(passwordFile), ...kept }
  }
  throw usage(
    '--remember-signer needs a signer that works without a person.',
    'Use --exec, or --keystore with --password-file.',
  )
}

/** The settings hold no secrets: no argument, nor all of them as words, may have the form of one. */
async function refuseSecrets(args: readonly string[], { secrets }: Pick<Context, 'secrets'>): Promise<void> {
  for (const text of [...args, args.join(' ')]) {
    if (!(await looksLikeWalletSecret(text))) continue
    secrets.add(text)
    throw moveError('CLI_LOOKS_LIKE_PRIVATE_KEY', {
      message:
        'An argument of the signer program looks like the secret of a wallet, and --remember-signer would store it. Nothing was stored or sent.',
      hint: 'Let the program read its secret from a file, and give it the path, or leave out --remember-signer.',
    })
  }
}

/** The absolute path of a file that can be read again later; one that is missing is found where it is read. */
async function lastingFile(given: string): Promise<string> {
  const path = absolute(given)
  const found = await promises.stat(path).catch(() => undefined)
  if (given !== '-' && !isInherited(path) && found?.isFile() !== false) return path
  throw usage(
    `--remember-signer cannot remember ${given === '-' ? 'standard input' : path}: it is not a regular file.`,
    'Use the path of a file that can be read again later, or leave out --remember-signer.',
  )
}
