/** Which profile a command line would take, for lines that a person is told to type. */
import { MoveError } from '../errors.ts'
import { selectProfile } from './select-profile.ts'
import type { ResolveInputs } from './types.ts'

/** Do these flags alone choose the profile, whether the environment is this one or holds nothing? */
export const isSelectedBy = (
  profile: string,
  flags: ResolveInputs['flags'],
  { env, ...inputs }: Omit<ResolveInputs, 'flags'>,
): boolean => [env, {}].every((each) => chosenName({ ...inputs, flags, env: each }) === profile)

function chosenName(inputs: ResolveInputs): string | undefined {
  try {
    return selectProfile(inputs).profile?.name
  } catch (error) {
    if (error instanceof MoveError) return undefined
    throw error
  }
}
