/** What is said where a profile is named that does not exist. */
import { usage, type MoveError } from '../errors.ts'
import { nearest } from './nearest.ts'
import type { Settings } from './settings.ts'
import { profileNamePattern } from './validators.ts'

/** The error (CLI_USAGE) for a name that no profile has. */
export function noSuchProfile(name: string, settings: Settings): MoveError {
  const ordinary = new RegExp(profileNamePattern, 'i').test(name)
  const near = ordinary ? nearest(name, Object.keys(settings.profiles)) : undefined
  return usage(
    ordinary ? `No profile named "${name}".` : 'No such profile.',
    near ? `Did you mean ${near}? ${profilesLine(settings)}` : profilesLine(settings),
  )
}

/** The profiles by name, or how to make one. */
export function profilesLine(settings: Settings): string {
  const names = Object.keys(settings.profiles)
  return names.length > 0 ? `Profiles: ${names.join(', ')}` : 'movecli login creates the first one.'
}
