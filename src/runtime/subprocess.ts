/**
 * Starts programs the user names (provers, signers): by absolute path, without a shell,
 * without the secrets of the environment.
 */
import { constants as system } from 'node:os'
import { interrupted, usage, type MoveError } from '../errors.ts'
import { mostStderrBytes, startChild, type StderrSink } from './child.ts'
import { withoutSecrets } from './child-env.ts'
import type { Context } from './context.ts'
import type { Part, Tools } from './services.ts'

/** What a program of the user's is run with. */
export type ProgramTools = Part<'say', 'env' | 'platform' | 'secrets' | 'signal'>

export type Ran = { code: number; stdout: Buffer }

/** Shows what programs say on stderr, made harmless. */
export function showStderr({ say }: Pick<Tools, 'say'>): StderrSink {
  let left = mostStderrBytes
  return {
    add: (part) => {
      const text = part.subarray(0, left).toString().trimEnd()
      left = Math.max(0, left - part.length)
      if (text !== '') void say(text)
    },
  }
}

type ProgramOptions = {
  what: string
  /** Most that it may print, in bytes. */
  most: number
  /** Longest that it may run, in milliseconds. */
  waitMs?: number
  /** The error of one that cannot be started, prints too much or takes too long; CLI_USAGE where none is given. */
  failure?: (why: string) => MoveError
  stderr?: StderrSink
  group?: boolean
  /** Ends it; the command's own where none is given. */
  signal?: AbortSignal
}

/**
 * Runs a program, by its absolute path, to its end with `input` on stdin; its stderr, made harmless, reaches the person.
 * Throws `failure`.
 */
export async function runProgram(
  path: string,
  args: readonly string[],
  input: string,
  how: ProgramOptions,
  tools: ProgramTools,
): Promise<Ran> {
  const { what, most, waitMs, group = false, stderr = showStderr(tools) } = how
  const failure = how.failure ?? ((why: string) => usage(`${what} ${why}.`, resultAlone))
  const { signal = tools.context.signal } = how
  const printed: Buffer[] = []
  let size = 0
  let flooded: () => void = () => {}
  const onOutput = (part: Buffer): void => {
    size += part.length
    if (size > most) flooded()
    else printed.push(part)
  }
  const child = await startChild(path, args, { onOutput, stderr, group }, tools)
  let timer: NodeJS.Timeout | undefined
  let stop: () => void = () => {}
  try {
    const code = await new Promise<number>((resolve, reject) => {
      stop = () => reject(interrupted(signal))
      flooded = () => reject(failure(`printed more than ${most / 1024} KB`))
      if (waitMs !== undefined)
        timer = setTimeout(() => reject(failure(`did not answer within ${waitMs / 1000} s`)), waitMs)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      void child.ended.then((end) =>
        end instanceof Error ? reject(failure(`could not be started: ${end.message}`)) : resolve(end),
      )
      child.write(input)
      child.closeInput()
    })
    return { code, stdout: Buffer.concat(printed) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    child.kill()
  }
}

const resultAlone = 'Name a program that prints only the result.'

/** Starts a program that goes on by itself; what it prints is nobody's. Rejects where it cannot be started. */
export async function startProgram(
  path: string,
  args: readonly string[],
  env: Context['env'],
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
