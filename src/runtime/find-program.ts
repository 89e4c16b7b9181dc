/** Finds programs the user names: by path, or in the absolute folders of PATH, never in the current directory. */
import { constants, promises } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { usage } from '../errors.ts'
import { looksLikeASecret, notAPath } from './not-a-path.ts'
import type { Context } from './context.ts'

/**
 * The absolute path of a program: as given where it holds a slash, else from the absolute
 * folders of PATH. Throws CLI_USAGE.
 */
export async function findProgram(
  program: string,
  { env, platform, secrets }: Pick<Context, 'env' | 'platform' | 'secrets'>,
): Promise<string> {
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
  if (await looksLikeASecret(program)) throw notAPath(program, secrets, { what: 'a program' })
  throw usage(
    `There is no program ${program} that can be run.`,
    /\s/.test(program)
      ? 'Give the path of a program without arguments, such as a script that runs this command.'
      : /[/\\]/.test(program)
        ? 'Check the path, and that the file may be executed.'
        : `Give its path, for example ./${program}.`,
  )
}

const isProgram = async (path: string) =>
  promises
    .access(path, constants.X_OK)
    .then(async () => (await promises.stat(path)).isFile())
    .catch(() => false)
