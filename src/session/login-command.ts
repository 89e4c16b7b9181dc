/** The command that signs in to a profile, for lines that say what to type next. */
import { isSelectedBy } from '../config/is-selected-by.ts'
import type { ResolveInputs } from '../config/types.ts'

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
