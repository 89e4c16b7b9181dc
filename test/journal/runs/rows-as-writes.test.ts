/** The rows of a run as writes: each as its last attempt that counts left it, with the facts of that one. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { thisProcess } from '../../../src/disk/liveness.ts'
import { encodeLine } from '../../../src/disk/log-format.ts'
import { memoryOf, type PlannedRow, type RunRecord } from '../../../src/journal/runs/log-records.ts'
import { digest, encodeDigest } from '../../../src/journal/runs/row-digest.ts'
import { appliedRows, rowsOfRun, unresolvedRows } from '../../../src/journal/runs/rows-as-writes.ts'
import { lockRunFor } from '../../../src/journal/runs/run-lock.ts'
import { folderOf, indexIn, journalIn, type RunLocation } from '../../../src/journal/runs/run-paths.ts'
import { freshFolder } from '../../support/movecli.ts'

const owner = {
  origin: 'https://api.example',
  address: `0x${'1'.repeat(40)}`,
  key: 'key:1',
  token: 'token:1',
}
const begun = { run: 'jan', ...owner, profile: 'ops', network: 'testnet' }
const [key, first, second] = ['row', 'first content', 'second content'].map((text) =>
  encodeDigest(digest(text)),
)
const { pid, start } = thisProcess()

const minute = (n: number) => Date.parse('2026-01-31T12:00:00Z') + n * 60_000
const timeOf = (n: number) => new Date(minute(n)).toISOString()

type Word = { state: string; [field: string]: unknown }
const planned: Word = { state: 'planned', pid, start, rows: [[key, 7, first] as PlannedRow] }
const sent = (content = first): Word => ({ state: 'sending', row: key, content })
const ended = (state: string, more: object = {}): Word => ({ state, row: key, ...more })

/** A run with these records, one a minute, in a state folder of its own. */
function runWith(records: readonly Word[], started: object = begun) {
  const place: RunLocation = { state: freshFolder(), name: 'jan', owner }
  const folder = folderOf(place)
  mkdirSync(folder, { recursive: true })
  const memory = { boot: 'none', mount: 'none', ...memoryOf(folder) }
  const all = [{ state: 'begun', ...started }, ...records].map((record, at) => ({
    ...record,
    at: minute(at),
    ...(record.state === 'planned' && memory),
  })) as RunRecord[]
  writeFileSync(journalIn(folder), [{ format: 1 }, ...all].map(encodeLine).join(''))
  return { ...place, folder }
}
const rowOf = async (records: readonly Word[], started?: object) => {
  const [row] = await rowsOfRun(runWith(records, started).folder)
  return row!
}

test('a row says whose it is, what was asked, and where it stands in its run', async () => {
  const row = await rowOf([planned, sent(), ended('applied', { status: 200, request_id: 'req_1' })])
  expect(row).toMatchObject({
    ...owner,
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    profile: 'ops',
    network: 'testnet',
    operation: 'motion.submit',
    method: 'POST',
    path: '/motion/submit',
    digest: first,
    at: timeOf(2),
    until: timeOf(3),
    state: 'applied',
    status: 200,
    request_id: 'req_1',
    holder: { pid, start },
    run: { name: 'jan', row: key, line: 7 },
    steps: [
      { state: 'sending', at: timeOf(2) },
      { state: 'applied', at: timeOf(3), status: 200, request_id: 'req_1' },
    ],
  })
})

test('a run that was begun with an API key alone and no profile has rows of that key', async () => {
  const { origin, key } = owner
  const near = ['profile:ops']
  const row = await rowOf([sent()], { run: 'jan', origin, key, address: null, near })
  expect(row).toMatchObject({ origin, key, address: null, near, profile: null, network: '' })
  expect(row).not.toHaveProperty('token')
})

