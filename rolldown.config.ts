/** One bundle of CommonJS chunks: what a command needs is loaded when it runs. Beside them the words that bin says by itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

/** Version and root help as bin prints them, without loading anything. */
const door: Plugin = {
  name: 'door',
  async writeBundle({ dir = 'dist' }) {
    const main = createRequire(import.meta.url)(resolve(dir, 'main.js')) as { door(): Promise<object> }
    writeFileSync(join(dir, 'door.json'), `${JSON.stringify(await main.door())}\n`)
  },
}

/** The licences of everything that was bundled. */
const notices: Plugin = {
  name: 'notices',
  writeBundle({ dir = 'dist' }) {
    const roots = new Set(
      [...this.getModuleIds()].flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    )
    const texts = [...roots].map((root) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8'),
      ) as Record<string, string>
      const file = readdirSync(root).find((each) => /^licen[cs]e/i.test(each))
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, file), 'utf8').trim() : ''}\n`
    })
    writeFileSync(join(dir, 'THIRD-PARTY.txt'), texts.sort().join(`\n${'-'.repeat(72)}\n\n`))
  },
}

/** Commander loads this for subcommands that are programs of their own, which we have none of; it is dear to load. */
const noPrograms: Plugin = {
  name: 'no-programs',
  resolveId: (source, importer) =>
    source === 'node:child_process' && importer?.includes('/commander/') ? '\0no-programs' : null,
  load: (id) => (id === '\0no-programs' ? 'export default {}' : null),
}

/** What a file loads at once, and what that loads: lazy imports and types are left out. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '(\.[^']+\.ts)'/gm,
  )
  for (const [, target = ''] of imports) loadedBy(resolve(dirname(file), target), seen)
  return seen
}

/** What an ordinary read needs, in one file: opening thirty small ones costs more than reading them. */
const ordinary = new Set(
  ['src/cli/main.ts', 'src/commands/motion/daily.ts'].flatMap((file) => [...loadedBy(resolve(file))]),
)
const isOrdinary = (id: string): boolean =>
  ordinary.has(id) || /rolldown\/runtime|\/node_modules\/(?:commander|lossless-json)\//.test(id)

export default defineConfig({
  input: { main: 'src/cli/main.ts' },
  platform: 'node',
  plugins: [noPrograms, notices, door],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (name === 'ordinary' ? '[name].js' : '[name]-[hash].js'),
    exports: 'named',
    // A script that V8 takes from its kept code cannot import(): what it loads late it must require.
    dynamicImportInCjs: false,
    codeSplitting: { groups: [{ name: 'ordinary', test: isOrdinary }] },
  },
  transform: { target: 'node20.19' },
})
