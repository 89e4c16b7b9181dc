/** What to do about credentials that the service refuses: it depends on where they come from. */
import type { SelectedCredentials } from '../config/select-credentials.ts'
import { isSelectedBy } from '../config/select-profile.ts'
import type { ResolveInputs } from '../config/types.ts'

/** The command that signs in again, for this profile and no other. */
export const loginAgain = (network: string, profile: string | undefined): string =>
  profile === undefined ? `movecli login -n ${network}` : `movecli login --profile ${profile}`

/** `movecli login`, with the name of the profile unless it takes that one anyway; `words` are further flags. */
export function loginCommand(
  profile: string | undefined,
  kept: Pick<ResolveInputs, 'env' | 'settings'>,
  words?: string,
): string {
  const line = words === undefined ? 'movecli login' : `movecli login ${words}`
  if (profile === undefined || isSelectedBy(profile, {}, { ...kept, purpose: 'login' })) return line
  return `${line} --profile ${profile}`
}

/** The fix line of AUTH_001 and AUTH_002: a new login changes nothing where a variable holds what is wrong. */
export function credentialHints(
  { apiKey, token }: SelectedCredentials,
  network: string,
  profile: string | undefined,
): Record<string, string> {
  const again = loginAgain(network, profile)
  const outside = [apiKey, token].flatMap((each) => (each?.origin === 'environment' ? [each.source] : []))
  const check = `Check ${outside.join(' and ')}`
  const refused =
    outside.length === 0
      ? again
      : token?.origin === 'environment'
        ? `${check}.`
        : `${check}, or run: ${again}`
  return { AUTH_001: token === undefined ? again : refused, AUTH_002: refused }
}
