/** movecli in real processes, bundled once: for what only a process can show, such as signals, kills and crowds. */
import { bundle, start } from './bundle.ts'

const source = `
  import { main } from 'src/main.ts'
  void main(process).then((code) => (process.exitCode = code))`

/** The bundled command line, for a child that is to run movecli itself. */
export const movecliScript = async (): Promise<string> => bundle(source)

export type Process = ReturnType<typeof start>

/** Starts `movecli words` with nothing in its environment but PATH, HOME and env. */
export async function movecliProcess(
  words: readonly string[],
  { home, env = {} }: { home: string; env?: Record<string, string> },
): Promise<Process> {
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', ...env }
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return start(await bundle(source), words, ['env', '-i', ...pairs])
}
