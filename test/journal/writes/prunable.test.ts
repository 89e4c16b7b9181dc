/** What a prune may remove beside a write whose outcome is open: nothing that can be why a balance changed since. */
import { describe, expect, test } from 'vitest'
import { otherCauses } from '../../../src/journal/writes/conflicts.ts'
import { fold } from '../../../src/journal/writes/fold.ts'
import { prunable } from '../../../src/journal/writes/prunable.ts'
import type { JournalRecord, PlannedRecord } from '../../../src/journal/writes/record.ts'
import { living, planned } from '../support.ts'

const noon = Date.parse('2026-01-02T12:00:00.000Z')
const minutes = (n: number) => new Date(noon + n * 60_000).toISOString()

/** A claim that began at a minute and ended in a state at another. */
const claim = (
  id: string,
  [begun, ended]: [number, number],
  state: 'applied' | 'rejected' | 'unknown' | 'sending' | 'planned' = 'applied',
  more: Partial<PlannedRecord> = {},
): JournalRecord[] => [
  planned(id, { at: minutes(begun), ...more }),
  { state: 'sending', id, at: minutes(begun) },
  { state, id, at: minutes(ended) } as JournalRecord,
]
const found = (records: JournalRecord[], limit = Infinity) => {
  const { removable, evidence, open } = prunable(fold(records), limit)
  const ids = (writes: readonly { id: string }[]) => writes.map(({ id }) => id)
  return { removable: ids(removable), evidence: ids(evidence), open: open?.id }
}

test('without an open write all that is settled and old goes', () => {
  const records = [...claim('a', [-9, -8]), ...claim('b', [-7, -6], 'rejected'), ...claim('c', [-5, -4])]
  expect(found(records)).toEqual({ removable: ['a', 'b', 'c'], evidence: [] })
  expect(found(records, noon - 6 * 60_000)).toEqual({ removable: ['a'], evidence: [] })
})

test('what ended an hour before an open write, or later, stays', () => {
  const records = [
    ...claim('long-ago', [-90, -61]),
    ...claim('slow', [-300, -60]),
    ...claim('lately', [-59, -58]),
    ...claim('open', [0, 1], 'unknown'),
    ...claim('after', [2, 3]),
  ]
  expect(found(records)).toEqual({
    removable: ['long-ago'],
    evidence: ['slow', 'lately', 'after'],
    open: 'open',
  })
})

test.each(['sending', 'planned'] as const)('a write that is under way (%s) counts as open', (state) => {
  const records = [...claim('a', [-10, -9]), ...claim('open', [0, 1], state, { holder: living })]
  expect(found(records)).toEqual({ removable: [], evidence: ['a'], open: 'open' })
})

test('whatever it did, for whichever wallet and at whichever service, it stays', () => {
  const records = [
    ...claim('open', [0, 1], 'unknown', { operation: 'nft.mint' }),
    ...claim('rejected', [2, 3], 'rejected'),
    ...claim('settings', [4, 5], 'applied', { operation: 'user.settings' }),
    ...claim('wallet', [6, 7], 'applied', { address: null, key: 'key:1' }),
    ...claim('elsewhere', [8, 9], 'applied', { origin: 'https://other.example' }),
  ]
  expect(found(records)).toMatchObject({
    removable: [],
    evidence: ['rejected', 'settings', 'wallet', 'elsewhere'],
  })
})

describe('with a clock that was set back', () => {
  test('a later write stays, though its time is an earlier one', () => {
    const records = [...claim('open', [0, 1], 'unknown'), ...claim('after', [-500, -499])]
    expect(found(records)).toMatchObject({ removable: [], evidence: ['after'] })
  })

  test('the oldest open write is the one with the oldest time', () => {
    const records = [
      ...claim('a', [-300, -290]),
      ...claim('first', [0, 1], 'unknown'),
      ...claim('second', [-250, -249], 'unknown'),
    ]
    expect(found(records)).toMatchObject({ removable: [], evidence: ['a'], open: 'first' })
  })
})

test('nothing that otherCauses finds is ever removed', () => {
  const spans = [-200, -130, -70, -30, 10, 90]
  const states = ['applied', 'rejected', 'unknown'] as const
  const all = states.flatMap((one) => states.flatMap((two) => states.map((three) => [one, two, three])))
  let causes = 0
  for (const [nth, chosen] of all.entries())
    for (const from of [0, 1, 2, 3]) {
      const records = chosen.flatMap((state, at) => {
        const begun = spans[(from + at + (nth % 2 ? 0 : at)) % spans.length] ?? 0
        return claim(`w${at}`, [begun, begun + 5], state)
      })
      const writes = fold(records)
      const { removable } = prunable(writes, Infinity)
      const speak = writes
        .filter(({ state }) => state === 'unknown')
        .flatMap((write) => otherCauses(writes, write))
      causes += speak.length
      expect(speak.filter((write) => removable.includes(write))).toEqual([])
    }
  expect(causes).toBeGreaterThan(50)
})
