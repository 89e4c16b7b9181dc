/**
 * What must hold of a release before it is published: the pack list, no install scripts, publint and attw, and the packed
 * command for a new user, by `npx` and installed. `npm run release:check`; docs/releasing.md has the steps.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'movecli-release-'))
const problems = []
const problem = (text) => problems.push(text)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Runs a program and returns what it printed; a failure is a problem. */
async function run(what, program, args, options = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
    ...options,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${what}`)
  if (code !== 0) problem(`${what}: exit ${code}\n${said}`)
  return said
}

// What is packed, and nothing else.
const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [{ filename, files, size }] = JSON.parse(packed.toString())
const tarball = join(folder, filename)
const expected =
  /^(bin\/(movecli|load|keychain)\.js|dist\/[\w./-]+\.(js|json|txt|wasm)|docs\/schemas\.json|man\/movecli\.1|README\.md|LICENSE|package\.json)$/
const stray = files.map(({ path }) => path).filter((path) => !expected.test(path))
if (stray.length > 0) problem(`files that are not to be published: ${stray.join(', ')}`)
for (const path of [
  'bin/movecli.js',
  'dist/main.js',
  'dist/line-thread.js',
  'dist/THIRD-PARTY.txt',
  'LICENSE',
])
  if (!files.some((file) => file.path === path)) problem(`${path} is missing from the package`)
console.log(`ok   ${files.length} files, ${Math.round(size / 1000)} kB packed`)

// Packed again from another folder it is the same, byte for byte: whoever doubts a release can build it.
// The packages are copied: a link to them would show in the names of the bundle's files.
const copy = join(folder, 'copy')
mkdirSync(copy)
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString().split('\0').filter(Boolean)
for (const path of tracked) cpSync(join(root, path), join(copy, path))
cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true })
await run('pack from another folder', 'npm', ['pack', '--silent'], { cwd: copy })
const digestOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
if (digestOf(tarball) !== digestOf(join(copy, filename))) problem('packed twice, the package is not the same')
console.log(`ok   packed twice: sha256 ${digestOf(tarball)}`)

// Nothing runs when it is installed: neither ours nor what it brings along.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const shipped = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
const scripted = shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
const hooks = ['preinstall', 'install', 'postinstall'].filter((name) => own.scripts?.[name])
if (scripted.length + hooks.length > 0) problem(`install scripts: ${[...hooks, ...scripted].join(', ')}`)
console.log(`ok   ${shipped.length} packages come along, all optional, none with an install script`)
if (shipped.some(([, { optional }]) => !optional)) problem('a package that is not optional comes along')

// Of a bundle that holds the text `import` in a string publint says that it is ESM: Node, which has to run it, is asked.
const lint = spawnSync('npx', ['--yes', 'publint@0.3', 'run', tarball], { cwd: folder, encoding: 'utf8' })
const errors =
  /Errors:\n((?:\d+\. .*\n)*)/.exec(`${lint.stdout}${lint.stderr}\n`)?.[1]?.trim().split('\n') ?? []
const real = errors.filter((line) => {
  const [, file] = /^\d+\. \/(dist\/\S+\.js) is written in ESM/.exec(line) ?? []
  return !file || spawnSync('node', ['--check', join(root, file)]).status !== 0
})
const linted = lint.status === 0 || (errors.length > 0 && real.length === 0)
console.log(`${linted ? 'ok  ' : 'FAIL'} publint`)
if (!linted) problem(`publint: ${real.join('\n') || lint.stdout + lint.stderr}`)
// A command has nothing to import: what attw judges is that nobody is promised types.
await run('attw', 'npx', [
  '--yes',
  '@arethetypeswrong/cli@0.18',
  tarball,
  '--ignore-rules',
  'no-resolution',
  'cjs-resolves-to-esm',
])

// npx from nothing and npm install --global, against a registry on this machine.
await run(
  'npx movecli and npm install --global: the day of the sandbox, and a smoke run as in CI',
  'npx',
  ['vitest', 'run', '--config', 'vitest.peers.config.mts', 'test/peers/install.test.ts'],
  { cwd: root },
)

rmSync(folder, { recursive: true, force: true })
for (const each of problems) console.error(each)
console.log(problems.length === 0 ? 'ready to be released' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
