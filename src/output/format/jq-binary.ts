/** The WebAssembly of jq as the package has it, packed by brotli (scripts/bundle/wasm.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const packed = join(import.meta.dirname, 'build', 'jq.wasm.br')

/** Nothing outside of the package: the library has its own there. */
export const jqBinary = (): { wasmBinary?: Uint8Array } =>
  existsSync(packed) ? { wasmBinary: brotliDecompressSync(readFileSync(packed)) } : {}
