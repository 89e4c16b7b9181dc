/** One bundle of CommonJS chunks: what a command needs is loaded when it runs. Beside them the words that bin says by itself. */
import { defineConfig, type InputOptions, type OutputOptions, type RolldownOptions } from 'rolldown'
import { ascii } from './scripts/bundle/ascii.ts'
import { builtins } from './scripts/bundle/builtins.ts'
import { staticText } from './scripts/bundle/static-text.ts'
import { together } from './scripts/bundle/groups.ts'
import { eager } from './scripts/bundle/eager.ts'
import { modulesOf } from './scripts/bundle/modules.ts'
import { lazy } from './scripts/bundle/lazy.ts'
import { notices } from './scripts/bundle/notices.ts'
import { parts } from './scripts/bundle/parts.ts'
import { unused } from './scripts/bundle/unused.ts'
import { wasm } from './scripts/bundle/wasm.ts'

const input = {
  input: { main: 'src/cli/main.ts' },
  platform: 'node',
  plugins: [unused, builtins],
  preserveEntrySignatures: 'allow-extension',
  // An import() may lead into the file that it stands in: groups.ts says what is loaded together.
  checks: { ineffectiveDynamicImport: false },
  treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@inquirer\//, sideEffects: false }] },
  transform: { target: 'node20.19' },
} satisfies InputOptions

const output = {
  format: 'cjs',
  minify: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  exports: 'named',
  externalLiveBindings: false,
  // require() is done at once, where import() takes turns of the event loop and a loader of its own.
  dynamicImportInCjs: false,
} satisfies OutputOptions

const command = async () => ({
  ...input,
  plugins: [...input.plugins, ascii, eager, lazy, wasm, notices, parts, staticText],
  output: {
    ...output,
    dir: 'dist',
    cleanDir: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [together(await modulesOf(input, output))],
    },
  },
})

/** The thread that kept provers are asked from: a file of its own, which the command starts by its name. */
const thread = {
  input: { 'line-thread': 'src/runtime/lines/line-thread.ts' },
  platform: 'node',
  output: { dir: 'dist', format: 'cjs', minify: true, entryFileNames: '[name].js', exports: 'named' },
  transform: { target: 'node20.19' },
} satisfies RolldownOptions

export default defineConfig(async () => [await command(), thread])
