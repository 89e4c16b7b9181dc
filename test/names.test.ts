/** One word, one meaning: names of types, files and top-level declarations of the source. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesBelow, folderOf, levels } from '../scripts/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = filesBelow(root, 'src').filter((file) => !file.endsWith('.d.ts'))
const levelOf = (file: string): number => levels.findIndex((level) => level.includes(folderOf(file)))

type Declared = { name: string; file: string; exported: boolean; isType: boolean }

/** What begins a line declares something for the whole file; the formatter indents everything else. */
const declaration =
  /^(export )?(?:declare )?(?:abstract )?(?:async )?(function\*? ?|const |let |class |type |interface |enum )([\w$]+)/gm

const declared: Declared[] = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(
    ([, exported, kind = '', name = '']) => ({
      name,
      file,
      exported: exported !== undefined,
      isType: /^(type|interface|class)/.test(kind),
    }),
  ),
)

/** The files of each name, where there are several. */
function shared(pairs: readonly { name: string; file: string }[]): [name: string, files: string[]][] {
  const found = new Map<string, Set<string>>()
  for (const { name, file } of pairs) found.set(name, (found.get(name) ?? new Set()).add(file))
  return [...found].map(([name, where]): [string, string[]] => [name, [...where]])
}

test('the reading of declarations sees the source', () => {
  expect(declared.find(({ name }) => name === 'MoveError')).toEqual({
    name: 'MoveError',
    file: 'src/errors.ts',
    exported: true,
    isType: true,
  })
  expect(declared.length).toBeGreaterThan(2000)
})

test('no type name is exported twice', () => {
  const types = declared.filter(({ exported, isType }) => exported && isType)
  expect(shared(types).filter(([, where]) => where.length > 1)).toEqual([])
})

/** A verb's file bears the word that is typed, `commands/nft/ls.ts`; handlers and checks bear that of their operation. */
const isVerb = (file: string): boolean => file.startsWith('src/commands/')
const isOfOperation = (file: string): boolean => /^src\/(sandbox\/handlers|smoke\/checks)\//.test(file)

test('no file name comes twice within two levels', () => {
  const twice = shared(files.map((file) => ({ name: basename(file), file })))
    .filter(([name]) => name !== 'index.ts')
    .flatMap(([, where]) =>
      where.flatMap((one, at) =>
        where
          .slice(at + 1)
          .filter((other) => !isVerb(one) && !isVerb(other) && !(isOfOperation(one) && isOfOperation(other)))
          .filter((other) => Math.abs(levelOf(one) - levelOf(other)) < 2)
          .map((other) => `${one} ${other}`),
      ),
    )
  expect(twice).toEqual([])
})

/** The formatter leaves comments as they are: what is wider than this is not read beside another file. */
const widest = 128

test(`no comment is wider than ${widest} columns`, () => {
  const wide = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, at) => ({ line, where: `${file}:${at + 1}` }))
      .filter(({ line }) => line.length > widest && /^\s*(\/\/|\/?\*)/.test(line))
      .map(({ where }) => where),
  )
  expect(wide).toEqual([])
})

/** `run` is the body of every command, found by that name: one meaning. */
const conventions = ['run']

test('names with three meanings or more are under one in a hundred', () => {
  const names = shared(declared)
  const overloaded = names.filter(([name, where]) => where.length >= 3 && !conventions.includes(name))
  expect(overloaded.length / names.length, overloaded.join('\n')).toBeLessThan(0.01)
})
