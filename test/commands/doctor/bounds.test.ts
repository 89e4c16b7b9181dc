/** Where a check of doctor begins to fail: by the second, by the mode, by the version, and what is no fault yet. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { env as bulkEnv, file, rows, service, submit } from '../../bulk/support.ts'
import { contextFor, freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

type Check = { check: string; status: string; found: string; fix: string | null }
const { witness, env, requested } = await testnet()

async function doctor(setting: Setting = {}, line = 'doctor --json') {
  const { code, stdout, stderr } = await movecli(line, setting)
  const all = JSON.parse(stdout) as Check[]
  return { code, stderr, all, of: (name: string) => all.filter(({ check }) => check === name) }
}

const config = '.config/movecli/config.json'
const credentials = '.local/state/movecli/credentials.json'

/** A home with settings and credentials that only their owner can read. */
function homeWith(settings: object = {}, profiles: object = {}): string {
  const home = freshFolder()
  for (const [path, data] of [
    [config, { format: 1, ...settings }],
    [credentials, { format: 1, profiles }],
  ] as const) {
    mkdirSync(join(home, path, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, path), JSON.stringify(data), { mode: 0o600 })
  }
  return home
}

const date = 'Sat, 31 Jan 2026 12:00:00 GMT'

test.each([
  [0, 'passed', 'in sync with the service'],
  [1, 'passed', 'in sync with the service'],
  [2, 'passed', '2 s ahead'],
  [60, 'passed', '60 s ahead'],
  [61, 'failed', '61 s ahead; signing in needs the right time'],
  [-60, 'passed', '60 s behind'],
  [-61, 'failed', '61 s behind; signing in needs the right time'],
])('a clock that is %i s before that of the service has %s', async (seconds, status, found) => {
  witness.answer({ headers: { Date: date } })
  const now = () => new Date(Date.parse(date) + seconds * 1000)
  const { code, of } = await doctor({ env, now })
  expect({ code, clock: of('clock') }).toMatchObject({
    code: status === 'failed' ? 10 : 0,
    clock: [{ status, found }],
  })
})

test('the clock is compared at the middle of the request', async () => {
  witness.answer({ headers: { Date: date } })
  const times = [0, 100, 100, 100].map((seconds) => new Date(Date.parse(date) + seconds * 1000))
  const now = () => (times.length > 1 ? times.shift()! : times[0]!)
  expect((await doctor({ env, now })).of('clock')).toMatchObject([{ found: '50 s ahead' }])
})

test.each([
  ['18.20.0', 'failed'],
  ['20.18.9', 'failed'],
  ['20.19.0', 'passed'],
  ['21.9.0', 'failed'],
  ['22.2.9', 'failed'],
  ['22.3.0', 'passed'],
  ['23.0.0', 'passed'],
  ['24.1.0', 'passed'],
])('Node %s has %s', async (node, status) => {
  const { context, stdout } = contextFor({})
  await runCommandLine(['doctor', '--json'], { ...context, node })
  expect((JSON.parse(stdout()) as Check[])[0]).toMatchObject({ check: 'node', status })
})

test.each([
  ['.config/movecli', 0o720, 'chmod 700'],
  ['.config/movecli', 0o702, 'chmod 700'],
  ['.local/state/movecli', 0o720, 'chmod 700'],
  ['.local/state/movecli', 0o777, 'chmod 700'],
  [config, 0o640, 'chmod 600'],
  [config, 0o604, 'chmod 600'],
  [credentials, 0o640, 'chmod 600'],
  [credentials, 0o602, 'chmod 600'],
])('%s with the mode %i is named with what mends it', async (path, mode, fix) => {
  const home = homeWith()
  chmodSync(join(home, path), mode)
  const { code, of } = await doctor({ home })
  expect({ code, modes: of('file modes') }).toEqual({
    code: 10,
    modes: [
      {
        check: 'file modes',
        status: 'failed',
        found: `${join(home, path)} has mode 0${mode.toString(8)}: others have access`,
        fix: `${fix} ${join(home, path)}`,
      },
    ],
  })
})

