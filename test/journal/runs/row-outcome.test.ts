/** What a row is after its attempts, in the order in which their ends were written: one rule, whoever reads it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../../src/disk/log-format.ts'
import { createMotionRows } from '../../../src/journal/runs/motion-rows.ts'
import { visitRun } from '../../../src/journal/runs/index/applied-content.ts'
import { createTable, type RowState } from '../../../src/journal/runs/index/row-table.ts'
import type { RunRecord } from '../../../src/journal/runs/log-records.ts'
import { replayRun } from '../../../src/journal/runs/replay.ts'
import { decodeDigest, digest, encodeDigest } from '../../../src/journal/runs/row-digest.ts'
import { newState, type Ended } from '../../../src/journal/runs/row-outcome.ts'
import { rowsOfRun } from '../../../src/journal/runs/rows-as-writes.ts'
import { markSharedIds } from '../../../src/journal/runs/shared-ids.ts'
import { isApplied } from '../../../src/journal/writes/fold.ts'
import { freshFolder } from '../../support/movecli.ts'

const ends: Record<string, Ended> = {
  applied: { state: 'applied' },
  rejected: { state: 'rejected' },
  unknown: { state: 'unknown' },
  'not taken': { state: 'not_taken' },
  'resolved as applied': { state: 'resolved', as: 'applied' },
  'resolved as not applied': { state: 'resolved', as: 'not-applied' },
}

/** Under each end what it makes of a row; `-`: what was known stands. */
test.each<[RowState, sameContent: boolean, made: string]>([
  ['fresh', true, 'applied rejected unknown - applied fresh'],
  ['rejected', true, 'applied rejected unknown - applied fresh'],
  ['unknown', true, 'applied - unknown - applied fresh'],
  ['applied', true, '- - - - applied fresh'],
  ['fresh', false, 'applied rejected unknown - applied fresh'],
  ['rejected', false, 'applied rejected unknown - applied fresh'],
  ['unknown', false, 'applied - unknown - applied fresh'],
  ['applied', false, 'applied - unknown - applied fresh'],
])('a row that was %s (same content: %s) becomes, by each end of an attempt: %s', (known, same, made) => {
  const states = Object.values(ends).map((ended) => newState(known, ended, same) ?? '-')
  expect(states.join(' ')).toBe(made)
})

/** All lists of these things, of `length` things at most. */
const lists = <T>(things: readonly T[], length: number): T[][] =>
  length === 0
    ? [[]]
    : [[], ...things.flatMap((one) => lists(things, length - 1).map((others) => [one, ...others]))]

const at = Date.parse('2026-01-31T12:00:00Z')
const owner = { origin: 'https://service.example', address: null, key: 'key:0' }
const name = (text: string): string => encodeDigest(digest(text))

/** A run's folder with this journal. */
function folderWith(records: readonly RunRecord[]): string {
  const folder = freshFolder()
  const all = [{ format: 1 }, { state: 'begun', at, run: 'r', ...owner }, ...records]
  writeFileSync(join(folder, 'rows.log'), all.map(encodeLine).join(''))
  return folder
}
const sending = (row: string, content = row): RunRecord => ({ state: 'sending', row, content, at })

test('the replay of a run, its rows as writes, and its ids in another run say the same of a row, whoever ended which attempt', async () => {
  const histories = lists(['sent', ...Object.keys(ends)], 4).map((history) => ['sent', ...history])
  const rowName = (history: readonly string[]) => name(history.join())
  const folder = folderWith(
    histories.flatMap((history) =>
      history.map((word): RunRecord => {
        const row = rowName(history)
        return word === 'sent' ? sending(row) : { ...ends[word]!, row, at }
      }),
    ),
  )
  const [own, other] = [createTable(), createTable()]
  for (const history of histories)
    for (const table of [own, other])
      table.add(decodeDigest(rowName(history)), decodeDigest(rowName(history)))
  const loaded = await replayRun(folder, own)
  const place = { state: freshFolder(), name: 'r', owner }
  const [rows, byContent] = [other.size, other.byContent()]
  const ours = {
    place,
    table: other,
    rows,
    byContent,
    loaded,
    isOpen: () => true,
    staysRejected: () => false,
    isDated: () => false,
    motionRows: createMotionRows(),
  }
  await markSharedIds(ours, [{ run: 'r', folder }])
  const writes = new Map((await rowsOfRun(folder)).map((write) => [write.run!.row, write]))

  for (const [at, history] of histories.entries()) {
    const write = writes.get(rowName(history))!
    const listed = isApplied(write) ? 'applied' : write.state === 'unknown' ? 'unknown' : 'fresh'
    const found = own.state(at) === 'rejected' ? 'fresh' : own.state(at)
    const elsewhere = other.state(at).replace('-elsewhere', '')
    expect({ listed, elsewhere }, history.join()).toEqual({ listed: found, elsewhere: found })
    // A verdict is of all attempts before it.
    const verdict = history.findLastIndex((word) => word.startsWith('resolved'))
    const since = history.slice(verdict + 1)
    const sent = since.filter((word) => word === 'sent').length
    const known = history[verdict] === 'resolved as applied' || since.includes('applied')
    if (known) expect(found, history.join()).toBe('applied')
    else if (since.includes('unknown') || 2 * sent > since.length)
      expect(found, history.join()).toBe('unknown')
    else expect(found, history.join()).not.toBe('applied')
  }
})

test('every content that one attempt after another sent under an id is known by the most that became of it', async () => {
  const tries = ['A', 'B'].flatMap((content) =>
    ['applied', 'rejected', 'unknown', 'not taken'].map((end) => ({ content, end })),
  )
  for (const history of lists(tries, 3)) {
    const records = history.flatMap(({ content, end }): RunRecord[] => [
      sending(name('row'), name(content)),
      { ...ends[end]!, row: name('row'), at },
    ])
    const most: Record<string, string> = {}
    for (const { content, end } of history)
      if (end === 'applied' || (end === 'unknown' && !most[content])) most[content] = end
    const met: Record<string, string> = {}
    const visit = (content: Uint8Array, kind: string) => {
      const [text] = ['A', 'B'].filter((each) => name(each) === encodeDigest(content))
      if (met[text!] !== 'applied') met[text!] = kind
    }
    await visitRun(folderWith(records), visit, false)
    expect(met, JSON.stringify(history)).toEqual(most)
  }
})

test('what only a newer movecli says of a row sends it nowhere again', async () => {
  const words = [{ state: 'doubtful' }, { state: 'resolved', as: 'returned' }, { state: 'weighed', row: 7 }]
  const folder = folderWith(
    words.flatMap((word, place) => {
      const row = name(`row ${place}`)
      return [sending(row), { row, at, ...word } as unknown as RunRecord]
    }),
  )
  const table = createTable()
  await replayRun(folder, table)
  expect(words.map((_, row) => table.state(row))).toEqual(['unknown', 'applied', 'unknown'])
})
