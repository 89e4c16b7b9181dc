/**
 * What must hold of a release before it is published: the pack list, no install scripts, publint and attw, and `npx` of the
 * tarball from an empty cache against a registry on this machine. `npm run release:check`; docs/releasing.md has the steps.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
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
  /^(bin\/(movecli|load|keychain)\.js|dist\/[\w./-]+\.(js|json|txt|wasm)|docs\/schemas\/(input\/|output\/)?[\w-]+\.json|man\/movecli\.1|README\.md|LICENSE|SECURITY\.md|package\.json)$/
const stray = files.map(({ path }) => path).filter((path) => !expected.test(path))
if (stray.length > 0) problem(`files that are not to be published: ${stray.join(', ')}`)
for (const path of ['bin/movecli.js', 'dist/main.js', 'dist/THIRD-PARTY.txt', 'LICENSE'])
  if (!files.some((file) => file.path === path)) problem(`${path} is missing from the package`)
console.log(`ok   ${files.length} files, ${Math.round(size / 1000)} kB packed`)

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

// npx from nothing: a registry on this machine has movecli alone, and passes the rest on to the one that npm is set to.
const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
}).trim()
const bytes = readFileSync(tarball)
const server = createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/movecli') {
    const tarballUrl = `http://127.0.0.1:${server.address().port}/movecli/-/${filename}`
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const { name, version, bin, engines, optionalDependencies } = own
    const manifest = {
      name,
      version,
      bin,
      engines,
      optionalDependencies,
      dist: { tarball: tarballUrl, integrity },
    }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
    )
  } else if (path === `/movecli/-/${filename}`) response.end(bytes)
  else response.writeHead(307, { location: new URL(path.slice(1), upstream).href }).end()
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const home = join(folder, 'home')
mkdirSync(home)
const env = {
  PATH: process.env.PATH,
  HOME: home,
  CI: 'true',
  npm_config_registry: `http://127.0.0.1:${server.address().port}/`,
  npm_config_cache: join(folder, 'cache'),
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}
const spec = `movecli@${own.version}`
await run(
  'npx movecli, from an empty cache: the day of the sandbox',
  'npx',
  ['--yes', spec, 'motion', 'daily', '-n', 'sandbox', '--json'],
  { env },
)
await run(
  'npx movecli: a smoke run as in CI',
  'npx',
  ['--yes', spec, 'smoke', '-n', 'sandbox', '--suite', 'full', '--json'],
  { env },
)
await run(
  'npm install --global',
  'npm',
  ['install', '--global', '--offline', '--silent', '--prefix', join(folder, 'global'), tarball],
  { env },
)
await run(
  'the installed command: the day of the sandbox',
  join(folder, 'global/bin/movecli'),
  ['motion', 'daily', '-n', 'sandbox'],
  { env },
)
await run(
  'the installed command: a smoke run as in CI',
  join(folder, 'global/bin/movecli'),
  ['smoke', '-n', 'sandbox'],
  { env },
)
server.close()
server.closeAllConnections()

rmSync(folder, { recursive: true, force: true })
for (const each of problems) console.error(each)
console.log(problems.length === 0 ? 'ready to be released' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
