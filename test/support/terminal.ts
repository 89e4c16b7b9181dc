/** movecli at a terminal, as a person has it: a pseudo-terminal, keys typed one answer at a time. */
import { spawn } from '@lydell/node-pty'
import { movecliScript } from './process.ts'

export const keys = { enter: '\r', down: '\u001b[B', ctrlC: '\u0003' }

/** Starts `movecli words` at a terminal of 80 columns, with nothing in its environment but PATH, HOME and env. */
export async function terminal(
  words: readonly string[],
  { home, env = {}, cols = 80 }: { home: string; env?: Record<string, string>; cols?: number },
) {
  const variables = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TERM: 'xterm',
    TZ: 'UTC',
    NO_COLOR: '1',
    ...env,
  }
  const script = await movecliScript()
  const child = spawn(process.execPath, [script, ...words], { cols, rows: 40, cwd: home, env: variables })
  let seen = ''
  let from = 0
  child.onData((data) => (seen += data))
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
  /** Waits until the terminal shows `what` after all that was waited for before. */
  const shows = async (what: string | RegExp): Promise<void> => {
    for (let tries = 0; tries < 500; tries++) {
      const rest = seen.slice(from)
      const at = typeof what === 'string' ? rest.indexOf(what) : rest.search(what)
      if (at >= 0) {
        from += at + 1
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    child.kill('SIGKILL')
    throw new Error(`the terminal never showed ${what}: ${JSON.stringify(seen.slice(from))}`)
  }
  return {
    shows,
    /** Waits for a question and answers it. */
    answers: async (question: string | RegExp, answer: string): Promise<void> => {
      await shows(question)
      // The question is drawn before its keys are listened to.
      await new Promise((resolve) => setTimeout(resolve, 50))
      child.write(answer)
    },
    ended,
    seen: () => seen,
  }
}
