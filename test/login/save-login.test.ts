/** What a login leaves in the settings, and that one which could not be kept sends nothing. */
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/config/settings.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { errorOf } from '../support/world.ts'

const here = 'http://127.0.0.1:4017/v1'
const elsewhere = 'http://127.0.0.1:4999/v1'

/** A home, the service of testnet, and an ordinary key of it and of a wallet. */
function place() {
  const home = freshFolder()
  let sent = 0
  const sandbox = createSandbox()
  const transport: Transport = async (request) => (sent++, sandbox(request))
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text, { mode: 0o600 })
    return join(home, name)
  }
  const run = async (line: string, more: Setting = {}) => movecli(line, { home, transport, ...more })
  const keyFile = file('key', 'sandbox-public-api-key')
  const privateKey = file('private', '11'.repeat(32))
  const key = async (line = '') => run(`login -n testnet --key-only --key-file ${keyFile} ${line}`)
  const signIn = async (line = '') =>
    run(`login -n testnet --key-file ${keyFile} --private-key-file ${privateKey} ${line}`)
  const [config, state] = [join(home, '.config/movecli'), join(home, '.local/state/movecli')]
  const path = join(config, 'config.json')
  const settings = () => JSON.parse(readFileSync(path, 'utf8')) as Settings
  return { home, config, state, path, run, key, signIn, settings, sent: () => sent, keyFile, privateKey }
}

test.each([
  ['config', '777', true],
  ['config', '720', true],
  ['state', '702', true],
  ['state', '770', true],
  ['config', '755', false],
  ['state', '744', false],
] as const)('a %s folder of mode %s is warned of: %s', async (which, mode, warned) => {
  const world = place()
  const folder = world[which]
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, Number.parseInt(mode, 8))
  const { code, stderr } = await world.key(`--base-url ${here}`)
  expect({ code, warned: stderr.includes(`Other users can write to ${folder}`) }).toEqual({ code: 0, warned })
})

test.each([
  ['config', 'MOVECLI_CONFIG_DIR'],
  ['state', 'MOVECLI_STATE_DIR'],
] as const)(
  'where the %s folder cannot be made the login is exit 3, and %s is named',
  async (which, name) => {
    const world = place()
    mkdirSync(join(world[which], '..'), { recursive: true })
    writeFileSync(world[which], '')
    const ran = await world.signIn(`--base-url ${here} --json`)
    expect({ code: ran.code, sent: world.sent() }).toEqual({ code: 3, sent: 0 })
    expect(errorOf(ran)).toMatchObject({
      outcome: 'not_sent',
      hint: expect.stringContaining(`set ${name}`),
    })
  },
)

describe('the base URL of a login', () => {
  test('by a flag becomes that of its profile, unless it is configured already', async () => {
    const { key, run, settings } = place()
    await run(`config set networks.testnet.baseUrl ${here}`)
    await key(`-p same --base-url ${here}/`)
    await key(`-p other --base-url ${elsewhere}`)
    const name = 'networks.testnet.baseUrl'
    expect(settings()).toMatchObject({
      settings: { [name]: here },
      profiles: { same: { settings: {} }, other: { settings: { [name]: elsewhere } } },
    })
    expect(settings().profiles['same']?.settings).toEqual({})
    await key(`-p other --base-url ${here}`)
    expect(settings().profiles['other']?.settings).toEqual({ [name]: here })
  })

  test('by a variable, or of the sandbox, is kept for nobody', async () => {
    const { run, settings, keyFile } = place()
    const line = `login --key-only --key-file ${keyFile}`
    const env = { MOVECLI_BASE_URL: here }
    expect((await run(`${line} -n testnet -p a`, { env })).code).toBe(0)
    expect((await run(`${line} -n sandbox -p b --base-url ${elsewhere}`)).code).toBe(0)
    expect(settings().settings).toEqual({})
    expect(settings().profiles).toEqual({
      a: { network: 'testnet', settings: {} },
      b: { network: 'sandbox', settings: {} },
    })
  })
})

describe('the profile of a login', () => {
  test('is the current one where it is the first, whatever its name', async () => {
    const { key, settings } = place()
    const first = await key(`-p ops --base-url ${here}`)
    expect(first.stderr).not.toContain('stays the current one')
    const second = await key(`-p bot --base-url ${here}`)
    expect(second.stderr).toContain('note: Created profile bot. ops stays the current one, so use -p bot.\n')
    const third = await key(`-p bot --base-url ${elsewhere}`)
    expect(third.stderr).not.toContain('Created profile')
    expect([settings().profile, Object.keys(settings().profiles)]).toEqual(['ops', ['ops', 'bot']])
  })

  test('default needs no choice, and a choice that is there stays', async () => {
    const { key, settings } = place()
    await key(`--base-url ${here}`)
    await key(`-p bot --base-url ${here}`)
    expect(settings().profile).toBeUndefined()
  })

  test('keeps its own settings, and is given the network that it lacks', async () => {
    const { key, run, settings } = place()
    await run('config set timeout 7 --profile ops')
    expect(settings().profiles['ops']).toEqual({ settings: { timeout: '7' } })
    await key(`-p ops --base-url ${here}`)
    expect(settings().profiles['ops']).toEqual({
      network: 'testnet',
      settings: { timeout: '7', 'networks.testnet.baseUrl': here },
    })
  })
})

test('settings that are a link keep a login that changes nothing in them; any other is exit 3, nothing sent', async () => {
  const { home, path, run, signIn, sent, privateKey, keyFile } = place()
  await run(`config set networks.testnet.baseUrl ${here}`)
  expect((await signIn()).code).toBe(0)
  renameSync(path, join(home, 'mine.json'))
  symlinkSync(join(home, 'mine.json'), path)
  expect((await signIn()).code).toBe(0)
  const before = [sent(), readFileSync(path, 'utf8')]
  for (const line of ['-p ops', `-p default --base-url ${elsewhere}`]) {
    const signer = `--private-key-file ${privateKey}`
    const { code } = await run(`login -n testnet --key-file ${keyFile} ${signer} ${line}`)
    expect({ line, code, after: [sent(), readFileSync(path, 'utf8')] }).toEqual({
      line,
      code: 3,
      after: before,
    })
  }
})

describe('the API key', () => {
  test('is not waited for at a terminal where nobody may be asked', async () => {
    const { run } = place()
    const { code, stderr } = await run(`login -n testnet --base-url ${here} --key --no-input`, { tty: true })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The API key is missing.') })
  })

  test.each(['--key -', '--key', '--key-file -'])(
    'that %s would read is left on stdin by a dry run',
    async (flag) => {
      const { run, privateKey } = place()
      const line = `login -n testnet --base-url ${here} --private-key-file ${privateKey} --dry-run --json ${flag}`
      const { code, stdout } = await run(line, { stdin: 'ordinary-key\n' })
      expect({ code, read: stdout.includes('[12 characters]') }).toEqual({ code: 0, read: false })
    },
  )

  test.each(['--key -', '--key', '--key-file -'])('is read from stdin by %s', async (flag) => {
    const { run, state } = place()
    const line = `login -n testnet --base-url ${here} --key-only ${flag}`
    expect((await run(line, { stdin: 'ordinary-key\r\n' })).code).toBe(0)
    expect(readFileSync(join(state, 'credentials.json'), 'utf8')).toContain('"ordinary-key"')
  })
})
