/** What --remember-signer keeps of a signer: where it is, and nothing that is in it. */
import { stat } from 'node:fs/promises'
import { resolve as absolute } from 'node:path'
import type { RememberedSigner } from '../config/settings.ts'
import { isInherited } from '../disk/named-pipe.ts'
import { usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Context } from '../runtime/context.ts'
import { findProgram } from '../runtime/find-program.ts'
import type { LoginValues } from './login-flags.ts'
import { signerNamed } from './named-signer.ts'
import { waitOf } from './signing-time.ts'

/** Throws CLI_USAGE for a signer that needs a person, and for files that will not be there the next time. */
export async function signerToRemember(
  given: ParsedArgs<LoginValues>,
  context: Pick<Context, 'env' | 'home' | 'platform' | 'secrets'>,
  baseUrl: string,
): Promise<RememberedSigner | undefined> {
  if (given.flags.rememberSigner !== true) return undefined
  const named = signerNamed(given, context.env)
  const kept = { baseUrl, ...(given.flags.contractWallet === true && { contractWallet: true as const }) }
  if (named?.kind.name === 'exec') {
    const program = await findProgram(named.value, context)
    const waitMs = waitOf(given.flags)
    const args = [...given.passthrough]
    return { kind: 'exec', program, args, ...kept, ...(waitMs !== undefined && { waitMs }) }
  }
  const passwordFile =
    given.flags.passwordFile ?? (context.env['MOVECLI_KEYSTORE_PASSWORD_FILE'] || undefined)
  if (named?.kind.name === 'keystore' && passwordFile !== undefined) {
    const { keystorePath } = await import('./signer-files.ts')
    const keystore = await lastingFile(await keystorePath(named.value, context.home))
    return { kind: 'keystore', keystore, passwordFile: await lastingFile(passwordFile), ...kept }
  }
  throw usage(
    '--remember-signer needs a signer that works without a person.',
    'Use --exec, or --keystore with --password-file.',
  )
}

/** The absolute path of a file that can be read again later; one that is missing is found where it is read. */
async function lastingFile(given: string): Promise<string> {
  const path = absolute(given)
  const found = await stat(path).catch(() => undefined)
  if (given !== '-' && !isInherited(path) && found?.isFile() !== false) return path
  throw usage(
    `--remember-signer cannot remember ${given === '-' ? 'standard input' : path}: it is not a regular file.`,
    'Use the path of a file that can be read again later, or leave out --remember-signer.',
  )
}
