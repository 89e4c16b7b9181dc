/** Settings on disk. The only file that knows conf, which is loaded for writing alone. */
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DiskFault, faultOf } from '../disk/fault.ts'
import { ensureFolder, syncFolder } from '../disk/folder.ts'
import { acquire } from '../disk/lock.ts'
import { refuseForeign } from '../disk/replace.ts'
import { misconfigured } from '../errors.ts'
import { readJsonFile } from './file.ts'
import { emptySettings, settingsFormat, toSettings, type Settings } from './settings.ts'
import { troubleOf } from './trouble.ts'

/** The settings file of a folder. */
export const settingsPath = (folder: string): string => join(folder, 'config.json')

const hint = 'Mend the file, or move it away to start anew; movecli leaves it as it is.'
const read = async (folder: string) => readJsonFile(settingsPath(folder), toSettings, hint)

/** The settings; none where there is no file. Throws CLI_CONFIG (exit 3) for a broken one, which stays as it is. */
export async function readSettings(folder: string): Promise<Settings> {
  return (await read(folder))?.value ?? emptySettings
}

/**
 * Changes the settings, one process at a time, and returns the new ones; given back unchanged, nothing is written.
 * Throws CLI_CONFIG (exit 3) for what cannot be read or written and for the file of a newer movecli; CLI_BUSY (exit 8).
 */
export async function changeSettings(
  folder: string,
  change: (settings: Settings) => Settings | Promise<Settings>,
  { wait = 10_000, signal }: { wait?: number; signal?: AbortSignal } = {},
): Promise<Settings> {
  try {
    await ensureFolder(folder)
    const lock = await acquire(join(folder, 'config.lock'), { wait, ...(signal && { signal }) })
    try {
      const found = await read(folder)
      const before = found?.value ?? emptySettings
      const after = await change(before)
      if (after === before) return before
      if (before.format > settingsFormat) throw newer(folder)
      await write(folder, { ...foreignFields(found?.raw), ...after })
      return after
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw troubleOf(error, 'settings')
  }
}

/**
 * conf writes a draft in a folder of its own; only what reads back whole takes the file's place. By itself it would
 * keep a truncated file on a full disk, follow links, and not flush the folder.
 */
async function write(folder: string, data: object): Promise<void> {
  const path = settingsPath(folder)
  await refuseForeign(path)
  const drafts = join(folder, '.draft')
  await rm(drafts, { recursive: true, force: true })
  await ensureFolder(drafts)
  const { default: Conf } = await import('conf')
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: drafts,
      configName: 'config',
      configFileMode: 0o600,
      projectSuffix: '',
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    })
    conf.store = { ...data }
    await verify(conf.path, data)
    await rename(conf.path, path)
    await syncFolder(folder)
  } catch (error) {
    throw faultOf('unwritable', path, error)
  } finally {
    await rm(drafts, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function verify(draft: string, data: object): Promise<void> {
  const text = await readFile(draft, 'utf8')
  if (!text.endsWith('\n') || !isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(data))))
    throw new DiskFault('unwritable', draft, `${draft} was not written whole; is the disk full?`)
  const handle = await open(draft, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Fields of the file that this version does not know are kept. */
function foreignFields(raw: unknown): object {
  const {
    format: _f,
    profile: _p,
    settings: _s,
    profiles: _ps,
    ...rest
  } = (raw ?? {}) as Record<string, unknown>
  return rest
}

const newer = (folder: string) =>
  misconfigured(
    `${settingsPath(folder)} was written by a newer movecli; this one reads it and never writes it.`,
    'Use the newer movecli to change settings.',
  )
