/** What the package weighs, and what it brings along. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export function size() {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const [{ size: packed, unpackedSize: unpacked, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], options),
  )
  const jq = statSync(new URL('../dist/build/jq.wasm.br', import.meta.url)).size
  const { dependencies = {} } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return {
    packed,
    withoutJq: packed - jq,
    unpacked,
    files: files.length,
    packages: 1 + Object.keys(dependencies).length,
  }
}
