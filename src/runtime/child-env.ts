/** The environment of programs that movecli starts. */
import type { Env } from '../config/folders.ts'

/** Variables that a program has no business with: secrets and what names them, and what would change Node itself. */
const ours = /^(MOVECLI_(API_KEY|TOKEN|PRIVATE_KEY|KEYSTORE).*|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/i

/** The environment without movecli's secrets and Node's switches. */
export const withoutSecrets = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
