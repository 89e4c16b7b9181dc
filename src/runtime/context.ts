/** Everything a command may touch outside itself, made from the process that bin hands in. */
import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import type { Keychain } from '../config/credentials/keychain.ts'
import type { HeldProfile } from '../config/types.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Transport } from '../contract/wire.ts'
import { machineDisk, type Disk } from '../disk/disk.ts'
import { createSecrets, type Secrets } from '../output/redact.ts'
import { withoutSecrets } from './child-env.ts'
import { sinkOf, type Sink } from './sink.ts'
import { stopsOf } from './stop-signals.ts'

export type InputStream = { isTTY: boolean; stream: Readable }

export type Agent = {
  /**
   * Whether a write needs no confirmation, because the server was started so: the command that runs is allowed, and so is the
   * command of the operation, where that is another. A repetition needs a confirmation all the same.
   */
  allows: (operation: OperationName | undefined) => boolean
  /** Puts a question to the person behind the client; undefined where it cannot be put. */
  confirm: (question: string) => Promise<boolean | undefined>
  /** The profile that the server acts for; undefined while there is none. */
  held?: HeldProfile | undefined
  /** Is told each note, also where the result is JSON. */
  progress: (text: string) => void
}

export type Context = {
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  /** Version of Node, as `20.19.0`. */
  node: string
  home: string
  pid: number
  /** The user's id; none on Windows. */
  uid: number | undefined
  stdin: InputStream
  stdout: Sink
  stderr: Sink
  /** Aborted by Ctrl-C (reason `SIGINT`), a polite kill (`SIGTERM`) or a terminal that was closed (`SIGHUP`). */
  signal: AbortSignal
  /** Aborted by a second stop: nothing more is waited for. */
  atOnce: AbortSignal
  /** Hears of each failure that nobody waited for, which otherwise ends the process. Returns what ends that. */
  hearStray?: (hear: (reason: unknown) => void) => () => void
  /** Names are looked up for about these seconds at most, for a lookup that has begun holds the end of the process. */
  limitLookups?: (seconds: number) => void
  /** Runs work that never looks at a signal: meanwhile a stop ends the process at once. */
  blocking?: <T>(work: () => T) => T
  /** The system's keychain; where it is missing there is none. */
  keychain?: Keychain
  secrets: Secrets
  now: () => Date
  /**
   * Milliseconds by a clock that nobody sets, the same for all processes of this machine;
   * where it is missing, `now` stands in.
   */
  ticks?: () => number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  random: (bytes: number) => Uint8Array
  /** What the record of each write is put on before it is sent. */
  disk: Disk
  /** Who a command is run for in the place of a person at a terminal: a client of the Model Context Protocol. */
  agent?: Agent
  /** Stands in for the ways of client/; tests pass one. */
  transport?: Transport
}

/** For pauses and limits: they are as long as they are, whatever is done to the clock meanwhile. */
export const ticksOf = ({ ticks, now }: Pick<Context, 'ticks' | 'now'>): number =>
  ticks?.() ?? now().getTime()

/**
 * The context of a real command line. `keychain`: the script that asks the system's
 * keychain; `idle`: all that was written has left.
 */
export function fromProcess(
  proc: NodeJS.Process,
  { keychain }: { keychain?: string } = {},
): Context & { idle: () => boolean } {
  const { signal, atOnce, hungUp, blocking } = stopsOf(proc)
  const stdin = sourceOf(proc, hungUp)
  const env = takeEnvironment(proc)
  const stdout = sinkOf(1, () => proc.stdout, proc, signal)
  const stderr = sinkOf(2, () => proc.stderr, proc, signal)
  return {
    env,
    platform: proc.platform,
    node: proc.versions.node,
    get home() {
      return homeOf(proc)
    },
    pid: proc.pid,
    uid: proc.getuid?.(),
    stdin: {
      get isTTY() {
        return proc.stdin.isTTY
      },
      get stream() {
        return stdin()
      },
    },
    stdout,
    stderr,
    idle: () => stdout.idle() && stderr.idle(),
    signal,
    atOnce,
    hearStray: (hear) => {
      proc.on('unhandledRejection', hear)
      return () => proc.off('unhandledRejection', hear)
    },
    blocking,
    // Read by the system's resolver with the first name; by itself it asks each server twice, 5 s each time.
    limitLookups: (seconds) => void (proc.env['RES_OPTIONS'] ??= `timeout:${seconds} attempts:1`),
    ...(keychain !== undefined && {
      keychain: async (...ask) => {
        const { keychainOf } = await import('../config/credentials/keychain-process.ts')
        return keychainOf({ node: proc.execPath, script: keychain, env: withoutSecrets(env) })(...ask)
      },
    }),
    secrets: createSecrets(),
    now: () => new Date(),
    ticks: () => Number(proc.hrtime.bigint() / 1_000_000n),
    sleep: async (ms, signal) =>
      (await import('node:timers/promises')).setTimeout(ms, undefined, signal ? { signal } : {}),
    // Few commands need it, and loading it costs as much as all of an ordinary one.
    random: (bytes) => proc.getBuiltinModule('node:crypto').randomBytes(bytes),
    disk: machineDisk,
  }
}

/** Stdin, made when it is first used. */
function sourceOf(proc: NodeJS.Process, hungUp: () => void): () => Readable {
  let opened: Readable | undefined
  return () => (opened ??= proc.stdin.isTTY ? lasting(proc, hungUp) : proc.stdin)
}

/**
 * A terminal that is gone ends, as a pipe does, and that is a stop. By itself it fails, when it is read and when its mode is
 * set; readline makes an error of its own of that, which nobody hears and which ends the process.
 */
function lasting(proc: NodeJS.Process, hungUp: () => void): Readable {
  const { stdin } = proc
  const { isatty } = proc.getBuiltinModule('node:tty')
  const emit = stdin.emit.bind(stdin) as (event: string, ...rest: unknown[]) => boolean
  const setRawMode = stdin.setRawMode.bind(stdin)
  return Object.assign(stdin, {
    emit: (event: string, ...rest: unknown[]) => {
      if ((event === 'error' || event === 'end') && !isatty(stdin.fd)) hungUp()
      return event === 'error' ? emit('end') : emit(event, ...rest)
    },
    setRawMode: (mode: boolean) => (isatty(stdin.fd) ? setRawMode(mode) : stdin),
  })
}

/**
 * Variables that nothing but this context may see: the first would switch Node's checks of certificates off, the others are
 * secrets, which a library or a program that inherits `process.env` has no business with.
 */
const hiddenVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'MOVECLI_API_KEY', 'MOVECLI_TOKEN']

/** The environment as it was given; what nothing else may see is taken out of the process's own. */
function takeEnvironment(proc: NodeJS.Process): NodeJS.ProcessEnv {
  const present = hiddenVariables.filter((name) => proc.env[name] !== undefined)
  if (present.length === 0) return proc.env
  const given = { ...proc.env }
  for (const name of present) delete proc.env[name]
  return given
}

/** The home folder; where HOME is empty or relative, what the system knows, for nothing is read from the current directory. */
function homeOf(proc: NodeJS.Process): string {
  const { homedir, userInfo } = proc.getBuiltinModule('node:os')
  const home = homedir()
  return isAbsolute(home) ? home : userInfo().homedir
}
