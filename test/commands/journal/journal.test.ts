/** The journal's commands: list, show, resolve, export, prune. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { living, planned, putJournal, sending } from '../../journal/support.ts'
import { errorOf } from '../../support/world.ts'

const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`
const records = [
  planned('aa', { at: day(1), profile: 'ops' }),
  { state: 'sending', id: 'aa', at: day(1) },
  { state: 'applied', id: 'aa', at: day(1), status: 200, request_id: 'req_1' },
  planned('bb', { at: day(2), operation: 'nft.mint', path: '/nft/mint', network: 'mainnet', profile: null }),
  { state: 'sending', id: 'bb', at: day(2) },
  { state: 'unknown', id: 'bb', at: day(2), code: 'CLI_TIMEOUT' },
  planned('cc', { at: day(3), address: null, body: '{"a":1.10}', balance: '{"balance":1.10}' }),
  { state: 'sending', id: 'cc', at: day(3) },
  planned('dd', { at: day(4), operation: 'POST /x', method: 'POST', path: '/x', holder: living }),
  { state: 'sending', id: 'dd', at: day(4) },
]

function setUp(lines: readonly unknown[] = records, tail = '') {
  const home = freshFolder()
  const path = putJournal(join(home, '.local/state/movecli'), lines, tail)
  const run = async (line: string | readonly string[], more = {}) => movecli(line, { home, ...more })
  const ids = async (filter: string) =>
    (JSON.parse((await run(`journal ls --json ${filter}`)).stdout) as { id: string }[]).map(({ id }) => id)
  return { home, path, run, ids }
}

test('ls lists the newest first; what a process that is gone left sending is unknown', async () => {
  const { run } = setUp()
  const { code, stdout, stderr } = await run('journal ls --json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({ id: 'dd', state: 'sending', operation: 'POST /x' }),
    expect.objectContaining({ id: 'cc', state: 'unknown', address: 'key:0000000000000000' }),
    expect.objectContaining({ id: 'bb', state: 'unknown', code: 'CLI_TIMEOUT' }),
    {
      id: 'aa',
      at: day(1),
      state: 'applied',
      operation: 'token.claim',
      network: 'testnet',
      profile: 'ops',
      address: '0x1111111111111111111111111111111111111111',
      status: 200,
      code: null,
      as: null,
      run: null,
      line: null,
    },
  ])
})

test.each([
  ['--state unknown', ['cc', 'bb']],
  ['--state applied', ['aa']],
  ['--operation token.claim', ['cc', 'aa']],
  ['-n mainnet', ['bb']],
  ['-p ops -n testnet', ['dd', 'cc', 'aa']],
  ['--state rejected', []],
])('ls %s', async (filter, found) => {
  expect(await setUp().ids(filter)).toEqual(found)
})

test.each([
  ['token claim', 'aa'],
  ['POST /token/claim', 'aa'],
  ['post /x', 'dd'],
])("ls --operation '%s' finds it too", async (name, id) => {
  const { stdout } = await setUp().run(['journal', 'ls', '--json', '--operation', name])
  expect(stdout).toContain(`"${id}"`)
})

test('ls refuses what is no state and no writing operation', async () => {
  const { run } = setUp()
  expect((await run('journal ls --state lost')).code).toBe(2)
  const { code, stderr } = await run('journal ls --operation token.balance')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('token claim') })
})

test('an empty journal is an empty list, and none is made', async () => {
  const home = freshFolder()
  expect(await movecli('journal ls --json', { home })).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  expect(await movecli('journal ls', { home, tty: true })).toMatchObject({ code: 0, stderr: 'no writes\n' })
  expect((await import('node:fs')).readdirSync(home)).toEqual([])
})

test('show has every fact and every step, and for an unresolved one the way on', async () => {
  const { run } = setUp()
  const { code, stdout } = await run('journal show cc --json')
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    stdout: {
      id: 'cc',
      state: 'unknown',
      body: '{"a":1.10}',
      balance: '{"balance":1.10}',
      address: null,
      key: 'key:0000000000000000',
      forced: false,
      steps: [{ at: day(3), state: 'sending' }],
    },
  })
  expect((await run('journal show cc')).stderr).toContain(
    'movecli journal resolve cc --as applied|not-applied',
  )
  expect((await run('journal show aa', { tty: true })).stdout).toMatch(/operation\S* +token\.claim\n/)
})

test.each(['show zz', 'resolve zz --as applied'])(
  '%s: an unknown id is exit 2 and says where ids are',
  async (line) => {
    const ran = await setUp().run(`journal ${line} --json`)
    expect({ code: ran.code, hint: errorOf(ran)['hint'] }).toEqual({
      code: 2,
      hint: 'movecli journal ls shows the ids.',
    })
  },
)

test('resolve puts the verdict and its note on record, and may be corrected', async () => {
  const { run, path } = setUp()
  const { code, stdout } = await run([
    'journal',
    'resolve',
    'bb',
    '--as',
    'not-applied',
    '--note',
    'ticket 12',
    '--json',
  ])
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({
    code: 0,
    stdout: { id: 'bb', state: 'resolved', as: 'not-applied', note: 'ticket 12' },
  })
  expect((await run('journal resolve bb --as applied')).code).toBe(0)
  const shown = JSON.parse((await run('journal show bb --json')).stdout) as object
  expect(shown).toMatchObject({ state: 'resolved', as: 'applied' })
  expect(readFileSync(path, 'utf8')).toContain('"as":"not-applied","note":"ticket 12"')
})

test('resolve refuses what is settled or under way, and asks for the verdict', async () => {
  const { run, path } = setUp()
  const before = readFileSync(path)
  expect((await run('journal resolve aa --as not-applied')).code).toBe(2)
  expect((await run('journal resolve dd --as applied')).code).toBe(8)
  expect((await run('journal resolve bb')).code).toBe(2)
  expect((await run('journal resolve bb --as perhaps')).code).toBe(2)
  expect((await run('journal resolve bb --as applied --dry-run')).stdout).toContain('Would resolve record')
  expect(readFileSync(path)).toEqual(before)
})

test('export has a row for every step, each with the facts of its write', async () => {
  const { run } = setUp()
  const rows = (await run('journal export --format ndjson')).stdout.trim().split('\n')
  expect(rows.map((row) => JSON.parse(row) as object)).toHaveLength(records.length)
  expect(JSON.parse(rows[2] ?? '')).toMatchObject({
    id: 'aa',
    state: 'applied',
    operation: 'token.claim',
    status: 200,
  })
  const csv = (await run('journal export --format csv')).stdout.split('\n')
  expect(csv[0]).toBe(
    'id,at,state,profile,network,origin,address,key,operation,method,path,digest,body,balance,forced,over,pid,status,code,request_id,as,note,evidence,run,line',
  )
  expect(csv).toHaveLength(records.length + 2)
})

const rejected = (id: string, at: string) => [planned(id, { at }), { state: 'rejected', id, at }]
const now = () => new Date('2026-01-10T00:00:00Z')

test('prune drops what is settled and old, and nothing else', async () => {
  const { run, ids, path } = setUp([...records, ...rejected('ee', day(9))])
  const dry = await run('journal prune --before 5d --dry-run --json', { now })
  expect(JSON.parse(dry.stdout)).toEqual({ dry_run: true, dropped: 1, kept: 4, runs_dropped: 0 })
  const { code, stdout } = await run('journal prune --before 5d --json', { now })
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({
    code: 0,
    stdout: { dropped: 1, kept: 4, runs_dropped: 0 },
  })
  expect(await ids('')).toEqual(['ee', 'dd', 'cc', 'bb'])
  expect(readFileSync(path, 'utf8')).not.toContain('"aa"')
})

test('prune keeps what may show the outcome of an open write, says so, and drops it once that is settled', async () => {
  const { run, ids } = setUp([...records.slice(0, 6), ...rejected('ee', day(3)), ...rejected('ff', day(4))])
  const why = 'They may show the outcome of record bb, which is not known yet. See: movecli journal show bb'
  const dry = await run('journal prune --before 0 --dry-run', { now })
  expect(dry.stdout).toBe(
    `1 writes would be removed, 3 kept; 0 bulk runs would be removed.\n2 old, settled writes would be kept. ${why}\n`,
  )
  const one = await run('journal prune --before 6d', { now })
  expect(one.stdout).toContain('\n1 old, settled write was kept. It may show the outcome of record bb')
  const both = await run('journal prune --before 0', { now })
  expect(both.stdout).toBe(
    `0 writes removed, 3 kept; 0 bulk runs removed.\n2 old, settled writes were kept. ${why}\n`,
  )
  expect(await ids('')).toEqual(['ff', 'ee', 'bb'])
  expect((await run('journal resolve bb --as applied')).code).toBe(0)
  const settled = { now: () => new Date(Date.now() + 86_400_000) }
  expect((await run('journal prune --before 0', settled)).stdout).toBe(
    '3 writes removed, 0 kept; 0 bulk runs removed.\n',
  )
})

test.each(['', '--before soon'])('prune %s is exit 2', async (flags) => {
  expect((await setUp().run(`journal prune ${flags}`)).code).toBe(2)
})

test('a torn tail is noted by every command that reads it', async () => {
  for (const line of ['ls', 'show aa', 'export']) {
    const { code, stderr } = await setUp(records, '00 {').run(`journal ${line}`)
    expect({ line, code, said: stderr.includes('is incomplete') }).toEqual({ line, code: 0, said: true })
  }
})

test('damage stops every command with its line', async () => {
  for (const line of ['ls', 'show aa', 'export', 'resolve bb --as applied', 'prune --before 1d']) {
    const { path, run } = setUp()
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"nft.mint"', '"nft.mill"'))
    const ran = await run(`journal ${line}`)
    expect({ line, code: ran.code, said: ran.stderr.includes('damaged at line 5') }).toEqual({
      line,
      code: 3,
      said: true,
    })
  }
})

test('what a newer movecli wrote is listed, and not resolved or pruned', async () => {
  const home = freshFolder()
  putJournal(join(home, '.local/state/movecli'), [...records, sending('zz')], '', 2)
  expect((await movecli('journal ls', { home })).code).toBe(0)
  expect((await movecli('journal resolve bb --as applied', { home })).code).toBe(3)
  for (const line of ['journal prune --before 0', 'journal prune --before 0 --dry-run'])
    expect((await movecli(line, { home })).code).toBe(3)
})

test('the bare noun is its help and exit 2', async () => {
  const { code, stderr } = await movecli('journal')
  expect({ code, said: stderr.includes('resolve') }).toEqual({ code: 2, said: true })
})
