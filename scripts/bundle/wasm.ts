/** WebAssembly stays a file of its own, which is smaller than text and read only when it runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'rolldown'

const require = createRequire(import.meta.url)
const smallest = { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } }
const httpParser = /\/undici\/lib\/llhttp\/llhttp-wasm\.js$/

/** By where the bundle looks for it: of jq src/output/format/jq-binary.ts says it, of undici the line below. */
const assets: Record<string, (target: string) => void> = {
  'build/jq.wasm.br': (target) =>
    writeFileSync(target, brotliCompressSync(readFileSync(require.resolve('jq-wasm/jq.wasm')), smallest)),
  'build/llhttp.wasm': (target) =>
    writeFileSync(target, require('undici/lib/llhttp/llhttp-wasm.js') as Uint8Array),
}

export const wasm: Plugin = {
  name: 'wasm',
  load: (id) =>
    httpParser.test(id)
      ? "module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, 'build', 'llhttp.wasm'))"
      : null,
  writeBundle({ file, dir = file ? dirname(file) : 'dist' }) {
    for (const [path, write] of Object.entries(assets)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      write(join(dir, path))
    }
  },
}
