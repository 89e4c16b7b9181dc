import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planned, putJournal, sending } from '../../journal/support.ts'
import { startWitness, type Witness } from '../../witness/service.ts'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'

type Check = { check: string; status: string; found: string; fix: string | null }
let witness: Witness
beforeAll(async () => {
  witness = await startWitness()
})
afterAll(async () => witness.close())

async function doctor(setting: Setting = {}, line = 'doctor --json') {
  const { code, stdout, stderr } = await movecli(line, setting)
  const all = JSON.parse(stdout) as Check[]
  return { code, stdout, stderr, all, of: (name: string) => all.filter(({ check }) => check === name) }
}
const testnet = (url = witness.url) => ({ MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: url })

function homeWith(config: string, mode = 0o600): string {
  const home = freshFolder()
  mkdirSync(join(home, '.config/movecli'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.config/movecli/config.json'), config, { mode })
  chmodSync(join(home, '.config/movecli/config.json'), mode)
  return home
}

test('an alias of the settings that cannot be used is named, with how to get rid of it', async () => {
  const aliases = {
    today: 'motion daily',
    mint: 'nft mint --yes',
    n: 5,
    odd: "motion 'daily",
    run: 'sandbox start --exec sh',
    motion: 'nft ls',
    kyc: 'token price',
    'No Name': 'motion daily',
  }
  const home = homeWith(JSON.stringify({ format: 1, settings: {}, profiles: {}, aliases }))
  const { code, of } = await doctor({ home })
  expect(code).toBe(10)
  expect(of('aliases').map(({ status, found, fix }) => [status, found, fix])).toEqual([
    [
      'failed',
      expect.stringMatching(/^alias mint cannot be used: --yes must be typed/),
      'movecli alias delete mint',
    ],
    ['failed', expect.stringMatching(/^alias n .*must begin with a command/), 'movecli alias delete n'],
    ['failed', 'alias odd cannot be used: a quote in its line is not closed', 'movecli alias delete odd'],
    ['failed', expect.stringMatching(/^alias run .*starts no program/), 'movecli alias delete run'],
    ['failed', expect.stringMatching(/^alias motion .*the name of a command/), 'movecli alias delete motion'],
    ['failed', expect.stringMatching(/^alias kyc .*the name of a command/), 'movecli alias delete kyc'],
    ['failed', expect.stringMatching(/^alias No Name .*lowercase letters/), 'movecli alias delete <name>'],
  ])
  expect((await movecli('alias delete motion', { home })).code).toBe(0)
  const good = homeWith(
    JSON.stringify({ format: 1, settings: {}, profiles: {}, aliases: { today: 'motion daily' } }),
  )
  expect((await doctor({ home: good })).of('aliases')).toMatchObject([
    { status: 'passed', found: '1 can be used' },
  ])
})

test('a fresh machine is well: exit 0, nothing is made and nothing sent', async () => {
  const home = freshFolder()
  const { code, stderr, all } = await doctor({ home })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(all.map(({ check, status }) => `${check}: ${status}`)).toEqual([
    'node: passed',
    'settings: passed',
    'credentials: passed',
    'journal: passed',
    'file modes: passed',
    'settings folder: passed',
    'state folder: passed',
    'values: passed',
    'network: skipped',
    'base URL: skipped',
    'keychain: skipped',
    'proxy: passed',
    'clock: skipped',
  ])
  expect(readdirSync(home)).toEqual([])
})

test('one GET without credentials goes to the base URL, and its Date is compared', async () => {
  const before = witness.requests.length
  const env = { ...testnet(), MOVECLI_API_KEY: 'secret-key', MOVECLI_TOKEN: 'secret-token' }
  const { code, of } = await doctor({ env })
  expect(code).toBe(0)
  expect(of('clock')).toMatchObject([{ status: 'passed' }])
  const sent = witness.requests.slice(before)
  expect(sent.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /v1/token/price'])
  expect(JSON.stringify(sent)).not.toMatch(/secret-(key|token)/)
})

test('a clock that is wrong by more than a minute is a failed check', async () => {
  const now = () => new Date('2026-01-31T12:00:00Z')
  witness.answer({ headers: { Date: 'Sat, 31 Jan 2026 12:05:00 GMT' } })
  const { code, stdout, stderr, of } = await doctor({ env: testnet(), now })
  expect(code).toBe(10)
  expect(of('clock')[0]).toMatchObject({ status: 'failed', fix: "set this machine's clock" })
  expect(of('clock')[0]?.found).toMatch(/^300 s behind/)
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'CLI_PARTIAL', exit_code: 10, details: 'clock' },
  })
  expect(stdout).not.toBe('')
})

test('a service that does not answer is a failed check, and the others are still there', async () => {
  const { code, all, of } = await doctor({ env: testnet('http://127.0.0.1:1/v1') })
  expect({ code, all: all.length }).toEqual({ code: 10, all: 13 })
  expect(of('clock')[0]).toMatchObject({ status: 'failed' })
})

