/**
 * What a start and the package may cost, in files, built-ins and bytes: no clock. A breach names
 * what came in, and by whom it was imported.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bin } from './support/built.ts'
import { freshFolder } from './support/movecli.ts'
import { startWitness } from './witness/service.ts'
import { environmentTo } from './support/testnet.ts'

const root = join(import.meta.dirname, '..')
type Part = { file: string; bytes: number; modules: { id: string; bytes: number; importers: string[] }[] }
/** Written by the build (scripts/bundle/parts.ts). */
const parts = JSON.parse(readFileSync(join(root, '.tmp', 'parts.json'), 'utf8')) as Part[]

const local = ['buffer', 'events', 'fs', 'os', 'path', 'process', 'util']
const wire = [...local, 'http', 'net'].toSorted()
const kB = 1000

/** Of each command: the most files and bytes that it loads, and the built-ins that it may ask for. */
const budgets: Record<string, { files: number; bytes: number; builtins: string[] }> = {
  '--version': { files: 1, bytes: 2.5 * kB, builtins: ['fs'] },
  '--help': { files: 1, bytes: 2.5 * kB, builtins: ['fs'] },
  'motion --help': { files: 1, bytes: 2.5 * kB, builtins: ['fs'] },
  'motion daily --help': { files: 8, bytes: 210.75 * kB, builtins: wire },
  'motion daily --json': { files: 6, bytes: 180.75 * kB, builtins: wire },
  'token balance --json': { files: 6, bytes: 171 * kB, builtins: wire },
  'nft ls --json': { files: 7, bytes: 180 * kB, builtins: wire },
  'whoami --json': { files: 4, bytes: 134.5 * kB, builtins: local },
}

/** Bytes of the files that are larger than 30 kB, by their names without the digest. */
const largest: Record<string, number> = {
  main: 125.75 * kB,
  request: 40.25 * kB,
}

const stem = (file: string) => basename(file).replace(/(-[\w-]{8})?\.js$/, '')

/** Who brought the modules of a file in, the largest first. */
const broughtBy = (file: string): string =>
  (parts.find((part) => part.file === basename(file))?.modules ?? [])
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 12)
    .map(({ id, bytes, importers }) => `  ${bytes} ${id}, imported by ${importers.slice(0, 3).join(', ')}`)
    .join('\n')

type Loads = { files: { file: string; bytes: number }[]; builtins: string[]; internals: string[] }

async function loadsOf(words: string): Promise<Loads> {
  const witness = await startWitness()
  witness.answer({ body: '{"success":true,"data":{"date":"2026-01-31"}}' })
  const home = freshFolder()
  writeFileSync(join(home, 'key'), `${'4'.repeat(64)}\n`, { mode: 0o600 })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ...environmentTo(witness),
  }
  const preload = join(root, 'test/support/loads.cjs')
  const child = spawn(
    process.execPath,
    ['-r', preload, bin, ...words.replace('KEY', join(home, 'key')).split(' ')],
    {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const said = await text(child.stdio[3] as NodeJS.ReadableStream & AsyncIterable<string>)
  await witness.close()
  return JSON.parse(said) as Loads
}

test.each(Object.entries(budgets))('%s loads no more than its budget', async (words, budget) => {
  const { files, builtins } = await loadsOf(words)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const over = files.length > budget.files || bytes > budget.bytes
  const loaded = files
    .map(({ file, bytes: size }) => `${size} ${basename(file)}\n${broughtBy(file)}`)
    .join('\n')
  expect(over, `${files.length} files, ${bytes} bytes:\n${loaded}`).toBe(false)
  expect(builtins.filter((name) => !budget.builtins.includes(name))).toEqual([])
})

test.each([
  ['--version', /sync_write_stream|tty|node:stream|perf_hooks/],
  ['--help', /sync_write_stream|tty|node:stream|perf_hooks/],
  ['motion --help', /sync_write_stream|tty|node:stream|perf_hooks/],
  ['motion daily --help', /sync_write_stream|tty|node:stream|perf_hooks/],
  ['whoami --json', /sync_write_stream|tty|node:stream|perf_hooks/],
  ['motion daily --json', /tty|perf_hooks/],
])('%s opens no stream of the process and no clock but the time of day', async (words, dear) => {
  const { internals } = await loadsOf(words)
  expect(internals.filter((name) => dear.test(name))).toEqual([])
})

test('a login with a private key loads what signs, no word list, and neither threads nor clocks', async () => {
  const { files, builtins, internals } = await loadsOf('login --no-input --store file --private-key-file KEY')
  expect(files.map(({ file }) => stem(file))).toContain('signatures')
  const modules = parts
    .filter((part) => files.some(({ file }) => basename(file) === part.file))
    .flatMap((part) => part.modules)
  expect(modules.filter(({ id }) => /wordlists|bip3[29]|Keystore/.test(id))).toEqual([])
  expect(files.length).toBeLessThanOrEqual(18)
  expect([...builtins, ...internals].filter((name) => /fs\/promises|perf_hooks/.test(name))).toEqual([])
})

test('a write loads what tells of failures before it is sent, a read does not', async () => {
  const names = async (words: string) => (await loadsOf(words)).files.map(({ file }) => stem(file))
  expect(await names('motion daily --json')).not.toContain('failure')
  for (const words of [
    'user settings -f a=b',
    'token claim --dry-run',
    'motion submit --from missing.ndjson',
  ])
    expect(await names(words)).toContain('failure')
})

test('the files of a start stay small', () => {
  const breaches = parts
    .filter(({ file, bytes }) => bytes > (largest[stem(file)] ?? Infinity))
    .map(({ file, bytes }) => `${file}: ${bytes} bytes\n${broughtBy(file)}`)
  expect(breaches).toEqual([])
  expect(Object.keys(largest).filter((name) => !parts.some(({ file }) => stem(file) === name))).toEqual([])
})

test('the package stays small, holds built files alone and brings no other package but the keychain', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [{ size, files }] = JSON.parse(stdout) as [{ size: number; files: { path: string; size: number }[] }]
  const heaviest = files.toSorted((one, other) => other.size - one.size).slice(0, 12)
  expect(size, heaviest.map(({ path, size: own }) => `${own} ${path}`).join('\n')).toBeLessThan(842 * kB)
  // npm takes a millisecond to install each.
  expect(files.length).toBeLessThanOrEqual(130)
  const foreign = files.filter(
    ({ path }) =>
      !/^(bin\/[a-z]+\.js$|dist\/|package\.json$|README\.md$|LICENSE$|SECURITY\.md$|man\/|docs\/schemas\.json$)/.test(
        path,
      ),
  )
  expect(foreign).toEqual([])
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  expect([Object.keys(dependencies), Object.keys(optionalDependencies)]).toEqual([[], ['@napi-rs/keyring']])
})
