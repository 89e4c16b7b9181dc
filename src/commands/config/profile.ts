/** The profile that a config command is about: named by flag or environment, else none. */
import { checkKey } from '../../config/keys.ts'
import { profileNamePattern } from '../../config/validators.ts'
import { usage } from '../../errors.ts'
import type { Part } from '../../runtime/services.ts'

/** The named profile. Throws CLI_USAGE for a name that none can have. */
export function targetProfile({ globals, context }: Part<'globals', 'env'>): string | undefined {
  const flag = globals['profile']
  const name = typeof flag === 'string' ? flag : context.env['MOVECLI_PROFILE'] || undefined
  if (name !== undefined && !profileNamePattern.test(name)) {
    throw usage('This is not a valid profile name.', 'Use 1 to 64 lowercase letters, digits, _ or -.')
  }
  return name
}

/** The key that was typed, and whose. Throws CLI_USAGE for none that may be set there. */
export function namedKey(typed: string, tools: Parameters<typeof targetProfile>[0]) {
  const profile = targetProfile(tools)
  return { profile, key: checkKey(typed, { profile: profile !== undefined }) }
}
