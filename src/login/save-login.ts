/** What a login leaves in the settings: the profile, its network and address. */
import { statSync } from 'node:fs'
import {
  currentProfile,
  profileNamed,
  settingOf,
  withProfile,
  withSetting,
  type RememberedSigner,
  type Settings,
} from '../config/settings.ts'
import { builtInProfile } from '../config/built-in-profile.ts'
import { refuseUnwritableRecords } from '../config/credentials.ts'
import { isSelectedBy } from '../config/select-profile.ts'
import { networkKey } from '../config/keys.ts'
import type { Resolved } from '../config/types.ts'
import {
  changeSettings,
  readSettings,
  refuseUnwritableSettings,
  settingsPath,
} from '../config/settings-file.ts'
import type { Network } from '../contract/service.ts'
import { DiskError } from '../disk/disk-error.ts'
import { ensureFolder } from '../disk/folder.ts'
import { misconfigured } from '../errors.ts'
import type { Part } from '../runtime/services.ts'

type Where = { resolved: Resolved; network: Network; baseUrl: string }

const variables = { config: 'MOVECLI_CONFIG_DIR', state: 'MOVECLI_STATE_DIR' } as const

/**
 * Ends with exit 3 where what is kept in these folders could not be: nothing is sent
 * then. One that others may write is named.
 */
export async function refuseUnwritable(
  { folders, note, context: { platform, uid } }: Part<'folders' | 'note', 'platform' | 'uid'>,
  names: readonly (keyof typeof variables)[] = ['config', 'state'],
): Promise<void> {
  for (const name of names) {
    const folder = folders[name]
    await ensureFolder(folder).catch((error: unknown) => {
      if (!(error instanceof DiskError)) throw error
      throw misconfigured(
        `Nothing was sent: ${error.message}.`,
        `Make it writable, or set ${variables[name]}.`,
        'CLI_STATE',
      )
    })
    const { mode, uid: owner } = statSync(folder)
    // Only root gets here with a folder of another user.
    if (uid === 0 && owner !== 0)
      await note(
        `warning: ${folder}, where movecli keeps secrets, belongs to another user (uid ${owner}), who can read them. Set ${variables[name]} to a folder of your own.`,
      )
    if (platform !== 'win32' && (mode & 0o022) !== 0)
      await note(
        `warning: Other users can write to ${folder}, where movecli keeps secrets. Run: chmod 700 ${folder}`,
      )
  }
}

/** Ends as writing would, before anything is sent: a linked or newer file, a lock that cannot be taken. */
export async function refuseUnkeepable(
  tools: Part<'folders' | 'settings' | 'vault', 'signal'>,
  profile: Named,
  { address, ...kept }: Kept,
): Promise<void> {
  const { folders, context, vault } = tools
  const { checksummed } = await import('../wallet/address.ts')
  const same =
    address !== undefined &&
    isKept(await tools.settings(), profile, { ...kept, address: await checksummed(address) })
  if (!same) await refuseUnwritableSettings(folders.config, context)
  await refuseUnwritableRecords(folders.state, vault)
}

export type Named = { profile: string; network: Network }
export type Kept = {
  address?: string | undefined
  baseUrl?: string | undefined
  signer?: RememberedSigner | undefined
}

/** Whether the settings have all of it already. */
function isKept(
  settings: Settings,
  { profile, network }: Named,
  { address, baseUrl, signer }: Kept,
): boolean {
  const known = profileNamed(settings, profile)
  const sameUrl =
    baseUrl === undefined || settingOf(settings, networkKey(network, 'baseUrl'), profile) === baseUrl
  const sameAddress = address === undefined || known?.address === address
  return known?.network === network && sameUrl && sameAddress && !signer
}

/**
 * Makes or renews the profile; `baseUrl` is kept as its own. The first one is the current one; another stays beside it.
 * `stays` looks at the settings in the turn that changes them, and throws where the profile is no longer this one. Returns
 * what stderr says of it.
 */
export async function keepProfile(
  tools: Part<'folders', 'env' | 'signal'>,
  { profile, network }: Named,
  { address, baseUrl, signer }: Kept,
  stays: (settings: Settings) => void,
): Promise<string[]> {
  // As they are now: another login may have changed them since this one began.
  const before = await readSettings(tools.folders.config)
  const known = profileNamed(before, profile)
  const key = networkKey(network, 'baseUrl')
  if (isKept(before, { profile, network }, { address, baseUrl, signer })) return []
  let after = before
  await changeSettings(
    tools.folders.config,
    (settings) => {
      stays(settings)
      const kept = changed(settings, profile, network, { address, signer })
      after = baseUrl === undefined ? kept : withSetting(kept, key, baseUrl, profile)
      return after
    },
    tools.context,
  )
  const current = currentProfile(before)
  const beside = known === undefined && current !== undefined && current !== profile
  const inputs = { env: tools.context.env, settings: after, purpose: 'use' } as const
  const byNetwork = isSelectedBy(profile, { network }, inputs) ? ` or -n ${network}` : ''
  return [
    ...(beside
      ? [
          `note: Created profile ${profile}. ${current} stays the current one, so use -p ${profile}${byNetwork}.`,
        ]
      : []),
    `note: Profile ${profile} (${network}) is stored in ${settingsPath(tools.folders.config)}.`,
  ]
}

/** The first profile is the current one, whatever its name. */
function changed(
  settings: Settings,
  name: string,
  network: Network,
  { address, signer }: { address: string | undefined; signer: RememberedSigner | undefined },
): Settings {
  const first = currentProfile(settings) === undefined && name !== 'default'
  const kept = withProfile(settings, name, ({ signer: remembered, ...profile }) => {
    // A signer belongs to the wallet that it was remembered with.
    const same = address === undefined || profile.address === undefined || profile.address === address
    const own = signer ?? (same ? remembered : undefined)
    return { ...profile, network, ...(address !== undefined && { address }), ...(own && { signer: own }) }
  })
  return first ? { ...kept, profile: name } : kept
}

/** A base URL from the flag that the settings do not have becomes the profile's own: the next command finds it. */
export const ownBaseUrl = ({ resolved, network, baseUrl }: Where): string | undefined =>
  resolved.baseUrl?.origin === 'flag' && !builtInProfile(network) && resolved.configured !== baseUrl
    ? baseUrl
    : undefined

/** The environment wins over what was stored, unless --profile is a flag: that is said. */
export async function saySet(
  { network }: Pick<Where, 'network'>,
  stored: { key: boolean; token: boolean },
  tools: Part<'globals' | 'note', 'env'>,
): Promise<void> {
  const { globals, context } = tools
  if (globals['profile'] !== undefined || builtInProfile(network)) return
  const kinds = { MOVECLI_API_KEY: stored.key && 'API key', MOVECLI_TOKEN: stored.token && 'session token' }
  for (const [name, what] of Object.entries(kinds)) {
    const set = [name, `${name}_FILE`].find((each) => context.env[each])
    if (set && what)
      await tools.note(`note: ${set} is set, and takes precedence over the ${what} that was just stored.`)
  }
}
