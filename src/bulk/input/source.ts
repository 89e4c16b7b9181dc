/** The input of a run: a file, or what a pipe held, read as often as needed. Nothing of it stays behind. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isNamedPipe } from '../../disk/named-pipe.ts'
import { openSpool } from '../../disk/spool.ts'
import { interrupted, misconfigured, usage } from '../../errors.ts'
import { looksLikeASecret, notAPath } from '../../runtime/not-a-path.ts'
import type { Part } from '../../runtime/services.ts'
import { decodeStream } from './decode.ts'
import { parseRow, type BadRow, type MotionRow } from './row.ts'
import type { InputTools } from '../../runtime/input-files.ts'

export type BulkInput = {
  /** The rows in order, many at a time; each call reads from the start. Throws CLI_USAGE where it cannot be read on. */
  rows(): AsyncGenerator<(MotionRow | BadRow)[]>
  /** Hex of the whole input's sha256, once `rows` came to its end. */
  digest(): string
  close(): Promise<void>
}

type Form = 'ndjson' | 'csv'
/** Bytes read at once: of larger parts so many rows are in memory together that collecting garbage costs a sixth more time. */
const chunk = 16 * 1024

/** Opens `--from`: a file by its name's ending, a pipe by its first character. `device` stands in for a missing device_id. */
export async function openInput(
  path: string,
  device: string | undefined,
  tools: InputTools & Part<'folders'>,
): Promise<BulkInput> {
  if (path !== '-' && (await looksLikeASecret(path)))
    throw notAPath(path, tools.context.secrets, { what: 'rows of motion' })
  const named = formOf(path)
  const isFile = path !== '-' && (await regular(path))
  if (isFile && !named)
    throw usage(`Cannot tell the format of ${path}.`, 'Use a name that ends in .ndjson or .csv.')
  const handle = isFile ? await open(path, 'r').catch(unreadable(path)) : await spooled(path, tools)
  const form =
    named ??
    (await guess(handle, path).catch(async (error: unknown) => {
      await handle.close()
      throw error
    }))
  let digest = ''
  async function* rows(): AsyncGenerator<(MotionRow | BadRow)[]> {
    const whole = createHash('sha256')
    const text = decodeStream(hashed(bytesOf(handle), whole), path)
    const { readNdjson } = await import('./read-ndjson.ts')
    const raws =
      form === 'ndjson' ? readNdjson(text) : (await import('./read-csv.ts')).readCsv(text, { path, isFile })
    for await (const batch of raws) {
      if (tools.context.signal.aborted) throw interrupted(tools.context.signal)
      yield batch.map((raw) => ('reason' in raw ? raw : parseRow(raw, device)))
    }
    digest = whole.digest('hex')
  }
  return { rows, digest: () => digest, close: async () => handle.close() }
}

const formOf = (path: string): Form | undefined =>
  /\.(ndjson|jsonl)$/i.test(path) ? 'ndjson' : /\.csv$/i.test(path) ? 'csv' : undefined

async function regular(path: string): Promise<boolean> {
  const found = await stat(path).catch(unreadable(path))
  if (found.isDirectory())
    throw usage(`${path} is a folder.`, 'Name a file of rows, or - for standard input.')
  if (isNamedPipe(path, found))
    throw usage(`${path} is a named pipe.`, 'Give it on standard input, with --from -.')
  return found.isFile()
}

/** A pipe is read once, so what it held is kept in a file that has no name while it is read. */
async function spooled(
  path: string,
  tools: Part<'folders' | 'say', 'signal' | 'sleep' | 'stdin'>,
): Promise<FileHandle> {
  const { signal, sleep, stdin } = tools.context
  const spool = await openSpool(join(tools.folders.state, 'journal')).catch(unwritable)
  const heard = new AbortController()
  const source = path === '-' ? stdin.stream : createReadStream(path)
  const stop = () => void source.destroy()
  signal.addEventListener('abort', stop, { once: true })
  void sleep(5000, heard.signal).then(
    async () => tools.say('Waiting for rows of motion on standard input.'),
    () => {},
  )
  try {
    for await (const part of source) {
      heard.abort()
      const bytes = part as Buffer
      for (let at = 0; at < bytes.length;) at += (await spool.write(bytes, at).catch(unwritable)).bytesWritten
    }
    return spool
  } catch (error) {
    await spool.close()
    throw signal.aborted ? interrupted(signal) : error
  } finally {
    heard.abort()
    signal.removeEventListener('abort', stop)
  }
}

async function* bytesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const room = Buffer.allocUnsafe(chunk)
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(room, 0, chunk, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield room.subarray(0, bytesRead)
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
}

/** By the first character that is not a space. */
async function guess(handle: FileHandle, path: string): Promise<Form> {
  const bytes = Buffer.alloc(4096)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  for await (const text of decodeStream([bytes.subarray(0, bytesRead - (bytesRead % 4))], path, false)) {
    const first = text.trimStart()[0]
    if (first === '[')
      throw usage('The input is a JSON array.', 'Write a row a line, as motion import does without --json.')
    if (first !== undefined) return first === '{' ? 'ndjson' : 'csv'
  }
  return 'csv'
}

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    const code = (error as NodeJS.ErrnoException).code
    throw usage(
      `${path} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`,
      'It should contain rows of motion; use - for standard input.',
    )
  }

const unwritable = (error: unknown): never => {
  throw misconfigured(
    `Standard input cannot be kept in the state folder: ${(error as Error).message}.`,
    'Free some disk space there, or give a file with --from.',
    'CLI_STATE',
  )
}
