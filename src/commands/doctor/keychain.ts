/**
 * The check of the system's keychain: does it answer, and does it have the secrets that
 * profiles keep in it? Nothing is written to it.
 */
import { readRecords } from '../../config/credentials.ts'
import { KeychainFailure } from '../../config/credentials/keychain.ts'
import { lostProfiles, storeAgain } from '../../config/credentials/keychain-record.ts'
import type { Resolved } from '../../config/types.ts'
import type { Part } from '../../runtime/services.ts'
import { failed, passed, skipped, type Finding } from './check.ts'

const check = 'keychain'

export async function checkKeychain(
  { folders: { state }, vault }: Part<'folders' | 'vault'>,
  resolved: Resolved | undefined,
): Promise<Finding> {
  const { profiles } = await readRecords(state)
  const users = Object.entries(profiles).flatMap(([name, { keychain }]) =>
    keychain === undefined ? [] : [name],
  )
  const left = Object.entries(profiles).flatMap(([name, { stale }]) => (stale === undefined ? [] : [name]))
  const rest = left.length > 0 ? `older secrets of ${left.join(', ')} may still be in it` : ''
  const isWanted = resolved?.get('credentials.store')?.value === 'keychain'
  try {
    const lost = await lostProfiles(profiles, vault)
    if (lost.length > 0)
      return failed(
        check,
        `it answers, and the secrets of ${lost.join(', ')} are no longer in it`,
        `movecli login --profile ${lost[0]} stores them again`,
      )
    return passed(
      check,
      ['it answers', users.length > 0 && `it has the secrets of ${users.join(', ')}`, rest]
        .filter(Boolean)
        .join('; '),
    )
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error
    const has = users.length > 0 ? `it has the secrets of ${users.join(', ')}, and ` : ''
    if (has || isWanted)
      return failed(check, `${has}${error.message}`, `unlock it, or ${loginToFile(users, resolved)}`)
    if (rest)
      return failed(check, `${rest}, and ${error.message}`, `unlock it, and run movecli login -p ${left[0]}`)
    return skipped(check, `not used, secrets are kept in a file: ${error.message}`)
  }
}

/** The login that takes the secrets to the file: of the profile in use, or of the first that has some in the keychain. */
function loginToFile(users: readonly string[], resolved: Resolved | undefined): string {
  const inUse = resolved?.profile?.name
  const [first = inUse] = users
  const profile = inUse !== undefined && users.includes(inUse) ? inUse : first
  return storeAgain(profile)
}
