/** The checks of files and folders: readable, for you alone, writable. Nothing is made or changed. */
import { access, constants, lstat, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { credentialsPath, readRecords } from '../../config/credentials.ts'
import { emptySettings, profileNamed, settingsFormat, type Settings } from '../../config/settings.ts'
import { readSettings, settingsPath } from '../../config/settings-file.ts'
import { localCodes } from '../../contract/codes.ts'
import { errnoOf, isNoPath } from '../../disk/disk-error.ts'
import type { Part } from '../../runtime/services.ts'
import { shellWord } from '../../runtime/shell-word.ts'
import { failed, looking, passed, skipped, type Finding } from './check.ts'
import { checkJournal } from './journal.ts'

/** The settings, empty where they cannot be read, and what was found on the way. */
export async function checkFiles(
  tools: Part<'folders', 'platform' | 'uid'>,
): Promise<{ settings: Settings; findings: Finding[] }> {
  const { config, state } = tools.folders
  let settings = emptySettings
  const findings = [
    await looking('settings', async () => {
      settings = await readSettings(config)
      const link = await lstat(settingsPath(config)).catch(() => undefined)
      if (link?.isSymbolicLink())
        return failed(
          'settings',
          `${settingsPath(config)} is a link: movecli reads it and never writes it`,
          'put a file of your own there, or remove it',
        )
      return settings.format > settingsFormat
        ? failed(
            'settings',
            `${settingsPath(config)} was written by a newer movecli`,
            'use the newer movecli to change settings',
          )
        : passed('settings', (await exists(settingsPath(config))) ? settingsPath(config) : 'none yet')
    }),
    await looking('credentials', async () => {
      const path = credentialsPath(state)
      const { profiles, newer } = await readRecords(state)
      if (newer)
        return failed(
          'credentials',
          `${path} was written by a newer movecli`,
          'use the newer movecli to sign in and out',
        )
      const lost = Object.keys(profiles).filter((name) => profileNamed(settings, name) === undefined)
      const rest =
        lost.length > 0
          ? `; of ${lost.join(', ')}, which is no profile: movecli logout --all -p ${lost[0]}`
          : ''
      return passed('credentials', (await exists(path)) ? `${path}${rest}` : 'none yet')
    }),
    await looking('journal', async () => checkJournal(state)),
    await looking('file modes', async () => modes(tools)),
    await looking('settings folder', async () =>
      writable('settings folder', config, 'make it writable, or set MOVECLI_CONFIG_DIR'),
    ),
    await looking('state folder', async () => writable('state folder', state, localCodes.CLI_STATE.fix)),
  ]
  return { settings, findings: findings.flat() }
}

/** Files 0600; folders that nobody else may write to. */
async function modes({
  folders: { config, state },
  context: { platform, uid },
}: Part<'folders', 'platform' | 'uid'>): Promise<Finding[]> {
  const check = 'file modes'
  if (platform === 'win32') return [skipped(check, 'Windows has none')]
  const wanted = [
    { path: config, forbidden: 0o022, fix: 'chmod 700' },
    { path: state, forbidden: 0o022, fix: 'chmod 700' },
    { path: settingsPath(config), forbidden: 0o077, fix: 'chmod 600' },
    { path: credentialsPath(state), forbidden: 0o077, fix: 'chmod 600' },
  ]
  const found = await Promise.all(
    wanted.map(async ({ path, forbidden, fix }) => {
      const mode = (await statOf(path))?.mode
      if (mode === undefined || (mode & forbidden) === 0) return []
      const octal = (mode & 0o777).toString(8).padStart(4, '0')
      return [failed(check, `${path} has mode ${octal}: others have access`, `${fix} ${shellWord(path)}`)]
    }),
  )
  if (found.flat().length > 0) return found.flat()
  // Root may use the folder of any user, who can read what it keeps there.
  const owners = await Promise.all([config, state].map(async (path) => ({ path, found: await statOf(path) })))
  const others = owners.flatMap(({ path, found: at }) =>
    at && uid !== undefined && at.uid !== uid && at.uid !== 0 ? [`${path} (uid ${at.uid})`] : [],
  )
  return [
    passed(
      check,
      others.length === 0 ? 'only you have access' : `you and its owner have access: ${others.join(', ')}`,
    ),
  ]
}

/** Bytes that a journal should be able to grow by. */
const leastRoom = 1_000_000

/** The folder, or the nearest one above it in which it would be made. */
async function writable(check: string, folder: string, fix: string): Promise<Finding> {
  let path = resolve(folder)
  while ((await statOf(path)) === undefined && dirname(path) !== path) path = dirname(path)
  try {
    if (!(await stat(path)).isDirectory()) return failed(check, `${path} is not a folder`, fix)
    await access(path, constants.W_OK | constants.X_OK)
    const { bavail, bsize, files, ffree } = await statfs(path)
    if (bavail * bsize < leastRoom || (files > 0 && ffree === 0))
      return failed(
        check,
        `the disk of ${path} is full (${Math.floor((bavail * bsize) / 1000)} KB left)`,
        'free some space; writes need it for their record',
      )
  } catch (error) {
    return failed(check, `${path} cannot be written (${errnoOf(error) ?? 'unknown'})`, fix)
  }
  return passed(check, path === resolve(folder) ? folder : `${folder} (not made yet)`)
}

const statOf = async (path: string) =>
  stat(path).catch((error: unknown) => {
    if (isNoPath(error)) return undefined
    throw error
  })

const exists = async (path: string) => (await statOf(path)) !== undefined
