/** The levels of the source and its import lines: the architecture test holds them, the drawing shows them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** The levels, top to bottom: a file may import its own folder and lower levels. */
export const levels: readonly (readonly string[])[] = [
  ['cli'],
  ['commands'],
  ['operations'],
  ['writes', 'bulk', 'login', 'activity', 'mcp'],
  ['session'],
  ['reference'],
  ['runtime'],
  ['config', 'smoke'],
  ['client', 'journal', 'output', 'wallet'],
  ['sandbox', 'errors.ts'],
  ['contract', 'disk'],
]

export type Import = { file: string; target: string; typeOnly: boolean }

/** Every TypeScript file below a folder of the repository. */
export const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .toSorted()

/** Every import of these files, lazy ones too. */
export const importsOf = (root: string, files: readonly string[]): Import[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const found = text.matchAll(
      /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)|^import\s+'([^']+)'/gm,
    )
    return [...found].map(([, type, from, lazy, bare]) => ({
      file,
      target: from ?? lazy ?? bare ?? '',
      typeOnly: type !== undefined,
    }))
  })

/** The imports of our own files, with the file that each leads to. */
export const ownOf = (imports: readonly Import[]): (Import & { to: string })[] =>
  imports
    .filter(({ target }) => target.startsWith('.') && !target.endsWith('.json'))
    .map((each) => ({ ...each, to: normalize(join(dirname(each.file), each.target)) }))

/** The folder below src that a file is in, or its own name. */
export const folderOf = (file: string): string => relative('src', file).split('/')[0] ?? ''