test('of several files that others can read each is named, and the error counts the checks that failed', async () => {
  const home = homeWith({ profile: 'gone' })
  for (const path of [config, credentials]) chmodSync(join(home, path), 0o644)
  const { code, stderr, all, of } = await doctor({ home })
  expect([code, of('file modes').map(({ fix }) => fix)]).toEqual([
    10,
    [`chmod 600 ${join(home, config)}`, `chmod 600 ${join(home, credentials)}`],
  ])
  const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
  expect(error).toMatchObject({
    message: `3 of ${all.length} checks failed.`,
    details: 'file modes, file modes, profile',
    hint: `chmod 600 ${join(home, config)}`,
    outcome: 'not_sent',
  })
})

test('folders that others may look into are no fault', async () => {
  const home = homeWith()
  for (const path of ['.config/movecli', '.local/state/movecli']) chmodSync(join(home, path), 0o755)
  expect(await doctor({ home })).toMatchObject({ code: 0 })
})

test('settings that are a link, or of a newer movecli, cannot be changed: a failed check', async () => {
  const linked = freshFolder()
  mkdirSync(join(linked, '.config/movecli'), { recursive: true, mode: 0o700 })
  writeFileSync(join(linked, 'mine.json'), '{"format":1}', { mode: 0o600 })
  symlinkSync(join(linked, 'mine.json'), join(linked, config))
  const link = await doctor({ home: linked })
  expect([link.code, link.of('settings')]).toMatchObject([
    10,
    [{ status: 'failed', found: `${join(linked, config)} is a link: movecli reads it and never writes it` }],
  ])
  const newer = await doctor({ home: homeWith({ format: 2 }) })
  expect([newer.code, newer.of('settings')]).toMatchObject([
    10,
    [{ status: 'failed', fix: 'use the newer movecli to change settings' }],
  ])
})

test('credentials of what is no profile any more are named, with how to remove them', async () => {
  const stored = { origin: 'https://api.example', apiKey: 'some-api-key' }
  const home = homeWith({ profiles: { ops: { network: 'testnet' } } }, { ops: stored, old: stored })
  const { code, of } = await doctor({ home })
  expect([code, of('credentials')]).toMatchObject([
    0,
    [
      {
        status: 'passed',
        found: `${join(home, credentials)}; of old, which is no profile: movecli logout --all -p old`,
      },
    ],
  ])
})

test('rows of bulk runs whose outcome is unknown are counted with the single writes', async () => {
  const home = freshFolder()
  const it = service(({ steps }) => (Number(steps) === 1002 ? 'lost' : 'applied'))
  await submit(`--from ${file('rows.ndjson', rows(3))} --concurrency 1`, { home, service: it })
  const { of } = await doctor({ home, env: bulkEnv, transport: it.transport })
  expect(of('journal')).toMatchObject([
    { status: 'passed', found: '0 single writes; 1 unknown: movecli journal ls --state unknown' },
  ])
})

test.each([
  ['of the embedded sandbox', { MOVECLI_NETWORK: 'sandbox' }, 'the sandbox uses the clock of this machine'],
  ['of no network', {}, 'no base URL is known'],
])('the clock %s is not asked for', async (_, more, found) => {
  requested()
  const { of } = await doctor({ env: more })
  expect([of('clock'), requested()]).toMatchObject([[{ status: 'skipped', found }], []])
})

test('an authority of your own that can be read is named, and a proxy by either spelling', async () => {
  const ca = join(freshFolder(), 'ca.pem')
  writeFileSync(ca, '')
  const more = { NODE_EXTRA_CA_CERTS: ca, https_proxy: 'http://me:hunter22@[::1]:3128' }
  const { of } = await doctor({ env: more })
  expect(of('certificates')).toMatchObject([{ status: 'passed', found: `${ca} is trusted too` }])
  expect(of('proxy')).toMatchObject([{ status: 'passed', found: 'https: http://[::1]:3128' }])
})
