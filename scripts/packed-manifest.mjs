/**
 * `without` takes the script `prepare` out of package.json before it is packed, `with` puts it back after: it builds in a clone,
 * and npm warns of it wherever the archive is installed. The file is the same as before, byte for byte.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = fileURLToPath(new URL('../package.json', import.meta.url))
const manifest = JSON.parse(readFileSync(path, 'utf8'))
delete manifest.scripts.prepare
if (process.argv[2] === 'with') manifest.scripts.prepare = 'node scripts/prepare.mjs'
// At once: another process may be reading it.
writeFileSync(`${path}.tmp`, `${JSON.stringify(manifest, null, 2)}\n`)
renameSync(`${path}.tmp`, path)
