/** What bin opens: the real process, handed in; and the words that bin says by itself. */
import { nouns } from './commands/index.ts'
import { version } from './commands/version.ts'
import { fromProcess } from './context.ts'
import { run } from './run.ts'

/** Runs the process's command line; the exit code is returned, not set. */
export const main = async (proc: NodeJS.Process): Promise<number> =>
  run(proc.argv.slice(2), fromProcess(proc))

/** Kept at build time: see bin/movecli.js. */
export const door = async () => ({
  version: `${version}\n`,
  help: (await import('./commands/help/text.ts')).helpOf(undefined, nouns),
})
