/** One bundle of CommonJS chunks: what a command needs is loaded when it runs. Beside them the words that bin says by itself. */
import { defineConfig } from 'rolldown'
import { door } from './scripts/bundle/door.ts'
import { firstFile } from './scripts/bundle/first-file.ts'
import { notices } from './scripts/bundle/notices.ts'
import { unused } from './scripts/bundle/unused.ts'
import { wasm } from './scripts/bundle/wasm.ts'

export default defineConfig({
  input: { main: 'src/cli/main.ts' },
  platform: 'node',
  plugins: [unused, wasm, notices, door],
  treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@inquirer\//, sideEffects: false }] },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    exports: 'named',
    // require() is done at once, where import() takes turns of the event loop and a loader of its own.
    dynamicImportInCjs: false,
    codeSplitting: { groups: [firstFile] },
  },
  transform: { target: 'node20.19' },
})
