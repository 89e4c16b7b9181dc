/** Forgets the session token, with --all the API key and the signer too. Its line is in ./index.ts. */
import {
  changeCredentials,
  credentialsPath,
  knownCredentials,
  leftoverNote,
  placeOf,
  placesOf,
  readRecords,
  type Credentials,
  type KnownCredentials,
} from '../../config/credentials.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import { profileNamed, withProfile, type Profile } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import { usage } from '../../errors.ts'
import type { Result } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { noSuchProfile } from '../../config/no-such-profile.ts'
import { partWords, removedResult, removeFromSettings, tokenStays } from '../../session/removed-parts.ts'
import type { Part } from '../../runtime/services.ts'
import type { LogoutValues } from './flags.ts'

export const run: CommandHandler<LogoutValues> = async ({ flags }, tools) => {
  const all = flags.all === true
  const { state, config } = tools.folders
  const { profile: inForce, network } = await tools.resolved('configure')
  if (inForce === undefined && builtInProfile(network?.value)) return ofBuiltIn(tools)
  const profile = inForce?.name ?? (await onlyRecord(state))
  const record = await knownCredentials(state, profile)
  const settings = await tools.settings()
  // Credentials may outlive their profile: what is stored can always be removed.
  if (!record && !profileNamed(settings, profile)) throw noSuchProfile(profile, settings)
  const signer = all && profileNamed(settings, profile)?.signer !== undefined
  const parts = { token: record?.hasToken, api_key: all && record?.hasKey, signer }
  const removed = (['token', 'api_key', 'signer'] as const).filter((part) => parts[part])
  const fromWhere = (stored: Pick<KnownCredentials, 'store' | 'leftover'> | undefined): string =>
    [
      ...(stored || !signer ? placesOf(stored ?? { store: 'file', leftover: false }, state) : []),
      ...(signer ? [settingsPath(config)] : []),
    ].join(' and ')
  const from = fromWhere(record)
  const planned = {
    profile,
    removed,
    from,
    left_in: null,
    token_valid_until: record?.hasToken ? (record.expiresAt ?? null) : null,
  }
  const words = partWords(removed) || 'nothing'
  if (tools.dryRun) return wouldDo(`would remove ${words} of ${profile} from ${from}`, planned)
  await changeCredentials(state, profile, (before) => (before ? kept(before, all) : undefined), {
    ...tools.vault,
    alongside: async () => {
      if (!signer) return
      const change = async () =>
        changeSettings(config, (now) => withProfile(now, profile, withoutSigner), tools.context)
      const gone = removed.filter((part) => part !== 'signer')
      await removeFromSettings(change, { profile, gone, stays: ['signer'] })
    },
  })
  const left = (await knownCredentials(state, profile))?.leftover === true
  const places = left ? fromWhere({ store: record?.store ?? 'file', leftover: false }) : from
  const result = { ...planned, from: places, left_in: left ? placeOf('keychain', state) : null }
  const swept = record?.leftover === true && !left
  await tools.note(
    removed.length > 0
      ? `Removed ${words} of ${profile} from ${places}.`
      : swept
        ? `Removed older secrets of ${profile} from ${placeOf('keychain', state)}.`
        : `Nothing to remove for ${profile}.`,
  )
  if (left) await tools.say(leftoverNote(profile))
  if (record?.hasToken) await tools.note(tokenStays(record.expiresAt))
  return removedResult(result)
}

/** The one profile that credentials are stored for, where no profile is chosen. Throws CLI_USAGE for none or several. */
async function onlyRecord(state: string): Promise<string> {
  const profiles = Object.keys((await readRecords(state)).profiles)
  const [first, ...more] = profiles
  if (first !== undefined && more.length === 0) return first
  throw usage(
    'No profile is chosen to sign out of.',
    first === undefined
      ? 'Nothing is stored; movecli whoami shows what is in force.'
      : `Credentials are stored for ${profiles.join(', ')}: choose one with --profile ${first}`,
  )
}

/** A session that is built in is stored nowhere, and needs no profile. */
async function ofBuiltIn(tools: Part<'dryRun' | 'folders' | 'note'>): Promise<Result> {
  const result = {
    profile: null,
    removed: [],
    from: credentialsPath(tools.folders.state),
    left_in: null,
    token_valid_until: null,
  }
  if (tools.dryRun) return wouldDo('would remove nothing: no sandbox login is stored', result)
  await tools.note('Nothing to remove: no sandbox login is stored.')
  return removedResult(result)
}

/** What stays: with --all nothing, else the API key and who it belongs to. */
const kept = ({ origin, apiKey, address }: Credentials, all: boolean): Credentials | undefined =>
  all || apiKey === undefined ? undefined : { origin, apiKey, ...(address !== undefined && { address }) }

function withoutSigner(profile: Profile): Profile {
  const { signer: _signer, ...rest } = profile
  return rest
}
