/** Where settings and state live. */
import { posix, win32 } from 'node:path'
import { misconfigured } from '../errors.ts'

export type Env = Readonly<Record<string, string | undefined>>
type Outside = { env: Env; platform: NodeJS.Platform; home: string }

/**
 * The folder of the settings and the folder of everything that movecli keeps for itself. Neither is made here. Throws
 * CLI_CONFIG without a home, and for a relative path: each current directory would have a journal and locks of its own.
 */
export function folders({ env, platform, home }: Outside): { config: string; state: string } {
  const paths = platform === 'win32' ? win32 : posix
  // The XDG specification has relative paths ignored.
  const xdg = (name: string) =>
    env[name] && paths.isAbsolute(env[name]) ? paths.join(env[name], 'movecli') : undefined
  const own = (name: string) => {
    const folder = env[name]
    if (!folder) return undefined
    if (paths.isAbsolute(folder)) return paths.resolve(folder)
    throw misconfigured(
      `${name} is not an absolute path. Nothing was sent.`,
      'Give the whole path from the root; nothing replaces ~ in it.',
    )
  }
  // A relative one would lie in the current directory, from which nothing is read.
  const known = (folder: string) =>
    (platform === 'win32' ? win32 : posix).isAbsolute(folder) ? folder : undefined
  const usual =
    platform === 'win32'
      ? {
          config: paths.join(env['APPDATA'] || paths.join(home, 'AppData', 'Roaming'), 'movecli'),
          state: paths.join(env['LOCALAPPDATA'] || paths.join(home, 'AppData', 'Local'), 'movecli'),
        }
      : {
          config: paths.join(home, '.config', 'movecli'),
          state: paths.join(home, '.local', 'state', 'movecli'),
        }
  const found = {
    config: own('MOVECLI_CONFIG_DIR') || xdg('XDG_CONFIG_HOME') || known(usual.config),
    state: own('MOVECLI_STATE_DIR') || xdg('XDG_STATE_HOME') || known(usual.state),
  }
  if (found.config && found.state) return { config: found.config, state: found.state }
  throw misconfigured(
    'The home folder is not known.',
    'Set HOME, or MOVECLI_CONFIG_DIR and MOVECLI_STATE_DIR.',
  )
}