const applied = ended('applied', { status: 200, request_id: 'req_1' })
const lost = ended('unknown', { code: 'CLI_TIMEOUT' })
const refused = ended('rejected', { code: 'MOTION_002', status: 400 })
test.each<[string, Word[], object]>([
  ['sent, and its process is gone', [sent()], { state: 'unknown', until: timeOf(1) }],
  ['refused', [sent(), refused], { state: 'rejected', code: 'MOTION_002', status: 400 }],
  [
    'met by a limit, and not sent again',
    [sent(), ended('not_taken', { code: 'RATE_001', status: 429 })],
    { state: 'rejected', code: 'RATE_001', status: 429 },
  ],
  [
    'without a connection',
    [sent(), ended('not_taken', { code: 'CLI_UNAVAILABLE' })],
    { state: 'not_sent', code: 'CLI_UNAVAILABLE', status: undefined },
  ],
  [
    'applied, and then not taken again',
    [sent(), applied, sent(), ended('not_taken', { code: 'AUTH_002', status: 401 })],
    { state: 'applied', status: 200, request_id: 'req_1', code: undefined, until: timeOf(4) },
  ],
  [
    'applied, and then refused',
    [sent(), applied, sent(), refused],
    { state: 'applied', status: 200, code: undefined, until: timeOf(4) },
  ],
  [
    'applied, and being sent again',
    [sent(), applied, sent()],
    { state: 'applied', status: 200, until: timeOf(3) },
  ],
  [
    'unknown, and then refused',
    [sent(), lost, sent(), refused],
    { state: 'unknown', code: 'CLI_TIMEOUT', status: undefined, until: timeOf(4) },
  ],
  [
    'unknown, and then without a connection',
    [sent(), lost, sent(), ended('not_taken', { code: 'CLI_UNAVAILABLE' })],
    { state: 'unknown', code: 'CLI_TIMEOUT', until: timeOf(4) },
  ],
  [
    'unknown, and then applied',
    [sent(), lost, sent(), applied],
    { state: 'applied', status: 200, at: timeOf(1), until: timeOf(4) },
  ],
  [
    'refused, and sent again by a process that is gone',
    [sent(), refused, sent()],
    { state: 'unknown', code: undefined, status: undefined },
  ],
  [
    'refused, and then not taken',
    [sent(), refused, sent(), ended('not_taken', { code: 'RATE_001', status: 429 })],
    { state: 'rejected', code: 'MOTION_002', status: 400 },
  ],
  [
    'not applied by a verdict, and sent again',
    [sent(), lost, ended('resolved', { as: 'not-applied', note: 'ticket' }), sent()],
    { state: 'unknown', as: undefined, note: undefined, code: undefined },
  ],
  [
    'applied by a second verdict, of which there is no note',
    [
      sent(),
      lost,
      ended('resolved', { as: 'not-applied', note: 'ticket' }),
      ended('resolved', { as: 'applied' }),
    ],
    { state: 'resolved', as: 'applied', note: undefined },
  ],
  [
    'refused, and then lost with other content',
    [sent(), refused, sent(second), lost],
    { state: 'unknown', digest: second, code: 'CLI_TIMEOUT' },
  ],
])('a row that was %s is listed so', async (_, records, facts) => {
  const row = await rowOf(records)
  const said = Object.fromEntries(Object.keys(facts).map((name) => [name, row[name as 'code']]))
  expect(said).toEqual(facts)
  expect(row.steps).toHaveLength(records.length)
})

test('a row is being sent while the process that sends its run lives, and is unknown without it', async () => {
  const { folder } = runWith([planned, sent()])
  const states = async () => (await rowsOfRun(folder)).map(({ state, holder }) => [state, holder?.pid])
  expect(await states()).toEqual([['unknown', pid]])
  for (const [what, state] of [
    ['sending', 'sending'],
    ['verdict', 'unknown'],
    ['prune', 'unknown'],
  ] as const) {
    const lock = await lockRunFor(folder, what)
    expect(await states()).toEqual([[state, pid]])
    await lock.release()
  }
})

test('a row whose outcome is known is not being sent, though its run goes on', async () => {
  for (const last of [applied, refused, lost]) {
    const { folder } = runWith([planned, sent(), last])
    const lock = await lockRunFor(folder, 'sending')
    expect((await rowsOfRun(folder)).map(({ state }) => state)).toEqual([last.state])
    await lock.release()
  }
})

test('a row that another process planned is not sent by the one that has its run now', async () => {
  const { folder } = runWith([{ ...planned, start: 'another' }, sent()])
  const lock = await lockRunFor(folder, 'sending')
  expect((await rowsOfRun(folder)).map(({ state }) => state)).toEqual(['unknown'])
  await lock.release()
})

test.each<[string, Word[], applied: string[], unresolved: string[]]>([
  ['applied', [sent(), applied], [first!], []],
  ['unknown', [sent(), lost], [], [first!]],
  ['refused', [sent(), refused], [], []],
  ['applied by a verdict', [sent(), lost, ended('resolved', { as: 'applied' })], [first!], []],
  [
    'not taken, and then applied with other content',
    [sent(), ended('not_taken'), sent(second), applied],
    [second!],
    [],
  ],
  [
    'not taken, and then lost with other content',
    [sent(), ended('not_taken'), sent(second), lost],
    [],
    [second!],
  ],
])(
  'a row that was %s is found by the content that it has, of its owner alone, with an index and without',
  async (_, records, isApplied, isUnresolved) => {
    const { state, folder } = runWith([planned, ...records])
    const other = { ...owner, address: `0x${'2'.repeat(40)}`, token: 'token:2' }
    const found = async (by: typeof owner, look: typeof appliedRows) => {
      const rows = await Promise.all([first!, second!].map(async (content) => look(state, by, content)))
      return rows.flat().map((row) => row.digest)
    }
    for (const made of [false, true]) {
      if (made) rmSync(indexIn(folder))
      expect({
        applied: await found(owner, appliedRows),
        unresolved: await found(owner, unresolvedRows),
        others: [...(await found(other, appliedRows)), ...(await found(other, unresolvedRows))],
      }).toEqual({ applied: isApplied, unresolved: isUnresolved, others: [] })
    }
  },
)

test('of two rows that were sent with one content, one with another since, each is found by what it is now', async () => {
  const next = encodeDigest(digest('another row'))
  const other = (word: Word): Word => ({ ...word, row: next })
  for (const [last, look] of [
    [applied, appliedRows],
    [lost, unresolvedRows],
  ] as const) {
    const { state } = runWith([sent(), ended('not_taken'), sent(second), last, other(sent()), other(last)])
    const found = await look(state, owner, first!)
    expect(found.map(({ run }) => run?.row)).toEqual([next])
  }
})
