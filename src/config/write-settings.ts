/**
 * Writes the settings file through conf, and only what reads back whole. The only file
 * that imports conf: loaded for changes alone.
 */
import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Conf from 'conf'
import { DiskError } from '../disk/disk-error.ts'
import { ensureFolder } from '../disk/folder.ts'
import { assertRegularFile, replaceBy } from '../disk/atomic-write.ts'

/**
 * conf writes a draft in a folder of its own; only what reads back whole takes the file's place. By itself it would
 * keep a truncated file on a full disk, follow links, and not flush the folder.
 */
export async function writeSettings(path: string, data: object): Promise<void> {
  assertRegularFile(path)
  const drafts = join(dirname(path), '.draft')
  await rm(drafts, { recursive: true, force: true })
  await ensureFolder(drafts)
  const draft = join(drafts, 'config.json')
  const write = async () => {
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
    await verify(draft, data)
  }
  try {
    await replaceBy(path, write, { draft })
  } finally {
    await rm(drafts, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function verify(draft: string, data: object): Promise<void> {
  const text = await readFile(draft, 'utf8')
  if (!text.endsWith('\n') || !isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(data))))
    throw new DiskError('unwritable', draft, `${draft} was not written whole; is the disk full?`)
  const handle = await open(draft, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
