/** What bin opens: the real process, handed in; and the words that bin says by itself. */
import { allNouns } from '../commands/nouns.ts'
import { version } from '../runtime/version.ts'
import { fromProcess } from '../runtime/context.ts'
import { runCommandLine } from './run.ts'
import { ensureExit } from '../runtime/stop-signals.ts'

/**
 * Runs the process's command line, sets its exit code and returns it. A stop ends the process, whatever holds it. `scripts`
 * are the programs beside bin.
 */
export async function main(proc: NodeJS.Process, scripts: { keychain?: string } = {}): Promise<number> {
  const context = fromProcess(proc, scripts)
  const end = ensureExit(proc, context)
  // Until it has ended, nothing has gone well.
  proc.exitCode = 1
  const code = await runCommandLine(proc.argv.slice(2), context)
  proc.exitCode = code
  end(code)
  return code
}

/** Kept at build time: see bin/movecli.js. `helpOf` is by the first word of a line. */
export const staticText = async () => {
  const [nouns, { helpOf }] = await Promise.all([allNouns(), import('../reference/help-text.ts')])
  const helps = nouns.map((noun) => [
    noun.name,
    helpOf('lines' in noun ? noun : { line: noun, path: [noun.name] }, []),
  ])
  return { version: `${version}\n`, help: helpOf(undefined, nouns), helpOf: Object.fromEntries(helps) }
}
