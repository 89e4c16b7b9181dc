/** Reads the files that a user names: `-` is stdin, text is UTF-8 or, with a byte-order mark, UTF-16. */
import { statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { DiskError } from '../disk/disk-error.ts'
import { readSecretFile } from '../disk/secret-file.ts'
import { decodeText } from '../disk/text.ts'
import { interrupted, moveError, MoveError, usage } from '../errors.ts'
import { looksLikeASecret, mayBeTheSecret, notAPath } from './not-a-path.ts'
import type { Part } from './services.ts'
import { shellWord } from './shell-word.ts'

/** What reads a file or stdin. */
export type InputTools = Part<'say', 'secrets' | 'signal' | 'sleep' | 'stdin'>
/** What reads a secret from a file or stdin, or has a person type it. */
export type SecretTools = InputTools & Part<'ask', 'uid'>

/** The text of a file or of stdin. Throws CLI_USAGE naming the file and what is wrong with it. */
export async function readText(
  path: string,
  tools: InputTools,
  { what, most }: { what: string; most: number },
): Promise<string> {
  const { signal, secrets } = tools.context
  if (path !== '-' && (await looksLikeASecret(path))) throw notAPath(path, secrets, { what })
  const bytes = await (path === '-'
    ? readStdin(tools, what, most)
    : sayingWhatIsAwaited(tools, what, path, unlessStopped(readBytes(path, what, most), signal)))
  try {
    return decodeText(bytes)
  } catch {
    throw usage(`${path} is not text in UTF-8 or UTF-16.`, `It should contain ${what}.`)
  }
}

/**
 * A secret from a file that nobody else may read, or from stdin; one final line break is no part
 * of it. `from` is the variable that names it.
 */
export async function readSecret(
  path: string,
  tools: SecretTools,
  what: string,
  { mayBeEmpty = false, from }: { mayBeEmpty?: boolean; from?: string } = {},
): Promise<string> {
  const { signal, uid, secrets } = tools.context
  if (path !== '-' && mayBeTheSecret(path)) throw notAPath(path, secrets, { what, ...(from && { from }) })
  const text =
    path === '-'
      ? (await readStdinSecret(tools, what)).replace(/\r?\n$/, '')
      : await sayingWhatIsAwaited(
          tools,
          what,
          path,
          unlessStopped(readSecretFile(path, { uid }).catch(refusal), signal),
        )
  if (!mayBeEmpty && text.trim() === '')
    throw usage(`${path === '-' ? 'Standard input' : path} is empty.`, `It should contain ${what}.`)
  return text
}

/**
 * A secret from stdin: all of a pipe; at a terminal one line, which is not shown. Throws
 * CLI_USAGE where nobody may be asked.
 */
export async function readStdinSecret(
  tools: Part<'ask' | 'say', 'signal' | 'sleep' | 'stdin'>,
  what: string,
): Promise<string> {
  if (!tools.context.stdin.isTTY) {
    const bytes = await readStdin(tools, what, 64 * 1024)
    try {
      return decodeText(bytes)
    } catch {
      throw usage('Standard input is not UTF-8 text.', `It should contain ${what}.`)
    }
  }
  const ask = await tools.ask()
  if (!ask)
    throw usage('Standard input is a terminal, which would show what you type.', 'Use a pipe or a file.')
  return ask.secret(what.slice(0, 1).toUpperCase() + what.slice(1))
}

function refusal(error: unknown): never {
  if (!(error instanceof DiskError)) throw error
  if (error.kind !== 'unsafe')
    throw usage(`${begun(error.message, error.path)}.`, 'Name a file that you can read.')
  throw moveError('CLI_UNSAFE_FILE', {
    message: `${error.path} can be read by others.`,
    hint: `chmod 600 ${shellWord(error.path)}`,
  })
}

/** At most `most` bytes are ever read: a device or a pipe has no size and may have no end. A file must not change meanwhile. */
async function readBytes(path: string, what: string, most: number): Promise<Buffer> {
  const { open } = await import('node:fs/promises')
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const before = await file.stat()
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of file.createReadStream({ end: most, autoClose: false })) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
    }
    if (size > most) throw usage(`${path} is larger than ${most / 1024} KB.`, `It should contain ${what}.`)
    const after = await file.stat()
    if (before.isFile() && (before.mtimeMs !== after.mtimeMs || before.size !== after.size))
      throw usage(`${path} changed while it was read.`, 'Run the command again once it is written.')
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof MoveError) throw error
    const code = (error as NodeJS.ErrnoException).code
    const why =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`
    throw usage(`${path} ${why}.`, `It should contain ${what}.`)
  } finally {
    await file?.close()
  }
}

/** A pipe may have nobody at its other end: after five seconds of silence stderr says what is awaited. */
async function sayingWhatIsAwaited<T>(
  tools: Part<'say', 'sleep'>,
  what: string,
  path: string,
  work: Promise<T>,
): Promise<T> {
  if (!isPipe(path)) return work
  const done = new AbortController()
  const say = async () => {
    await tools.context.sleep(5000, done.signal)
    if (!done.signal.aborted) await tools.say(`Waiting for ${what} from ${path}.`)
  }
  say().catch(() => {})
  return work.finally(() => done.abort())
}

function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO()
  } catch {
    return false
  }
}

/** All of stdin. After five seconds of silence stderr says what is awaited. */
export async function readStdin(
  tools: Part<'say', 'signal' | 'sleep' | 'stdin'>,
  what: string,
  most: number,
): Promise<Buffer> {
  const { stdin, signal } = tools.context
  const quiet = new AbortController()
  void tools.context.sleep(5000, quiet.signal).then(
    async () => tools.say(`Waiting for ${what} on standard input.`),
    () => {},
  )
  const stop = () => stdin.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stdin.stream) {
      quiet.abort()
      size += (chunk as Buffer).length
      if (size > most) throw usage('Standard input is too long.', `It should contain ${what}.`)
      chunks.push(Buffer.from(chunk as Buffer))
    }
    return Buffer.concat(chunks)
  } finally {
    quiet.abort()
    signal.removeEventListener('abort', stop)
  }
}

/** As a sentence begins; a path at its beginning stays as it is. */
const begun = (text: string, path: string) =>
  text.startsWith(path) ? text : text.slice(0, 1).toUpperCase() + text.slice(1)

/** A pipe that nobody opens at its other end is waited for until the person has had enough. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const listening = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(interrupted(signal))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true, signal: listening.signal })
  })
  return Promise.race([work, stopped]).finally(() => listening.abort())
}
