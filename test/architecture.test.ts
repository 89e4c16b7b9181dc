/** The levels of the source (docs/architecture.md): which folder may import which, and where each dependency comes in. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesBelow, folderOf, importsOf, levels, ownOf } from '../scripts/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = filesBelow(root, 'src')

/** Where each dependency may be imported. */
const doors: Record<string, RegExp> = {
  undici: /^src\/client\/connection\/undici-transport\.ts$/,
  'node:http':
    /^src\/(client\/connection\/(http-transport|tunnel)|sandbox\/listen|login\/browser\/server)\.ts$/,
  'node:https': /^$/,
  'node:net':
    /^src\/(client\/connection\/(dial|http-transport|tunnel|tls)|disk\/secret-file|sandbox\/.*)\.ts$/,
  'node:tls': /^src\/client\/connection\/tls\.ts$/,
  commander: /^src\/cli\/commander\.ts$/,
  conf: /^src\/config\/write-settings\.ts$/,
  'lossless-json': /^src\/contract\/lossless-json\.ts$/,
  'json-schema-to-ts': /^src\/contract\//,
  'cli-table3': /^src\/output\/format\/table\.ts$/,
  'string-width': /^src\/output\//,
  '@inquirer/prompts': /^src\/output\/prompt\/inquirer\.ts$/,
  ora: /^src\/output\/progress\.ts$/,
  chalk: /^src\/output\/color\.ts$/,
  'jq-wasm': /^src\/output\//,
  'd3-array': /^src\/output\/picture\//,
  'd3-shape': /^src\/output\/picture\//,
  'csv-parse': /^src\/(bulk\/input|activity\/table)\//,
  'fit-file-parser': /^src\/activity\/fit\/messages\.ts$/,
  saxes: /^src\/activity\/xml\/parse-xml\.ts$/,
  yauzl: /^src\/activity\/source\/zip\.ts$/,
  '@modelcontextprotocol/sdk': /^src\/mcp\/serve\.ts$/,
  viem: /^src\/wallet\//,
  ox: /^src\/(wallet|sandbox)\//,
  '@noble/curves': /^src\/wallet\/signing\.ts$/,
  '@noble/hashes': /^src\/wallet\//,
  'node:child_process':
    /^src\/(runtime\/(child|subprocess)|config\/credentials\/keychain-process|commands\/sandbox\/sandbox-env)\.ts$/,
  'node:process': /^src\/(disk\/liveness|runtime\/child|client\/connection\/dial)\.ts$/,
  'node:worker_threads': /^src\/runtime\/lines\/line-(programs|thread)\.ts$/,
}

const imports = importsOf(root, files)
const levelOf = (file: string) => levels.findIndex((level) => level.includes(folderOf(file)))
const nounOf = (file: string) => (folderOf(file) === 'commands' ? file.split('/')[2] : undefined)
const own = ownOf(imports)

test('a file imports its own folder and lower levels alone', () => {
  const upwards = own.filter(
    ({ file, to }) => folderOf(file) !== folderOf(to) && levelOf(to) <= levelOf(file),
  )
  expect(upwards.map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
  expect(files.filter((file) => levelOf(file) < 0)).toEqual([])
})

test('no noun imports another noun', () => {
  const across = own.filter(
    ({ file, to }) =>
      nounOf(file) !== 'nouns.ts' &&
      nounOf(to) !== undefined &&
      nounOf(file) !== nounOf(to) &&
      nounOf(file) !== undefined,
  )
  expect(across.map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
})

test('no folder has more than 25 files, and the nouns are less than a quarter of the lines', () => {
  const folders = [...new Set(files.map((file) => dirname(file)))]
  const inside = (folder: string) => files.filter((file) => dirname(file) === folder).length
  expect(folders.filter((folder) => inside(folder) > 25)).toEqual([])
  const lines = (some: string[]) =>
    some.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length, 0)
  expect(lines(files.filter((file) => nounOf(file) !== undefined)) / lines(files)).toBeLessThan(0.25)
})

test('the sandbox is opened by its own commands and for its network alone', () => {
  const lightly = /sandbox\/(constants|assumptions)\.ts$/
  const openers = /^src\/(commands\/sandbox|session\/sandbox-)/
  const opened = own.filter(({ file, to }) => folderOf(file) !== 'sandbox' && folderOf(to) === 'sandbox')
  expect(opened.filter(({ file, to }) => !openers.test(file) && !lightly.test(to))).toEqual([])
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
  const allowed = [
    'src/runtime/context.ts',
    // Keeps what jq's WebAssembly writes to the console off the screen.
    'src/output/format/jq-program.ts',
  ]
  const reads = files.filter(
    (file) =>
      !allowed.includes(file) &&
      /(?<![.\w])process\.\w|globalThis\.process|console\.\w/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reads).toEqual([])
})

test('a function below the commands is handed the parts that it uses, never all tools of a command', () => {
  // These say what a command's body is handed, or make it.
  const makers = /^src\/(runtime\/(command|context|services)|session\/profiles|mcp\/call)\.ts$/
  const whole = files.filter(
    (file) =>
      !['cli', 'commands', 'operations'].includes(folderOf(file)) &&
      !makers.test(file) &&
      /: (Tools|Context)\b(?!\[)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(whole).toEqual([])
})

test('no command asks for JSON, and no test replaces a module', () => {
  const asks = files.filter(
    (file) =>
      file.startsWith('src/commands/') && /if \([^)]*\bjson\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  const mocks = filesBelow(root, 'test').filter((file) =>
    /vi\.(mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/vi.*mock.*\//g, '')),
  )
  expect({ asks, mocks }).toEqual({ asks: [], mocks: [] })
})
