/** Where settings and state live (PRODUCT.md §3, Folders). */
import { posix, win32 } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>
type Outside = { env: Env; platform: NodeJS.Platform; home: string }

/** The folder of the settings and the folder of everything that movecli keeps for itself. Neither is made here. */
export function folders({ env, platform, home }: Outside): { config: string; state: string } {
  const paths = platform === 'win32' ? win32 : posix
  // The XDG specification has relative paths ignored.
  const xdg = (name: string) =>
    env[name] && paths.isAbsolute(env[name]) ? paths.join(env[name], 'movecli') : undefined
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
  return {
    config: env['MOVECLI_CONFIG_DIR'] || xdg('XDG_CONFIG_HOME') || usual.config,
    state: env['MOVECLI_STATE_DIR'] || xdg('XDG_STATE_HOME') || usual.state,
  }
}
