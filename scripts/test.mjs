/** `npm test` runs the fast part, or the files that it is given. `npm cit` installs first and runs all: npm says which of the two it is. */
import { spawnSync } from 'node:child_process'

const given = process.argv.slice(2)
const all = process.env.npm_command === 'install-ci-test' || given.length > 0
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...(all ? given : ['--config', 'vitest.fast.config.mts'])],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
