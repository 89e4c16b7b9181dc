/**
 * `without` gives the script `prepare` of package.json another name before it is packed, `with` gives it its own again after:
 * it builds in a clone, and npm warns of it wherever the archive is installed. The file is the same as before, byte for byte.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = fileURLToPath(new URL('../package.json', import.meta.url))
const text = readFileSync(path, 'utf8')
const manifest = JSON.parse(text)
const [own, other] = ['prepare', 'prepare:clone']
const [from, to] = process.argv[2] === 'with' ? [other, own] : [own, other]
const scripts = Object.entries(manifest.scripts).map(([name, line]) => [name === from ? to : name, line])
const changed = `${JSON.stringify({ ...manifest, scripts: Object.fromEntries(scripts) }, null, 2)}\n`
// At once: another process may be reading it.
if (changed !== text) {
  writeFileSync(`${path}.tmp`, changed)
  renameSync(`${path}.tmp`, path)
}
