/**
 * What the bundle is made of, for who measures it: each file with its modules, their size
 * before they are packed, and who imports them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const own = (id: string) => relative('.', id.replace(/^\0/, ''))

export const parts: Plugin = {
  name: 'parts',
  writeBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return []
      const modules = Object.entries(file.modules).map(([id, { renderedLength: bytes }]) => {
        const importers = this.getModuleInfo(id)?.importers ?? []
        return { id: own(id), bytes, importers: importers.map(own) }
      })
      return [{ file: file.fileName, bytes: file.code.length, modules }]
    })
    mkdirSync('.tmp', { recursive: true })
    writeFileSync(join('.tmp', 'parts.json'), JSON.stringify(chunks, undefined, 1))
  },
}
