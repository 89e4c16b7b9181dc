/** movecli in real processes, bundled once: for what only a process can show, such as signals, kills and crowds. */
import { readFileSync } from 'node:fs'
import { bundle, start } from './bundle.ts'

const source = `
  import { main } from 'src/cli/main.ts'
  void main(process)`

/** The command line that children run: bundled from the source, or an installed one that MOVECLI_BIN names. */
export const movecliScript = async (): Promise<string> => process.env['MOVECLI_BIN'] ?? bundle(source)

export type Process = ReturnType<typeof start>

/** Starts `movecli words` with nothing in its environment but PATH, HOME and env. */
export async function movecliProcess(
  words: readonly string[],
  { home, env = {} }: { home: string; env?: Record<string, string> },
): Promise<Process> {
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', ...env }
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return start(await movecliScript(), words, ['env', '-i', ...pairs])
}

/** Does a process listen to SIGINT, as the system has it? */
export const catches = (pid = 0): boolean => {
  const [, mask = ''] = /SigCgt:\s+(\w+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${mask}`) & 2n) !== 0n
}
