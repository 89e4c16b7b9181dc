/** Starts programs the user names (provers, signers): by absolute path, without a shell, never found in the current directory. */
import { access, constants, stat } from 'node:fs/promises'
import { constants as system } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { withoutSecrets } from './child-env.ts'
import type { Context } from './context.ts'
import { interrupted, usage, type MoveError } from '../errors.ts'
import { looksLikeASecret, notAPath } from './not-a-path.ts'
import type { Tools } from './services.ts'

export type Ran = { code: number; stdout: string }

type ProgramOptions = {
  what: string
  /** Most that it may print, in characters. */
  most: number
  /** Longest that it may run, in milliseconds. */
  waitMs?: number
  /** The error of one that cannot be started, prints too much or takes too long; CLI_USAGE where none is given. */
  failure?: (why: string) => MoveError
}

/** Runs a program to its end with `input` on stdin; its stderr, made harmless, reaches the person. Throws `failure`. */
export async function runProgram(
  program: string,
  args: readonly string[],
  input: string,
  {
    what,
    most,
    waitMs,
    failure = (why) => usage(`${what} ${why}.`, 'Name a program that prints only the result.'),
  }: ProgramOptions,
  tools: Tools,
): Promise<Ran> {
  const { spawn } = await import('node:child_process')
  const path = await findProgram(program, tools)
  const { env, signal } = tools.context
  const child = spawn(path, args, { env: withoutSecrets(env), shell: false, windowsHide: true })
  const { promise, settle } = deferred<Ran>()
  const [printed, complained] = [capped(most), capped(longestComplaint)]
  const stop = () => settle(interrupted(signal))
  const timer =
    waitMs && setTimeout(() => settle(failure(`did not answer within ${waitMs / 1000} s`)), waitMs)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  child.stdout.on('data', (part: Buffer) => {
    if (!printed.add(part)) settle(failure(`printed more than ${most / 1024} KB`))
  })
  child.stderr.on('data', (part: Buffer) => {
    if (complained.add(part)) void tools.say(part.toString().trimEnd())
    else child.stderr.destroy()
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  child.on('error', (error) => settle(failure(`could not be started: ${error.message}`)))
  child.on('close', (code) => settle({ code: code ?? 1, stdout: printed.text() }))
  // A process of its own that it left behind may hold the pipes open: what came by then is the answer.
  child.on('exit', (code) =>
    setTimeout(() => settle({ code: code ?? 1, stdout: printed.text() }), lingerMs).unref(),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    child.unref()
  }
}

/** How long pipes may stay open behind a program that has ended, in milliseconds. */
const lingerMs = 1000
/** Most that a program may tell a person, in bytes: what comes then is not read. */
const longestComplaint = 64 * 1024

/** What came, up to a number of bytes; `add` says whether it still fits. */
function capped(most: number) {
  const parts: Buffer[] = []
  let size = 0
  return {
    add: (part: Buffer): boolean => {
      size += part.length
      if (size <= most) parts.push(part)
      return size <= most
    },
    text: () => Buffer.concat(parts).toString(),
  }
}

/** A promise that the first of several ends settles: a value, or an Error. */
function deferred<T>() {
  let settle: (end: T | Error) => void = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    settle = (end) => (end instanceof Error ? reject(end) : resolve(end))
  })
  return { promise, settle }
}

/** Starts a program that goes on by itself; what it prints is nobody's. Rejects where it cannot be started. */
export async function startProgram(
  path: string,
  args: readonly string[],
  { context: { env } }: Tools,
): Promise<void> {
  const { spawn } = await import('node:child_process')
  const child = spawn(path, args, {
    env: withoutSecrets(env),
    shell: false,
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
  })
  await new Promise<void>((started, failed) => child.once('spawn', started).once('error', failed))
  child.unref()
}

/** How long a program on the terminal may take to end once it was asked to, in milliseconds. */
const patience = 10_000

/**
 * Runs a program on this terminal, with these variables, to its end: its exit code, or 128 and the number of the signal that
 * ended it. Ctrl-C and a polite kill reach it. Throws CLI_USAGE.
 */
export async function runOnTerminal(
  program: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  { signal, stdin }: Pick<Context, 'signal' | 'stdin'>,
): Promise<number> {
  const { spawn } = await import('node:child_process')
  const child = spawn(program, args, { env, shell: false, stdio: 'inherit' })
  let late: NodeJS.Timeout | undefined
  const stop = () => {
    // On a terminal Ctrl-C reaches the whole group by itself, and a second one would be taken for impatience.
    const heard = signal.reason === 'SIGINT' && stdin.isTTY
    if (!heard) child.kill(signal.reason as NodeJS.Signals)
    if (signal.reason !== 'SIGINT') late = setTimeout(() => child.kill('SIGKILL'), patience)
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', (error) =>
        reject(
          usage(`${program} could not be started: ${error.message}.`, 'Name a program that can be run.'),
        ),
      )
      child.on('exit', (code, name) => resolve(code ?? 128 + (name ? system.signals[name] : 0)))
    })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

/** The absolute path of a program: as given where it holds a slash, else from the absolute folders of PATH. Throws CLI_USAGE. */
export async function findProgram(program: string, tools: Tools): Promise<string> {
  const { env, platform } = tools.context
  if (program === '') throw usage('The name of the program is empty.', 'Give its path.')
  const endings = platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD').split(';')] : ['']
  const folders = /[/\\]/.test(program)
    ? ['']
    : (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  for (const folder of folders) {
    for (const ending of endings) {
      const path = folder === '' ? resolve(program + ending) : join(folder, program + ending)
      if (await isProgram(path)) return path
    }
  }
  if (await looksLikeASecret(program)) throw notAPath(program, tools, { what: 'a program' })
  throw usage(`There is no program ${program} that can be run.`, 'Give its path, for example ./prover.')
}

const isProgram = async (path: string) =>
  access(path, constants.X_OK)
    .then(async () => (await stat(path)).isFile())
    .catch(() => false)