test('plain http to another machine is refused before anything is sent', async () => {
  const { code, of } = await doctor({ env: testnet('http://service.example/v1') })
  expect(code).toBe(10)
  expect(of('base URL')[0]).toMatchObject({ status: 'failed' })
  expect(of('base URL')[0]?.found).toContain('plain http')
})

test('an answer without a Date is a failed check', async () => {
  witness.answer({ headers: { Date: null } })
  const { code, of } = await doctor({ env: testnet() })
  expect({ code, status: of('clock')[0]?.status }).toEqual({ code: 10, status: 'failed' })
})

test('it works with broken settings and credentials and says which file', async () => {
  const home = homeWith('{ broken')
  mkdirSync(join(home, '.local/state/movecli'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.local/state/movecli/credentials.json'), '[]', { mode: 0o600 })
  const { code, of } = await doctor({ home, env: testnet() })
  expect(code).toBe(10)
  expect(of('settings')[0]).toMatchObject({ status: 'failed' })
  expect(of('settings')[0]?.found).toContain('config.json')
  expect(of('credentials')[0]).toMatchObject({ status: 'failed' })
  expect(of('clock')[0]).toMatchObject({ status: 'passed' })
})

test('files that others can read are named with the chmod that mends them', async () => {
  const home = homeWith('{"format":1}', 0o644)
  const { code, of } = await doctor({ home })
  expect(code).toBe(10)
  expect(of('file modes')).toEqual([
    {
      check: 'file modes',
      status: 'failed',
      found: `${join(home, '.config/movecli/config.json')} has mode 0644: others have access`,
      fix: `chmod 600 ${join(home, '.config/movecli/config.json')}`,
    },
  ])
})

test('a folder that cannot be made is a failed check', async () => {
  const home = freshFolder()
  writeFileSync(join(home, 'file'), '')
  const { code, of } = await doctor({ home, env: { MOVECLI_STATE_DIR: join(home, 'file', 'state') } })
  expect({ code, status: of('state folder')[0]?.status }).toEqual({ code: 10, status: 'failed' })
})

test('wrong values, a missing base URL and a profile that is not there are failed checks', async () => {
  const values = await doctor({ env: { MOVECLI_TIMEOUT: 'soon', MOVECLI_RETRIES: '-1' } })
  expect(values.of('values').map(({ status }) => status)).toEqual(['failed', 'failed'])
  const base = await doctor({ env: { MOVECLI_NETWORK: 'testnet' } })
  expect(base.of('base URL')[0]?.fix).toContain('movecli config set networks.testnet.baseUrl')
  const profile = await doctor({ env: { MOVECLI_PROFILE: 'nobody' } })
  expect(profile.of('profile')[0]).toMatchObject({ status: 'failed', found: 'No profile named "nobody".' })
})

test('a proxy is shown without its password, and one that is no URL is not shown at all', async () => {
  const good = await doctor({ env: { HTTPS_PROXY: 'http://me:hunter22@proxy.example:3128' } })
  expect(good.of('proxy')[0]).toMatchObject({ status: 'passed', found: 'https: http://proxy.example:3128' })
  const bad = await doctor({ env: { HTTPS_PROXY: 'me:hunter22@proxy' } })
  expect(bad.of('proxy')[0]).toMatchObject({ status: 'failed' })
  expect(good.stdout + bad.stdout + bad.stderr).not.toContain('hunter22')
  const bare = await doctor({ env: { HTTPS_PROXY: 'proxy.example:3128' } })
  expect(bare.of('proxy')[0]).toMatchObject({ status: 'passed', found: 'https: http://proxy.example:3128' })
  const ca = await doctor({ env: { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' } })
  expect(ca.of('certificates')[0]).toMatchObject({ status: 'failed' })
})

test('what has no effect on how requests travel is named', async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTP_PROXY: 'http://me:hunter22@proxy.example:3128' }
  const { of, stdout } = await doctor({ env })
  expect(of('certificates')[0]).toMatchObject({
    status: 'passed',
    found: 'NODE_TLS_REJECT_UNAUTHORIZED is ignored; certificates are always checked',
  })
  expect(of('proxy')[0]).toMatchObject({ status: 'passed', found: expect.stringContaining('has no effect') })
  expect(stdout).not.toContain('hunter22')
})

test.each(['20.18.1', '21.7.3', '22.2.0'])('Node %s is a failed check', async (node) => {
  const { contextFor } = await import('../../support/movecli.ts')
  const { runCommandLine } = await import('../../../src/cli/run.ts')
  const { context, stdout } = contextFor({})
  expect(await runCommandLine(['doctor', '--json'], { ...context, node })).toBe(10)
  expect(stdout()).toContain(`${node} is too old`)
})

test('--report holds no secret, no folder, no host, no address', async () => {
  const home = homeWith(
    JSON.stringify({
      format: 1,
      profile: 'ops',
      settings: { 'networks.testnet.baseUrl': 'https://private-host.example/v1' },
      profiles: { ops: { network: 'testnet', address: `0x${'12'.repeat(20)}`, settings: { timeout: '1s' } } },
    }),
    0o644,
  )
  const env = {
    MOVECLI_API_KEY: 'secret-key',
    HTTPS_PROXY: 'http://me:hunter22@127.0.0.1:1',
    NODE_EXTRA_CA_CERTS: '/home/alice/ca.pem',
    MOVECLI_STATE_DIR: '/Users/bob/state',
  }
  const plain = await movecli('doctor --report', { home, env })
  const json = await movecli('doctor --report --json', { home, env })
  expect({ plainCode: plain.code, jsonCode: json.code }).toEqual({ plainCode: 10, jsonCode: 10 })
  expect(plain.stdout).toMatch(/^movecli \S+, Node \S+, \w+\n/)
  for (const said of [plain.stdout, json.stdout]) {
    expect(said).not.toMatch(/secret-key|hunter22|private-host|alice|bob|0x1212121212/)
    expect(said).not.toContain(home)
    expect(said).toContain('chmod 600 <settings>/config.json')
  }
  expect(JSON.parse(json.stdout)).toMatchObject({ node: process.versions.node })
})

test('a folder whose name must be quoted is quoted in the chmod, and no part of it is in a report', async () => {
  const home = join(freshFolder(), "o'brien co")
  mkdirSync(join(home, 'settings'), { recursive: true })
  writeFileSync(join(home, 'settings/config.json'), '{"format":1}', { mode: 0o644 })
  const env = { MOVECLI_CONFIG_DIR: join(home, 'settings') }
  const { of } = await doctor({ home, env })
  expect(of('file modes')[0]?.fix).toBe(
    `chmod 600 '${home.replace("'", String.raw`'\''`)}/settings/config.json'`,
  )
  const { stdout } = await movecli('doctor --report', { home, env })
  expect(stdout).toContain("chmod 600 '<settings>/config.json'")
  expect(stdout).not.toContain('brien')
})

test('what makes writes end with 3 is a failed check: a damaged journal, files of a newer movecli', async () => {
  const state = (home: string) => join(home, '.local/state/movecli')
  const damaged = freshFolder()
  const path = putJournal(state(damaged), [planned('a'), sending('a')])
  writeFileSync(path, readFileSync(path, 'utf8').replace('"sending"', '"applied"'), { mode: 0o600 })
  const bad = await doctor({ home: damaged })
  expect({ code: bad.code, of: bad.of('journal') }).toMatchObject({ code: 10, of: [{ status: 'failed' }] })
  expect(bad.of('journal')[0]?.found).toContain('is damaged at line 3')

  const newer = freshFolder()
  putJournal(state(newer), [planned('a')], '', 2)
  writeFileSync(join(state(newer), 'credentials.json'), '{"format":2,"profiles":{}}', { mode: 0o600 })
  const old = await doctor({ home: newer })
  expect(old.code).toBe(10)
  for (const check of ['journal', 'credentials'])
    expect(old.of(check)).toMatchObject([
      { status: 'failed', found: expect.stringContaining('newer movecli') as string },
    ])
})

test('writes that are unknown are counted with the way to see them', async () => {
  const home = freshFolder()
  putJournal(join(home, '.local/state/movecli'), [planned('a'), sending('a')])
  const { code, of } = await doctor({ home })
  expect({ code, found: of('journal')[0]?.found }).toEqual({
    code: 0,
    found: '1 single write; 1 unknown: movecli journal ls --state unknown',
  })
})

test('a profile that the settings choose and that is gone is a failed check', async () => {
  const { code, of } = await doctor({ home: homeWith('{"format":1,"profile":"gone"}') })
  expect({ code, of: of('profile') }).toMatchObject({
    code: 10,
    of: [{ status: 'failed', found: 'the settings choose profile gone, which does not exist' }],
  })
})

test('a keychain that the settings want and that does not work is a failed check', async () => {
  const { code, of } = await doctor({
    home: homeWith('{"format":1,"settings":{"credentials.store":"keychain"}}'),
  })
  expect({ code, of: of('keychain') }).toMatchObject({
    code: 10,
    of: [{ status: 'failed', fix: 'unlock it, or movecli login --key --store file' }],
  })
})

test('in a pipe the checks are rows with a header line, and on a terminal they are words', async () => {
  const piped = (await movecli('doctor')).stdout.split('\n')
  expect(piped[0]).toBe('check\tstatus\tfound\tfix')
  expect(piped[1]).toMatch(/^node\tpassed\t/)
  expect((await movecli('doctor', { tty: true })).stdout).toMatch(/^passed {3}node {12}/)
})
