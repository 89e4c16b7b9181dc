/** Settings on disk. What only a change needs is loaded for a change alone. */
import { join } from 'node:path'
import { misconfigured } from '../errors.ts'
import { readJsonFile } from './read-json.ts'
import { emptySettings, settingsFormat, toSettings, type Settings } from './settings.ts'
import { fileError } from './file-errors.ts'

/** The settings file of a folder. */
export const settingsPath = (folder: string): string => join(folder, 'config.json')

/** Whoever holds the file for longer has been stopped. */
export const longestTurnMs = 10_000

const brokenHint = 'Fix the file, or move it aside to start over. movecli has not changed it.'
const readSettingsFile = async (folder: string) =>
  readJsonFile(settingsPath(folder), toSettings, { hint: brokenHint, newest: settingsFormat })

/** The settings; none where there is no file. Throws CLI_CONFIG (exit 3) for a broken one, which stays as it is. */
export async function readSettings(folder: string): Promise<Settings> {
  return (await readSettingsFile(folder))?.value ?? emptySettings
}

/**
 * Changes the settings, one process at a time, and returns the new ones; given back unchanged, nothing is written.
 * Throws CLI_CONFIG (exit 3) for what cannot be read or written and for the file of a newer movecli; CLI_BUSY (exit 8).
 */
export async function changeSettings(
  folder: string,
  change: (settings: Settings) => Settings | Promise<Settings>,
  { wait = longestTurnMs, signal }: { wait?: number; signal?: AbortSignal } = {},
): Promise<Settings> {
  const { acquire, ensureFolder } = await writing()
  try {
    await ensureFolder(folder)
    const lock = await acquire(join(folder, 'config.lock'), { wait, each: true, ...(signal && { signal }) })
    try {
      const found = await readSettingsFile(folder)
      const before = found?.value ?? emptySettings
      const after = await change(before)
      if (after === before) return before
      if (before.format > settingsFormat) throw newerSettings(folder)
      // Loaded where something is written: the library hears signals from then on.
      const { writeSettings } = await import('./write-settings.ts')
      await writeSettings(settingsPath(folder), { ...foreignFields(found?.raw), ...after })
      return after
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw fileError(error, 'settings')
  }
}

/** Throws what a change of the settings would throw, and changes nothing. */
export async function refuseUnwritableSettings(
  folder: string,
  how: { wait?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { assertRegularFile } = await import('../disk/atomic-write.ts')
  await changeSettings(
    folder,
    async (settings) => {
      assertRegularFile(settingsPath(folder))
      if (settings.format > settingsFormat) throw newerSettings(folder)
      return settings
    },
    how,
  )
}

const newerSettings = (folder: string) =>
  misconfigured(
    `${settingsPath(folder)} was written by a newer movecli; this one reads it and never writes it.`,
    'Use the newer movecli to change settings.',
  )

const writing = async () => ({
  ...(await import('../disk/folder.ts')),
  ...(await import('../disk/lock.ts')),
})

/** Fields of the file that this version does not know are kept. */
function foreignFields(raw: unknown): object {
  const {
    format: _f,
    profile: _p,
    settings: _s,
    profiles: _ps,
    aliases: _a,
    ...rest
  } = (raw ?? {}) as Record<string, unknown>
  return rest
}
