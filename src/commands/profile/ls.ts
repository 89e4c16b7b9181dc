/** Lists the profiles. Its line is in ./index.ts. */
import type { Json } from '../../contract/lossless-json.ts'
import { rows, type Column } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { knownCredentials } from '../../config/credentials.ts'
import { summaryOf } from '../../session/known-profiles.ts'

const profileColumns: Column[] = [
  { field: 'profile', title: 'Profile' },
  { field: 'current', title: 'Current', show: (value) => (value === true ? 'yes' : '') },
  { field: 'network', title: 'Network' },
  { field: 'address', title: 'Address' },
  { field: 'expires_at', title: 'Expires at' },
  { field: 'base_url', title: 'Base URL', hidden: true },
  { field: 'signer', title: 'Signer', hidden: true },
]

export const run: CommandHandler = async (_, tools) =>
  rows(profiles(tools), profileColumns, 'no profiles yet; movecli login creates the first')

async function* profiles(tools: Part<'folders' | 'settings'>): AsyncGenerator<Json> {
  const settings = await tools.settings()
  for (const name of Object.keys(settings.profiles)) {
    const { base_url, signer, ...facts } = summaryOf(settings, name)
    const record = await knownCredentials(tools.folders.state, name)
    yield { ...facts, expires_at: record?.expiresAt ?? null, base_url, signer }
  }
}
