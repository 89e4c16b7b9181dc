/** Credentials that the environment gives, its _FILE variables read. */
import type { CredentialEnv } from '../config/select-credentials.ts'
import type { Part } from '../runtime/services.ts'
import type { SecretTools } from '../runtime/input-files.ts'

/** The values of MOVECLI_API_KEY and MOVECLI_TOKEN and of the files that their _FILE twins name, registered as secrets. */
export async function environmentCredentials(
  tools: SecretTools & Part<never, 'env'>,
): Promise<CredentialEnv> {
  const { env, secrets } = tools.context
  const file = async (from: 'MOVECLI_API_KEY_FILE' | 'MOVECLI_TOKEN_FILE', what: string) => {
    const path = env[from]
    return path
      ? (await (await import('../runtime/input-files.ts')).readSecret(path, tools, what, { from })).trim()
      : undefined
  }
  const found = {
    MOVECLI_API_KEY: env['MOVECLI_API_KEY']?.trim() || undefined,
    MOVECLI_TOKEN: env['MOVECLI_TOKEN']?.trim() || undefined,
    MOVECLI_API_KEY_FILE: env['MOVECLI_API_KEY']
      ? undefined
      : await file('MOVECLI_API_KEY_FILE', 'the API key'),
    MOVECLI_TOKEN_FILE: env['MOVECLI_TOKEN']
      ? undefined
      : await file('MOVECLI_TOKEN_FILE', 'the session token'),
  }
  for (const value of Object.values(found)) secrets.add(value)
  return found
}
