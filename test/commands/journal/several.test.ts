/** The journal's commands where there is more than one: which they take, which they leave, and what they say of each. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gone, living, planned, putJournal } from '../../journal/support.ts'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { errorOf } from '../../support/world.ts'

const at = '2026-01-02T03:04:06.000Z'
/** A process of another container, of which nobody can tell whether it lives. */
const elsewhere = { ...living, pid: 1, space: 'pid:[1]' }
const begun = (id: string, more: Partial<Parameters<typeof planned>[1]> = {}) => [
  planned(id, { holder: elsewhere, ...more }),
  { state: 'sending', id, at },
]

function house(records: readonly unknown[]) {
  const home = freshFolder()
  putJournal(join(home, '.local/state/movecli'), records)
  const run = async (line: string | readonly string[], setting: Setting = {}) =>
    movecli(line, { home, now: () => new Date('2026-01-03T00:00:00Z'), ...setting })
  const list = async (filter = '') =>
    JSON.parse((await run(`journal ls --json ${filter}`)).stdout) as Record<string, unknown>[]
  const states = async () =>
    Object.fromEntries((await list()).map(({ id, state }) => [String(id), String(state)]))
  const unlock = async (flags: string) => run(['journal', 'unlock', 'token claim', ...flags.split(' ')])
  return { run, list, states, unlock }
}

/** Claims of two profiles and a mint, all of processes that nobody can see. */
const several = () =>
  house([
    ...begun('aa'),
    ...begun('bb', { profile: 'main', network: 'mainnet' }),
    ...begun('cc', { operation: 'nft.mint', path: '/nft/mint' }),
  ])

test.each([
  ['--yes', { aa: 'unknown', bb: 'unknown', cc: 'sending' }, 2],
  ['--yes -p ops', { aa: 'unknown', bb: 'sending', cc: 'sending' }, 1],
  ['--yes -n mainnet', { aa: 'sending', bb: 'unknown', cc: 'sending' }, 1],
  ['--yes --dry-run', { aa: 'sending', bb: 'sending', cc: 'sending' }, 2],
  ['--no-input', { aa: 'sending', bb: 'sending', cc: 'sending' }, undefined],
])('unlock of the claims with %s', async (flags, after, freed) => {
  const { unlock, states } = several()
  const { code, stdout } = await unlock(`${flags} --json`)
  expect(code).toBe(freed === undefined ? 11 : 0)
  if (freed !== undefined) expect((JSON.parse(stdout) as { freed: unknown[] }).freed).toHaveLength(freed)
  expect(await states()).toEqual(after)
})

test('what a living process holds stays, and the rest is freed; alone it is refused, whatever was said', async () => {
  const both = house([...begun('aa'), ...begun('bb', { holder: living })])
  const { code, stdout } = await both.unlock('--yes')
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('record aa') })
  expect(stdout).not.toContain('record bb')
  expect(await both.states()).toEqual({ aa: 'unknown', bb: 'sending' })
  const alone = house(begun('bb', { holder: living }))
  const refused = await alone.unlock('--yes --json')
  expect([refused.code, errorOf(refused)]).toMatchObject([
    8,
    { code: 'CLI_BUSY', message: expect.stringContaining(`Process ${living.pid} is still running`) },
  ])
  expect(await alone.states()).toEqual({ bb: 'sending' })
})

test('a process that is seen to be gone needs no word of a person, one of two that is not seen does', async () => {
  const seen = house(begun('aa', { holder: gone }))
  expect((await seen.unlock('--no-input')).code).toBe(0)
  const mixed = house([...begun('aa', { holder: gone }), ...begun('bb')])
  expect((await mixed.unlock('--no-input')).code).toBe(11)
})

test('what was planned and not yet sent was not taken', async () => {
  const { unlock, states } = house([planned('aa', { holder: elsewhere })])
  expect((await unlock('--yes')).code).toBe(0)
  expect(await states()).toEqual({ aa: 'not_sent' })
})

