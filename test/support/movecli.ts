/** Runs a command line in this process, against real folders and real transports, and says what came out. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Keychain } from '../../src/config/credentials/keychain.ts'
import type { Context } from '../../src/runtime/context.ts'
import { PipeClosed, type Sink } from '../../src/runtime/sink.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { machineDisk, type Disk } from '../../src/disk/disk.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { holdToSchema } from './schemas.ts'

export type Setting = {
  /** The home folder; a fresh one without. */
  home?: string
  env?: Record<string, string | undefined>
  stdin?: string | Readable
  /** Terminals: `true` for all three streams. */
  tty?: boolean
  columns?: number
  now?: () => Date
  /** The clock that nobody sets; `now` without. */
  ticks?: () => number
  transport?: Transport
  disk?: Disk
  keychain?: Keychain
  signal?: AbortSignal
  /** A second stop. */
  atOnce?: AbortSignal
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}
export type Ran = { code: number; stdout: string; stderr: string }

const made: string[] = []
afterAll(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder that is removed after the test file. */
export function freshFolder(name = 'movecli-'): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  made.push(folder)
  return folder
}

/** Runs `line` (words split at spaces, or a list) as a user would type it after `movecli`. */
export async function movecli(line: string | readonly string[], setting: Setting = {}): Promise<Ran> {
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line
  const { context, stdout, stderr } = contextFor(setting)
  const code = await runCommandLine(words, context)
  const ran = { code, stdout: stdout(), stderr: stderr() }
  await holdToSchema(words, ran)
  return ran
}

/** A context with sinks that remember. */
export function contextFor({
  home = freshFolder(),
  env = {},
  stdin = '',
  tty = false,
  columns = 80,
  ...rest
}: Setting) {
  const out = sink(tty, columns)
  const err = sink(tty, columns)
  const context: Context = {
    env: { PATH: process.env['PATH'], TZ: 'UTC', ...env },
    platform: process.platform,
    node: process.versions.node,
    home,
    pid: process.pid,
    uid: process.getuid?.(),
    stdin: {
      isTTY: tty,
      stream: typeof stdin === 'string' ? Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]) : stdin,
    },
    stdout: out.sink,
    stderr: err.sink,
    signal: rest.signal ?? new AbortController().signal,
    atOnce: rest.atOnce ?? new AbortController().signal,
    secrets: createSecrets(),
    now: rest.now ?? (() => new Date()),
    sleep: rest.sleep ?? (async (ms, signal) => pause(ms, undefined, signal ? { signal } : {})),
    random: (bytes) => randomBytes(bytes),
    disk: rest.disk ?? machineDisk,
    ...(rest.ticks && { ticks: rest.ticks }),
    ...(rest.transport && { transport: rest.transport }),
    ...(rest.keychain && { keychain: rest.keychain }),
  }
  return { context, stdout: out.text, stderr: err.text }
}

function sink(isTTY: boolean, columns: number): { sink: Sink; text: () => string } {
  const parts: string[] = []
  const stream = new PassThrough()
  const writable: Writable = stream
  stream.on('data', (chunk: Buffer) => parts.push(chunk.toString()))
  let closed = false
  stream.on('close', () => (closed = true))
  return {
    text: () => parts.join(''),
    sink: {
      isTTY,
      columns,
      stream: writable,
      write: async (text) => {
        if (closed) throw new PipeClosed()
        parts.push(text)
      },
    },
  }
}
