/** The doors of the house (docs/architecture.md): which room looks into which, and where each dependency comes in. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
const files = below('src')

/** What each room may import; a room may always import itself. */
const rooms: Record<string, string[]> = {
  contract: [],
  disk: [],
  'errors.ts': ['contract'],
  config: ['contract', 'disk', 'errors.ts'],
  journal: ['contract', 'disk', 'errors.ts'],
  wallet: ['contract', 'disk', 'errors.ts'],
  client: ['contract', 'disk', 'errors.ts'],
  output: ['contract', 'errors.ts'],
  sandbox: ['contract', 'disk'],
  smoke: ['client', 'contract', 'errors.ts', 'output'],
  'context.ts': ['contract', 'errors.ts', 'output', 'stops.ts'],
  commands: [
    'client',
    'config',
    'contract',
    'context.ts',
    'disk',
    'errors.ts',
    'journal',
    'output',
    'sandbox',
    'smoke',
    'wallet',
  ],
  'program.ts': ['commands', 'config', 'errors.ts', 'grammar.ts', 'usage.ts'],
  'grammar.ts': ['commands'],
  'usage.ts': ['commands', 'config', 'errors.ts'],
  'manner.ts': ['config', 'context.ts', 'output'],
  'run.ts': [
    'manner.ts',
    'commands',
    'config',
    'contract',
    'context.ts',
    'errors.ts',
    'output',
    'program.ts',
  ],
  'main.ts': ['commands', 'context.ts', 'run.ts', 'stops.ts'],
  'stops.ts': [],
}

/** Where each dependency may be imported. */
const doors: Record<string, RegExp> = {
  undici: /^src\/client\/pool\.ts$/,
  'node:http': /^src\/(client\/(transport|tunnel)|sandbox\/listen|commands\/login\/browser\/server)\.ts$/,
  'node:https': /^$/,
  'node:net': /^src\/(client\/(dial|transport|tunnel|secure)|sandbox\/.*)\.ts$/,
  'node:tls': /^src\/client\/secure\.ts$/,
  commander: /^src\/program\.ts$/,
  conf: /^src\/config\/conf\.ts$/,
  'lossless-json': /^src\/contract\/digits\.ts$/,
  'json-schema-to-ts': /^src\/contract\//,
  'cli-table3': /^src\/output\/table\.ts$/,
  'string-width': /^src\/output\//,
  '@inquirer/prompts': /^src\/output\/prompts\.ts$/,
  ora: /^src\/output\/progress\.ts$/,
  chalk: /^src\/output\/colour\.ts$/,
  'jq-wasm': /^src\/output\//,
  'csv-parse': /^src\/commands\/motion\//,
  viem: /^src\/wallet\//,
  ox: /^src\/(wallet|sandbox)\//,
  '@noble/hashes': /^src\/wallet\//,
  'node:child_process': /^src\/commands\/(programs|sandbox\/beside)\.ts$/,
  'node:process': /^src\/disk\/alive\.ts$/,
}

type Import = { file: string; target: string; typeOnly: boolean }

const imports: Import[] = files.flatMap((file) => {
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

const roomOf = (file: string) => relative('src', file).split('/')[0] ?? ''
const own = imports.filter(({ target }) => target.startsWith('.') && !target.endsWith('.json'))

test('a room looks only into the rooms it may', () => {
  const breaches = own.flatMap(({ file, target, typeOnly }) => {
    const [from, to] = [roomOf(file), roomOf(normalize(join(dirname(file), target)))]
    const allowed = rooms[from]?.includes(to) || (from === 'smoke' && to === 'output' && typeOnly)
    return from === to || allowed ? [] : [`${file} imports ${target}`]
  })
  expect(breaches).toEqual([])
})

test('the table names every room', () => {
  expect([...new Set(files.map(roomOf))].toSorted()).toEqual(
    Object.keys(rooms)
      .filter((room) => files.some((file) => roomOf(file) === room))
      .toSorted(),
  )
})

test('the sandbox is opened by its own commands and for its network alone', () => {
  const opened = own.filter(
    ({ file, target }) =>
      roomOf(file) === 'commands' && roomOf(normalize(join(dirname(file), target))) === 'sandbox',
  )
  const lightly = /sandbox\/(constants|made-up)\.ts$/
  expect(
    opened.filter(({ file, target }) => !file.startsWith('src/commands/sandbox/') && !lightly.test(target)),
  ).toEqual([])
})

test('each dependency comes in by its own door', () => {
  const breaches = imports.flatMap(({ file, target, typeOnly }) => {
    if (target.startsWith('.') || typeOnly) return []
    const name = target.startsWith('@')
      ? target.split('/').slice(0, 2).join('/')
      : (target.split('/')[0] ?? '')
    if (name.startsWith('node:') && !doors[name]) return []
    return doors[name]?.test(file) ? [] : [`${file} imports ${target}`]
  })
  expect(breaches).toEqual([])
})

test('nothing but context reads the process', () => {
  const reads = files.filter(
    (file) =>
      file !== 'src/context.ts' &&
      /(?<![.\w])process\.\w|globalThis\.process|console\.\w/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reads).toEqual([])
})

test('no command asks for JSON, and no test replaces a module', () => {
  const asks = files.filter(
    (file) =>
      file.startsWith('src/commands/') && /if \([^)]*\bjson\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  const mocks = below('test').filter((file) =>
    /vi\.(mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/vi.*mock.*\//g, '')),
  )
  expect({ asks, mocks }).toEqual({ asks: [], mocks: [] })
})
