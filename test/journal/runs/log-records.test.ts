import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../../src/disk/log-format.ts'
import { rowsOfRun } from '../../../src/journal/runs/rows-as-writes.ts'
import { replayRun } from '../../../src/journal/runs/replay.ts'
import { digestSize, encodeDigest } from '../../../src/journal/runs/row-digest.ts'
import { memoryOf, type RowOutcome, type RunRecord } from '../../../src/journal/runs/log-records.ts'
import { createTable } from '../../../src/journal/runs/index/row-table.ts'
import { freshFolder } from '../../support/movecli.ts'

const digest = (n: number) => new Uint8Array(digestSize).fill(n)
const name = (n: number) => encodeDigest(digest(n))
const at = Date.parse('2026-01-31T12:00:00Z')
const now = { boot: 'none', mount: 'none', ...memoryOf(tmpdir()) }

const plan = (rows: number[], memory: Partial<typeof now> = {}): RunRecord => ({
  state: 'planned',
  at,
  pid: process.pid,
  ...now,
  ...memory,
  rows: rows.map((n) => [name(n), n]),
})
const sending = (n: number): RunRecord => ({ state: 'sending', row: name(n), at })
const ended = (n: number, state: RowOutcome): RunRecord => ({
  state,
  row: name(n),
  at,
})
const resolved = (n: number, as: 'applied' | 'not-applied'): RunRecord => ({
  state: 'resolved',
  row: name(n),
  at,
  as,
})
const closed: RunRecord = { state: 'closed', at }

/** What rows 1 to 3 are after these records. */
async function after(records: RunRecord[]): Promise<string[]> {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'rows.log'), [{ format: 1 }, ...records].map(encodeLine).join(''))
  const table = createTable()
  for (const n of [1, 2, 3]) table.add(digest(n), digest(n))
  await replayRun(folder, table)
  return [0, 1, 2].map((row) => table.state(row))
}

test.each<[string, RunRecord[], string[]]>([
  ['after a kill only what left is unresolved', [plan([1, 2]), sending(1)], ['unknown', 'fresh', 'fresh']],
  [
    'after the machine went down all that was planned is',
    [plan([1, 2], { boot: 'another' }), sending(1), ended(1, 'applied')],
    ['applied', 'unknown', 'fresh'],
  ],
  [
    'after the disk was mounted anew all that was planned is, though the machine went on',
    [plan([1, 2], { mount: 'another' }), sending(1), ended(1, 'applied')],
    ['applied', 'unknown', 'fresh'],
  ],
  [
    'what was planned before a mount is unresolved after it, whoever went on',
    [plan([1, 2], { mount: 'another' }), plan([3]), sending(3), ended(3, 'applied'), closed],
    ['unknown', 'unknown', 'applied'],
  ],
  [
    'what was planned before a boot is unresolved after it, whoever went on',
    [plan([1, 2], { boot: 'another' }), plan([3]), sending(3), ended(3, 'applied'), closed],
    ['unknown', 'unknown', 'applied'],
  ],
  [
    'a run that was closed leaves nothing unresolved',
    [plan([1, 2], { boot: 'another' }), sending(1), ended(1, 'rejected'), closed],
    ['rejected', 'fresh', 'fresh'],
  ],
  [
    'what the service did not take may go again',
    [plan([1]), sending(1), ended(1, 'not_taken')],
    ['fresh', 'fresh', 'fresh'],
  ],
  [
    'a rejected row that was planned again before the machine went down is unresolved',
    [plan([1]), sending(1), ended(1, 'rejected'), plan([1], { boot: 'another' })],
    ['unknown', 'fresh', 'fresh'],
  ],
  [
    'a rejected row that was planned again before a kill is still rejected',
    [plan([1]), sending(1), ended(1, 'rejected'), plan([1])],
    ['rejected', 'fresh', 'fresh'],
  ],
  [
    'a verdict settles what a boot or a kill left unresolved',
    [plan([1, 2, 3], { boot: 'another' }), sending(2), resolved(1, 'applied'), resolved(2, 'not-applied')],
    ['applied', 'fresh', 'unknown'],
  ],
  ...(['not_taken', 'rejected', 'unknown'] as const).map((later): [string, RunRecord[], string[]] => [
    `what one process applied stands, whatever another says later of its own attempt (${later})`,
    [plan([1]), sending(1), plan([1]), sending(1), ended(1, 'applied'), ended(1, later)],
    ['applied', 'fresh', 'fresh'],
  ]),
  [
    'a row in doubt stays so where a later attempt is rejected, and is settled by a verdict',
    [
      ...[1, 2].flatMap((n) => [
        plan([n]),
        sending(n),
        ended(n, 'unknown'),
        plan([n]),
        sending(n),
        ended(n, 'rejected'),
      ]),
      resolved(2, 'not-applied'),
    ],
    ['unknown', 'fresh', 'fresh'],
  ],
  [
    'of two attempts that one process each made, one unknown and one rejected, the row is in doubt',
    [plan([1]), sending(1), plan([1]), sending(1), ended(1, 'unknown'), ended(1, 'rejected')],
    ['unknown', 'fresh', 'fresh'],
  ],
])('%s', async (_, records, states) => {
  expect(await after(records)).toEqual(states)
})

test.each(['not_taken', 'rejected', 'unknown'] as const)(
  'a row that was applied is listed so, whatever another process says later of its own attempt (%s)',
  async (later) => {
    const folder = freshFolder()
    const owner = { origin: 'https://service.example', address: null, key: 'key:0' }
    const begun: RunRecord = { state: 'begun', at, run: 'r', ...owner }
    const records = [begun, plan([1]), sending(1), plan([1]), sending(1), ended(1, 'applied')]
    writeFileSync(
      join(folder, 'rows.log'),
      [{ format: 1 }, ...records, ended(1, later)].map(encodeLine).join(''),
    )
    expect((await rowsOfRun(folder)).map(({ state }) => state)).toEqual(['applied'])
  },
)

test('content that was planned and never left is not held against a row', async () => {
  const folder = freshFolder()
  const other: RunRecord = {
    state: 'planned',
    at,
    pid: process.pid,
    ...now,
    rows: [[name(1), 1, name(9)]],
  }
  writeFileSync(
    join(folder, 'rows.log'),
    [{ format: 1 }, other, plan([1]), sending(1), ended(1, 'applied')].map(encodeLine).join(''),
  )
  const table = createTable()
  await replayRun(folder, table)
  expect({ table: table.size, state: table.state(0), hasContent: table.hasContent(0, digest(1)) }).toEqual({
    table: 1,
    state: 'applied',
    hasContent: true,
  })
})
