/**
 * Builds the command when it is packed, installed from a clone, or linked with `npm i -g .`, which installs nothing that a
 * build needs: then that comes first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'

const must = (args) => {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    shell,
    env: { ...process.env, npm_config_global: 'false', npm_config_location: 'project' },
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(join(root, 'node_modules', 'rolldown')))
  must(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
must(['run', '--silent', 'build'])
