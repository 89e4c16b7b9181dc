/** A running program, its pipes, and its end with all that it started. */
import type { ChildProcess } from 'node:child_process'
import { constants as system } from 'node:os'
import { kill } from 'node:process'
import { withoutSecrets } from './child-env.ts'
import type { Context } from './context.ts'

/** What all programs of a command may tell the person on stderr together. */
export type StderrSink = { add: (part: Buffer) => void }

/** Most that programs may tell the person, in bytes: what they say after that is read and dropped. */
export const mostStderrBytes = 64 * 1024

export type ChildTools = { context: Pick<Context, 'env' | 'platform'> }

/**
 * A running program. `ended`: its exit code (128 and the number of the signal that ended
 * it), or why it could not be started.
 */
export type Child = {
  write: (text: string) => void
  closeInput: () => void
  ended: Promise<number | Error>
  /** Ends it at once; what it writes after that is not read. */
  kill: () => void
}

/** An exit code, with the signal that it stands for. */
export function exitInWords(code: number): string {
  const [name] = Object.entries(system.signals).find(([, number]) => code === 128 + number) ?? []
  return name === undefined ? String(code) : `${code} (${name})`
}

type ChildOptions = {
  onOutput: (part: Buffer) => void
  /** It closed its input: what is written now is not read. */
  onInputClosed?: () => void
  /** It closed its output, or ended. */
  onOutputClosed?: () => void
  stderr: StderrSink
  /** It is killed with all that it started, and the terminal is not its own: it cannot ask a person. */
  group?: boolean
}

/** Starts a program by its absolute path, without a shell and without the secrets of the environment. */
export async function startChild(
  path: string,
  args: readonly string[],
  { onOutput, onInputClosed = () => {}, onOutputClosed = () => {}, stderr, group = false }: ChildOptions,
  { context: { env, platform } }: ChildTools,
): Promise<Child> {
  const { spawn } = await import('node:child_process')
  const detached = group && platform !== 'win32'
  const child = spawn(path, args, { env: withoutSecrets(env), shell: false, windowsHide: true, detached })
  if (child.pid === undefined) return notStarted(child)
  child.stdout.on('data', onOutput).on('end', onOutputClosed)
  child.stderr.on('data', (part: Buffer) => stderr.add(part))
  child.stdin.on('error', onInputClosed)
  const ended = new Promise<number | Error>((resolve) => {
    const end = (code: number | null, name: NodeJS.Signals | null) =>
      resolve(code ?? 128 + (name ? system.signals[name] : 0))
    child.on('error', resolve)
    child.on('close', end)
    // A process of its own that it left behind may hold the pipes open.
    child.on('exit', (code, name) => setTimeout(() => end(code, name), lingerMs).unref())
  })
  return {
    write: (text) => void child.stdin.write(text),
    closeInput: () => void child.stdin.end(),
    ended,
    kill: () => {
      child.stdout.off('data', onOutput)
      if (detached && child.pid !== undefined) killGroup(child.pid)
      else child.kill('SIGKILL')
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      child.unref()
    },
  }
}

/** One that has no number, and perhaps no pipes: a signal to it would go to everybody beside us. */
const notStarted = (child: ChildProcess): Child => ({
  write: () => {},
  closeInput: () => {},
  ended: new Promise((resolve) => child.once('error', resolve)),
  kill: () => {},
})

/** How long pipes may stay open behind a program that has ended, in milliseconds. */
const lingerMs = 1000

function killGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL')
  } catch {
    // It has ended, and so has all that it started.
  }
}