test('export gives each step the facts of its own write, and its own words', async () => {
  const { run } = house([
    ...begun('aa', { holder: gone, body: '{"a":1.10}', balance: '{"balance":1.10}' }),
    ...begun('bb', { holder: gone, forced: true, over: ['aa', 'zz'], address: null }),
    { state: 'unknown', id: 'aa', at, code: 'CLI_TIMEOUT' },
    { state: 'rejected', id: 'bb', at, status: 400, code: 'MOTION_001', request_id: 'req_2' },
    { state: 'applied', id: 'aa', at, evidence: 'the balance rose by 5' },
    { state: 'resolved', id: 'aa', at, as: 'not-applied', note: 'ticket 12' },
  ])
  const rows = (await run('journal export --format ndjson')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const first = {
    id: 'aa',
    body: '{"a":1.10}',
    balance: '{"balance":1.10}',
    forced: null,
    over: null,
    pid: gone.pid,
  }
  const second = {
    id: 'bb',
    body: null,
    balance: null,
    forced: true,
    over: ['aa', 'zz'],
    address: null,
    key: 'key:0000000000000000',
  }
  expect(rows).toMatchObject([
    { ...first, state: 'planned', code: null, evidence: null },
    { ...first, state: 'sending' },
    { ...second, state: 'planned' },
    { ...second, state: 'sending', status: null },
    { ...first, state: 'unknown', code: 'CLI_TIMEOUT', status: null },
    { ...second, state: 'rejected', code: 'MOTION_001', status: 400, request_id: 'req_2' },
    { ...first, state: 'applied', evidence: 'the balance rose by 5' },
    { ...first, state: 'resolved', as: 'not-applied', note: 'ticket 12', evidence: null },
  ])
})

test('show says whether it was forced and over what, the evidence, and a verdict with its note', async () => {
  const { run } = house([
    ...begun('aa', { forced: true, over: ['yy', 'zz'] }),
    { state: 'applied', id: 'aa', at, evidence: 'the balance rose by 5' },
    { state: 'resolved', id: 'aa', at, as: 'not-applied', note: 'ticket 12' },
  ])
  expect(JSON.parse((await run('journal show aa --json')).stdout)).toMatchObject({
    state: 'resolved',
    as: 'not-applied',
    note: 'ticket 12',
    evidence: 'the balance rose by 5',
    forced: true,
    over: ['yy', 'zz'],
    digest: '44',
    pid: 1,
    steps: [{ state: 'sending' }, { state: 'applied' }, { state: 'resolved' }],
  })
  const shown = await run('journal show aa', { tty: true, env: { NO_COLOR: '1' } })
  expect(shown.stdout).toMatch(/forced +(yes|true)\n/)
  expect(shown.stdout).toMatch(/over +yy, zz\n/)
  expect(shown.stderr).toBe('')
})

test('a write that counts as applied by evidence alone, or by an earlier verdict, is open to a verdict; one of the service is not', async () => {
  const { run, list } = house([
    ...begun('aa', { holder: gone }),
    { state: 'applied', id: 'aa', at, evidence: 'the balance rose by 5' },
    ...begun('bb', { holder: gone }),
    { state: 'not_sent', id: 'bb', at },
  ])
  expect((await run('journal resolve aa --as not-applied')).code).toBe(0)
  expect((await list())[1]).toMatchObject({ id: 'aa', state: 'resolved', as: 'not-applied' })
  const refused = await run('journal resolve bb --as applied --json')
  expect([refused.code, errorOf(refused)['message']]).toEqual([
    2,
    "Record bb needs no verdict: by the service's answer it is not sent.",
  ])
})

const many = () =>
  house(
    Array.from({ length: 40 }, (_, n) => [
      planned(`abcd${n + 10}`, { holder: gone, at: `2026-01-02T03:${n + 10}:05.000Z` }),
      { state: 'applied', id: `abcd${n + 10}`, at },
    ]).flat(),
  )

test.each([
  ['a table at a terminal', '', true, 30],
  ['CSV at a terminal', '--format csv', true, 40],
  ['JSON lines at a terminal', '--format ndjson', true, 40],
  ['a table in a pipe', '--format table', false, 40],
  ['a table in a pipe, with a limit', '--format table --limit 7', false, 7],
  ['a filtered table at a terminal', '--state applied', true, 30],
])('of 40 writes %s lists its number', async (_, flags, tty, count) => {
  const { stdout, stderr } = await many().run(`journal ls ${flags}`, { tty, columns: 200 })
  expect(stdout.match(/abcd\d\d/g)).toHaveLength(count)
  expect(stdout).toContain('abcd49')
  expect(stderr.includes(`note: The newest ${count} of 40 writes.`)).toBe(
    count < 40 && !flags.includes('json'),
  )
})

test('writes of the same moment are listed with the last one on record first', async () => {
  const { list } = house([planned('aa'), planned('bb'), planned('cc')])
  expect((await list()).map(({ id }) => id)).toEqual(['cc', 'bb', 'aa'])
})

test('an id that begins others is still that one, and five that begin alike are all named', async () => {
  const { run } = house(['abcd', 'abcd1', 'abcd2', 'abcd3', 'abcd4', 'abcd5'].map((id) => planned(id)))
  expect(JSON.parse((await run('journal show abcd --json')).stdout)).toMatchObject({ id: 'abcd' })
  const five = house(['abcd1', 'abcd2', 'abcd3', 'abcd4', 'abcd5'].map((id) => planned(id)))
  expect(errorOf(await five.run('journal show abcd --json'))['message']).toBe(
    '5 records have an id that begins like this: abcd1, abcd2, abcd3, abcd4, abcd5.',
  )
})

test('several filters are met at once', async () => {
  const { list } = house([
    planned('aa'),
    planned('bb', { profile: 'main' }),
    planned('cc', { operation: 'nft.mint', path: '/nft/mint' }),
    planned('dd', { at: '2026-01-02T22:00:00.000Z' }),
  ])
  const ids = async (filter: string) => (await list(filter)).map(({ id }) => id)
  expect(await ids('-p ops --operation token.claim')).toEqual(['dd', 'aa'])
  expect(await ids('-p ops --operation token.claim --since 3h')).toEqual(['dd'])
  expect(await ids('--since 2h')).toEqual(['dd'])
  expect(await ids('--since 7199')).toEqual([])
  expect(await ids('-p ops --since 3h --state applied')).toEqual([])
})

test('a profile of the environment narrows no list, for it is no flag', async () => {
  const { run } = house([planned('aa'), planned('bb', { profile: 'main' })])
  const { stdout } = await run('journal ls --json', { env: { MOVECLI_PROFILE: 'ops' } })
  expect(JSON.parse(stdout)).toHaveLength(2)
})
