/** A real keychain: gnome-keyring on a session bus of its own. Stored, found, moved, removed; locked and without a bus. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin } from '../support/built.ts'
import { freshFolder } from '../support/movecli.ts'
import { startWitness, type Witness } from '../witness/service.ts'

const run = promisify(execFile)
let witness: Witness
beforeAll(async () => void (witness = await startWitness()))
afterAll(async () => witness.close())

/** Runs a shell script on a session bus of its own, with a keyring that is unlocked first, or is not. */
async function session(script: string, { unlocked = true } = {}) {
  const home = freshFolder()
  const runtime = join(home, 'runtime')
  mkdirSync(runtime, { mode: 0o700 })
  writeFileSync(join(home, 'key'), witness.key, { mode: 0o600 })
  writeFileSync(join(home, 'private'), `0x${'11'.repeat(32)}`, { mode: 0o600 })
  const begin = unlocked
    ? 'printf "password\\n" | gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null'
    : 'gnome-keyring-daemon --start --components=secrets >/dev/null'
  const functions = `movecli() { "${process.execPath}" "${bin}" "$@"; }
login() { movecli login --key-file "$HOME/key" --private-key-file "$HOME/private" "$@"; }`
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: witness.url,
  }
  const words = ['--', 'bash', '-c', `${begin}\n${functions}\n${script}`]
  const { stdout, stderr } = await run('dbus-run-session', words, { env, timeout: 60_000 })
  const file = join(home, '.local/state/movecli/credentials.json')
  return { stdout, stderr, file: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

/** How many secrets the keyring has for movecli, by its own word. */
const count =
  'echo "keyring: $(dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.SearchItems dict:string:string:service,movecli | grep -c "object path")"'

test('stored, found by later commands, and removed', { timeout: 90_000 }, async () => {
  const { stdout, stderr, file } = await session(`
login && ${count} && movecli token balance --json && movecli whoami --jq .store && movecli doctor | grep keychain
movecli logout && ${count}
movecli logout --all; ${count}`)
  expect(stderr).toContain("Secrets are kept in the system's keychain")
  expect(stdout).toContain('\nkeychain\n')
  expect(stdout).toContain('it has the secrets of default')
  expect(stderr).toContain("Removed the session token of default from the system's keychain")
  expect(stderr).toContain("Removed the API key of default from the system's keychain")
  expect(file).not.toContain(witness.key)
  expect(stdout.match(/keyring: \d+/g)).toEqual(['keyring: 1', 'keyring: 1', 'keyring: 0'])
})

test('moved to the file and back, the session goes on', { timeout: 90_000 }, async () => {
  const { stdout, file } = await session(`
login && login --store file && movecli token balance --json && movecli whoami --jq .store && ${count}
login --store keychain && movecli token balance --json && movecli whoami --jq .store && ${count}`)
  expect(stdout.match(/^(file|keychain|keyring: \d)$/gm)).toEqual([
    'file',
    'keyring: 0',
    'keychain',
    'keyring: 1',
  ])
  expect(file).not.toContain(witness.key)
})

test('a keyring that is locked is not used', { timeout: 90_000 }, async () => {
  const { stderr, file } = await session('login', { unlocked: false })
  expect(stderr).toContain('credentials.json, which only you can read')
  expect(file).toContain(witness.key)
})
