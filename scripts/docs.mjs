/** Writes the derived files: completions and reference. Run by `npm run docs`, on any Node that movecli supports. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'movecli-docs-'))
try {
  const bundle = await rolldown({
    input: join(root, 'scripts/derived.ts'),
    platform: 'node',
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: 'derived.cjs' })
  await bundle.close()
  const { derived } = createRequire(import.meta.url)(join(folder, 'derived.cjs'))
  for (const [path, text] of Object.entries(await derived(root))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
