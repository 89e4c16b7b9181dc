/** Shows one profile. Its line is in ./index.ts. */
import { credentialsPath, knownCredentials } from '../../config/credentials.ts'
import { profileNamed } from '../../config/settings.ts'
import { settingsPath } from '../../config/settings-file.ts'
import { misconfigured } from '../../errors.ts'
import { one, titlesOf, type View } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { noSuchProfile } from '../../config/no-such-profile.ts'
import { storedOf, summaryOf } from '../../session/known-profiles.ts'

export const run: CommandHandler = async ({ args: [named] }, tools) => {
  const settings = await tools.settings()
  const name = named ?? (await currentName(tools))
  const entry = profileNamed(settings, name)
  if (!entry) throw noSuchProfile(name, settings)
  const record = await knownCredentials(tools.folders.state, name)
  const summary = summaryOf(settings, name)
  const credentials = storedOf(record)
  const kept = {
    settings: settingsPath(tools.folders.config),
    credentials: credentialsPath(tools.folders.state),
  }
  return one({ ...summary, settings: entry.settings, credentials, kept_in: kept }, () => [
    ...titlesOf(summary),
    ...Object.entries(entry.settings).map(([key, value]): View[number] => [`Setting ${key}`, value]),
    ...titlesOf(credentials),
    ['Settings in', kept.settings],
    ['Credentials in', kept.credentials],
  ])
}

async function currentName(tools: Part<'resolved' | 'settings'>): Promise<string> {
  const name = (await tools.resolved('inspect')).profile?.name
  if (name !== undefined) return name
  const names = Object.keys((await tools.settings()).profiles)
  throw misconfigured(
    'No profile is chosen.',
    names.length > 0
      ? `Name one of ${names.join(', ')}, or run: movecli profile use ${names[0]}`
      : 'movecli login creates the first one.',
  )
}
