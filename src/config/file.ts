/** A JSON file of this room, read: missing is undefined, anything unreadable is said and left as it is. */
import { readFile as read } from 'node:fs'
import { promisify } from 'node:util'
import { codeOf, faultOf } from '../disk/fault.ts'
import { decodeText } from '../disk/text.ts'
import { brokenFile } from './trouble.ts'

/** node:fs/promises takes a millisecond to load, and an ordinary command reads two files. */
const readFile = promisify(read)

/** The file's data through `form`, which throws TypeError for another form. Throws CLI_CONFIG (exit 3) with the path. */
export async function readJsonFile<T>(
  path: string,
  form: (raw: unknown) => T,
  hint: string,
): Promise<{ value: T; raw: unknown } | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw brokenFile(
      path,
      faultOf('unreadable', path, error).message.split(': ').slice(1).join(': '),
      hint,
      error,
    )
  })
  if (!bytes) return undefined
  try {
    const raw: unknown = JSON.parse(decodeText(bytes))
    return { value: form(raw), raw }
  } catch (error) {
    // A SyntaxError quotes what it stumbled over: that may be a secret.
    const reason =
      error instanceof SyntaxError ? 'it is not JSON' : error instanceof TypeError ? error.message : undefined
    if (reason === undefined) throw error
    throw brokenFile(path, reason, hint)
  }
}
