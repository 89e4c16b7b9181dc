/** The variables that lead a command to the sandbox it is run beside. */
import type { Context } from '../../runtime/context.ts'
import { sandboxApiKey, sandboxToken } from '../../sandbox/constants.ts'

/** The user's own profile and credentials have no business with made-up data; its faults are the server's already. */
const left = /^MOVECLI_(PROFILE|NETWORK|BASE_URL|API_KEY|TOKEN|PRIVATE_KEY|KEYSTORE|SANDBOX_FAULTS)/

/** The environment of a command that is to speak to the sandbox at `url`, whatever program it is. */
export const environmentFor = (env: Context['env'], url: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !left.test(name))),
  MOVECLI_NETWORK: 'sandbox',
  MOVECLI_BASE_URL: url,
  MOVECLI_API_KEY: sandboxApiKey,
  MOVECLI_TOKEN: sandboxToken,
})
