/** Runs a command beside a sandbox: without a shell, on this terminal, with the variables that lead to the sandbox. */
import { constants } from 'node:os'
import type { Context } from '../../context.ts'
import { usage } from '../../errors.ts'
import { sandboxApiKey, sandboxToken } from '../../sandbox/constants.ts'

/** The user's own profile and credentials have no business with made-up data; its faults are the server's already. */
const left = /^MOVECLI_(PROFILE|NETWORK|BASE_URL|API_KEY|TOKEN|PRIVATE_KEY|KEYSTORE|SANDBOX_FAULTS)/

/** The environment of a command that is to speak to the sandbox at `url`, whatever program it is. */
export const environmentFor = (env: Context['env'], url: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !left.test(name))),
  MOVECLI_NETWORK: 'sandbox',
  MOVECLI_BASE_URL: url,
  MOVECLI_API_KEY: sandboxApiKey,
  MOVECLI_TOKEN: sandboxToken,
})

/** How long a command may take to end once it was asked to, in milliseconds. */
const patience = 10_000

/** The command's exit code; 128 and its number for a signal that ended it. Ctrl-C and a polite kill reach it. Throws CLI_USAGE. */
export async function runBeside(
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
    if (!heard) child.kill(signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT')
    if (signal.reason === 'SIGTERM') late = setTimeout(() => child.kill('SIGKILL'), patience)
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
      child.on('exit', (code, name) => resolve(code ?? 128 + (name ? constants.signals[name] : 0)))
    })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}
