/** A JSON file of the configuration or state folder, read: missing is undefined, an unreadable one is an error and kept. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { errnoOf, isNoPath, toDiskError } from '../disk/disk-error.ts'
import { decodeText } from '../disk/text.ts'
import { brokenFile, deniedHint } from './file-errors.ts'

/**
 * The file's data through `form`, which throws TypeError for another form. Throws CLI_CONFIG (exit 3) with the path; one
 * whose format number is over `newest` is said to be a newer movecli's. An `own` file is followed through no link.
 */
export async function readJsonFile<T>(
  path: string,
  form: (raw: unknown) => T,
  { hint, newest, own = false }: { hint: string; newest: number; own?: boolean },
): Promise<{ value: T; raw: unknown } | undefined> {
  const bytes = readSmallFile(path, hint, own)
  if (!bytes) return undefined
  let raw: unknown
  try {
    raw = JSON.parse(decodeText(bytes))
    return { value: form(raw), raw }
  } catch (error) {
    if (isNewer(newest, raw))
      throw brokenFile(
        path,
        'it was written by a newer movecli',
        'Use the newer movecli; this one has not changed the file.',
      )
    // A SyntaxError quotes what it stumbled over: that may be a secret.
    const reason =
      error instanceof SyntaxError ? 'it is not JSON' : error instanceof TypeError ? error.message : undefined
    if (reason === undefined) throw error
    throw brokenFile(path, reason, hint)
  }
}

const isNewer = (newest: number, raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'format' in raw && Number(raw.format) > newest

const largest = 16 * 1024 * 1024

/** At once: a small file is read sooner than a thread is started for it, and every command reads two. */
function readSmallFile(path: string, hint: string, own: boolean): Buffer | undefined {
  try {
    const stats = (own ? lstatSync : statSync)(path, { throwIfNoEntry: false })
    if (!stats) return undefined
    if (stats.isFile() && stats.size <= largest) return readFileSync(path)
  } catch (error) {
    // Below anything but a folder, such as a home of /dev/null, there is no file either.
    if (isNoPath(error)) return undefined
    const reason = toDiskError('unreadable', path, error).message.split(': ').slice(1).join(': ')
    throw brokenFile(path, reason, errnoOf(error) === 'EACCES' ? deniedHint : hint, error)
  }
  throw brokenFile(path, 'it is not a regular file of a sensible size', hint)
}
