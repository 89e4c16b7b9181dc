/**
 * Where words go: stdout or stderr of the process. What cannot be kept waiting is written
 * at once, without a stream of Node's.
 */
import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { moveError } from '../errors.ts'

/** `write` waits for a slow reader and throws PipeClosed once nobody reads. */
export type Sink = {
  isTTY: boolean
  columns: number
  write(text: string): Promise<void>
  /** For libraries that draw for themselves (prompts, spinner). */
  stream: Writable
}

/** The reader of a pipe went away: no failure, just the end. */
export class PipeClosed extends Error {}

type Process = Pick<NodeJS.Process, 'platform' | 'getBuiltinModule'>
/** `device`: none that is known, such as a terminal that is gone. */
type Kind = 'file' | 'pipe' | 'terminal' | 'device' | 'other'

/** What a descriptor is. Only a device that may be a terminal makes Node load what knows terminals. */
export function kindOf(fd: number, proc: Process): Kind {
  if (proc.platform === 'win32') return proc.getBuiltinModule('node:tty').isatty(fd) ? 'terminal' : 'other'
  const stats = fstatSync(fd)
  if (stats.isFile()) return 'file'
  if (stats.isFIFO()) return 'pipe'
  if (!stats.isCharacterDevice()) return 'other'
  if (stats.rdev === statSync('/dev/null').rdev) return 'file'
  return proc.getBuiltinModule('node:tty').isatty(fd) ? 'terminal' : 'device'
}

/** A terminal that does not know its size has none: libraries divide by it, and would erase lines without end. */
function sized(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const size = (): void => {
    if (stream.columns === 0) stream.columns = 80
    if (stream.rows === 0) stream.rows = 24
  }
  size()
  return stream.on('resize', size)
}

/** The sink of a descriptor; `open` gives Node's stream for it. `idle` tells whether all of it is written. */
export function sinkOf(
  fd: 1 | 2,
  open: () => NodeJS.WriteStream,
  proc: Process,
  signal: AbortSignal,
): Sink & { idle: () => boolean } {
  let failed: NodeJS.ErrnoException | undefined
  let opened: NodeJS.WriteStream | undefined
  let kind: Kind | undefined
  let under = 0
  const stream = () => {
    if (opened) return opened
    // Each text that waits for its reader listens to it.
    proc.getBuiltinModule('node:events').setMaxListeners(0, signal)
    return (opened = sized(open()).on('error', (error: NodeJS.ErrnoException) => (failed ??= error)))
  }
  const known = () => (kind ??= kindOf(fd, proc))
  const direct = once(() => descriptorOf(fd, known()))

  const streamed = async (data: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = afterStop(signal, () => reject(new PipeClosed()))
      stream().write(data, (error) => {
        done()
        if (error) reject(writeError(failed ?? error, known()))
        else resolve()
      })
    })
  return {
    get isTTY() {
      return known() === 'terminal'
    },
    get columns() {
      return (known() === 'terminal' && stream().columns) || 80
    },
    get stream() {
      return stream()
    },
    idle: () => under === 0,
    async write(text) {
      if (failed) throw writeError(failed, known())
      const at = opened ? undefined : direct()
      let data: string | Uint8Array = text
      try {
        if (at !== undefined) data = writtenOf(at, Buffer.from(text))
      } catch (error) {
        failed = error as NodeJS.ErrnoException
        throw writeError(failed, known())
      }
      if (data.length === 0) return
      under += 1
      await streamed(data).finally(() => (under -= 1))
    },
  }
}

/**
 * A descriptor that never makes the process wait: a stop must be heard while nobody
 * reads. Undefined where only a stream will do.
 */
function descriptorOf(fd: 1 | 2, kind: Kind): number | undefined {
  if (kind === 'file') return fd
  if (kind !== 'pipe') return undefined
  try {
    // Opened anew, so that others who share the pipe go on waiting in theirs.
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/** Writes what can be written now, and returns the rest. Throws what the descriptor throws. */
function writtenOf(fd: number, bytes: Uint8Array): Uint8Array {
  let done = 0
  try {
    while (done < bytes.length) done += writeSync(fd, bytes, done)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return bytes.subarray(done)
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A reader that does not read is waited for this long once a stop is asked for. */
const readerMs = 1000

/** Calls `giveUp` where a stop is asked for and nothing is `done` in time. */
function afterStop(signal: AbortSignal, giveUp: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const start = (): void => void (timer = setTimeout(giveUp, readerMs))
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', start)
  }
}

/** A reader that went away is the end, and so is a terminal that was closed; a full disk is a failure. */
const writeError = (error: NodeJS.ErrnoException, kind: Kind): Error =>
  error.code === 'EPIPE' ||
  error.code === 'ERR_STREAM_DESTROYED' ||
  (error.code === 'EIO' && (kind === 'terminal' || kind === 'device'))
    ? new PipeClosed()
    : moveError('CLI_OUTPUT', {
        message: `The result could not be written: ${error.code ?? error.message}.`,
        hint: 'See where the output goes, and whether its disk is full.',
      })
