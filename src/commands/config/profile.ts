/** The profile that a config command is about: named by flag or environment, else none. */
import { usage } from '../../errors.ts'
import type { Tools } from '../../runtime/services.ts'

/** The named profile. Throws CLI_USAGE for a name that none can have. */
export function namedProfile({ globals, context }: Tools): string | undefined {
  const flag = globals['profile']
  const name = typeof flag === 'string' ? flag : context.env['MOVECLI_PROFILE'] || undefined
  if (name !== undefined && !/^[a-z0-9_-]{1,64}$/.test(name)) {
    throw usage('That is no name for a profile.', 'Use up to 64 of a-z, 0-9, _ and -.')
  }
  return name
}
