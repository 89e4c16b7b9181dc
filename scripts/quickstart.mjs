/** From a fresh clone to a day of motion: installs what is missing, builds, and does the main job against the sandbox. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = join(root, '.tmp', 'quickstart')
const bin = join(root, 'bin', 'movecli.js')
const wallet = 'test/fixtures/wallets/cast-1.json'
process.chdir(root)

const bold = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
const say = (text) => console.log(bold ? `\n\x1b[1m${text}\x1b[0m` : `\n${text}`)
const must = (program, args, options = {}) => {
  const { status, stdout } = spawnSync(program, args, { stdio: 'inherit', encoding: 'utf8', ...options })
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}

/** Its settings and data stay inside this folder, whatever movecli knows elsewhere. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MOVECLI_'))),
  MOVECLI_CONFIG_DIR: join(home, 'config'),
  MOVECLI_STATE_DIR: join(home, 'state'),
  MOVECLI_FORMAT: 'table',
}
const movecli = (line, shown = line) => {
  say(`$ movecli ${shown.join(' ')}`)
  must(process.execPath, [bin, ...line], { env })
}

const installed = existsSync('node_modules/.package-lock.json')
if (
  !installed ||
  statSync('package-lock.json').mtimeMs > statSync('node_modules/.package-lock.json').mtimeMs
) {
  say('Installing some 340 packages that build and test movecli; this takes about a minute …')
  must('npm', ['ci', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' })
}
say('Building …')
must('npm', ['run', '--silent', 'build'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
})

rmSync(home, { recursive: true, force: true })
mkdirSync(home, { recursive: true, mode: 0o700 })
writeFileSync(join(home, 'key'), 'sandbox-public-api-key\n', { mode: 0o600 })
writeFileSync(join(home, 'password'), 'throwaway-password\n', { mode: 0o600 })

const files = [
  '--key-file',
  join(home, 'key'),
  '--keystore',
  wallet,
  '--password-file',
  join(home, 'password'),
]
movecli(
  ['login', '-n', 'sandbox', '--yes', ...files],
  ['login', '-n', 'sandbox', '--key-file', 'key', '--keystore', wallet, '--password-file', 'password'],
)

const motion = ['--steps', '5000', '--distance', '3.2km', '--duration', '31m']
const proof = must(process.execPath, [bin, 'sandbox', 'proof', '-q', ...motion], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim()
movecli(
  ['motion', 'submit', ...motion, '--proof', proof],
  ['motion', 'submit', ...motion, '--proof', `"$(movecli sandbox proof ${motion.join(' ')})"`],
)
movecli(['motion', 'daily'])
movecli(['motion', 'daily', '--json'])

say('That was the sandbox, on this machine, with made-up data. Next:')
console.log(`  npm i -g .                                   movecli as a command
  movecli config set networks.testnet.baseUrl https://…/v1
  movecli login                                your API key, your wallet
  movecli help                                 everything else`)
