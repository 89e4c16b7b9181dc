/** Removes a profile: its settings and its credentials. Its line is in ./index.ts. */
import {
  knownCredentials,
  placesOf,
  removeCredentials,
  type KnownCredentials,
} from '../../config/credentials.ts'
import { currentProfile, profileNamed, withoutProfile, type Profile } from '../../config/settings.ts'
import { changeSettings, settingsPath } from '../../config/settings-file.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { requireConsent } from '../../runtime/confirm.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import type { Part } from '../../runtime/services.ts'
import { noSuchProfile } from '../../config/no-such-profile.ts'
import { partWords, removedResult, removeFromSettings, tokenStays } from '../../session/removed-parts.ts'

export const run: CommandHandler = async ({ args: [name = ''] }, tools) => {
  const { config, state } = tools.folders
  const settings = await tools.settings()
  const entry = profileNamed(settings, name)
  const record = await knownCredentials(tools.folders.state, name)
  if (!entry && !record) throw noSuchProfile(name, settings)
  const { what, inSettings, inCredentials, from } = partsOf(entry, record, tools)
  const removed = [...inSettings, ...inCredentials]
  const result = { profile: name, removed, from, token_valid_until: record?.expiresAt ?? null }
  if (tools.dryRun) return wouldDo(`would remove ${what} of ${name}`, result)
  const network = entry?.network ? ` (${entry.network})` : ''
  await requireConsent(tools, `Remove profile ${name}${network}: ${what}?`)
  // Secrets first: a profile that could not be removed whole can still be named and removed again.
  await removeCredentials(state, name, {
    ...tools.vault,
    alongside: async () => {
      if (!entry) return
      const change = async () =>
        changeSettings(config, (before) => withoutProfile(before, name), tools.context)
      await removeFromSettings(change, { profile: name, gone: inCredentials, stays: inSettings })
    },
  })
  await tools.note(`Removed ${what} of ${name}.`)
  if (record?.hasToken) await tools.note(tokenStays(record.expiresAt))
  if (currentProfile(settings) === name)
    await tools.note('It was the current profile. Choose another: movecli profile use <name>')
  return removedResult(result)
}

/** What would go and from which files, in words and as data. */
function partsOf(
  entry: Profile | undefined,
  record: KnownCredentials | undefined,
  { folders }: Part<'folders'>,
) {
  const stored = { settings: entry, signer: entry?.signer, api_key: record?.hasKey, token: record?.hasToken }
  const inSettings = (['settings', 'signer'] as const).filter((part) => stored[part])
  const inCredentials = (['api_key', 'token'] as const).filter((part) => stored[part])
  const files = [
    ...(entry ? [{ path: settingsPath(folders.config), parts: inSettings }] : []),
    ...(record ? [{ path: placesOf(record, folders.state).join(' and '), parts: inCredentials }] : []),
  ]
  const words = files.map(({ path, parts }) => `${partWords(parts) || 'the record'} from ${path}`)
  return {
    what: words.join(', and '),
    inSettings,
    inCredentials,
    from: [
      ...(entry ? [settingsPath(folders.config)] : []),
      ...(record ? placesOf(record, folders.state) : []),
    ],
  }
}
