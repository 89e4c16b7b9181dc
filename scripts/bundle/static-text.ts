/** Version and root help as bin prints them, without loading anything else. */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Plugin } from 'rolldown'

export const staticText: Plugin = {
  name: 'static-text',
  async writeBundle({ dir = 'dist' }) {
    const main = createRequire(import.meta.url)(resolve(dir, 'main.js')) as { staticText(): Promise<object> }
    writeFileSync(join(dir, 'static-text.json'), `${JSON.stringify(await main.staticText())}\n`)
  },
}
