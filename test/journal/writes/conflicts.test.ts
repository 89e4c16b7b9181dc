/** What stands in the way of a write: contents that are equal, earlier writes that count lately, and rows of bulk runs. */
import { expect, test } from 'vitest'
import { operationNames, operationOf } from '../../../src/contract/operations.ts'
import {
  appliedLately,
  conflictsWith,
  isGuarded,
  otherCauses,
  type PendingWrite,
} from '../../../src/journal/writes/conflicts.ts'
import { fold, type Write } from '../../../src/journal/writes/fold.ts'
import type { JournalRecord, PlannedRecord } from '../../../src/journal/writes/record.ts'
import { planned, sending } from '../support.ts'

const stamp = (time: string): string => `2026-01-02T${time}.000Z`

/** A write that ended at `time`. */
const ended = (
  id: string,
  time: string,
  state: 'applied' | 'rejected' | 'unknown' = 'applied',
  more: Partial<PlannedRecord> = {},
): JournalRecord[] => [
  planned(id, { at: stamp(time), ...more }),
  { ...sending(id), at: stamp(time) },
  { state, id, at: stamp(time) },
]

const claim: PendingWrite = {
  origin: 'https://api.example',
  address: '0x1111111111111111111111111111111111111111',
  key: 'key:0000000000000000',
  operation: 'token.claim',
}
const motion: PendingWrite = { ...claim, operation: 'motion.submit' }
const earlier = (more: Partial<Write>): Write => ({
  ...fold(ended('a', '12:00:00', 'unknown', { operation: 'motion.submit', digest: 'd1' }))[0]!,
  ...more,
})

test.each<[string, Partial<Write>, Partial<PendingWrite>, boolean]>([
  ['equal contents, whatever the bytes', { content: 'c1' }, { content: 'c1', digest: 'd2' }, true],
  [
    'other contents, though the bytes are the same',
    { content: 'c1' },
    { content: 'c2', digest: 'd1' },
    false,
  ],
  ['a record without a content, and equal bytes', {}, { content: 'c1', digest: 'd1' }, true],
  ['a record without a content, and other bytes', {}, { content: 'c1', digest: 'd2' }, false],
  ['a write without a content, and equal bytes', { content: 'c1' }, { digest: 'd1' }, true],
  ['a write without a content, and other bytes', { content: 'c1' }, { digest: 'd2' }, false],
  ['a write of which only the operation is known', { content: 'c1' }, {}, true],
  [
    'the same motion with another proof',
    { content: 'c1', motion: 'm1' },
    { content: 'c2', motion: 'm1' },
    true,
  ],
  ['another motion', { content: 'c1', motion: 'm1' }, { content: 'c2', motion: 'm2' }, false],
  [
    'a row of a run, which was looked up by its content',
    { run: { name: 'r' } as never },
    { content: 'c2' },
    true,
  ],
  ['another operation', { content: 'c1', operation: 'nft.mint' }, { content: 'c1' }, false],
])('a motion conflicts with an earlier one or not: %s', (_, before, ask, found) => {
  expect(conflictsWith({ ...motion, ...ask })(earlier(before))).toBe(found)
})

test('the newest write of the same kind and owner that was applied since counts, from that very moment on', () => {
  const writes = fold([
    ...ended('old', '10:00:00'),
    ...ended('newest', '12:00:00'),
    ...ended('newer', '11:00:00'),
    ...ended('refused', '13:00:00', 'rejected'),
    ...ended('mint', '14:00:00', 'applied', { operation: 'nft.mint' }),
    ...ended('other', '15:00:00', 'applied', { address: '0x2222222222222222222222222222222222222222' }),
  ])
  const since = (time: string) => appliedLately(writes, claim, Date.parse(stamp(time)))?.write.id
  expect(['09:00:00', '12:00:00', '12:00:01'].map(since)).toEqual(['newest', 'newest', undefined])
  const first = fold([...ended('newest', '12:00:00'), ...ended('newer', '11:00:00')])
  expect(appliedLately(first, claim, 0)?.write.id).toBe('newest')
})

test('a balance is changed by no motion, settings or identity data, and by nothing that settled an hour before', () => {
  const it = ended('x', '12:00:00', 'unknown')
  const causes = (...others: JournalRecord[]) => {
    const writes = fold([...others, ...it])
    return otherCauses(
      writes,
      writes.find(({ id }) => id === 'x')!,
    ).map(({ id }) => id)
  }
  for (const operation of ['motion.submit', 'user.settings', 'user.kyc'])
    expect(causes(...ended('b', '11:59:00', 'applied', { operation }))).toEqual([])
  expect(causes(...ended('b', '11:59:00', 'applied', { operation: 'nft.upgrade' }))).toEqual(['b'])
  expect(causes(...ended('b', '11:00:00'))).toEqual(['b'])
  expect(causes(...ended('b', '10:59:59'))).toEqual([])
})

test('what moves value waits for the verdict on an earlier one', () => {
  const movesValue = operationNames.filter((name) => operationOf(name).confirm && !operationOf(name).personal)
  expect(movesValue).toContain('token.claim')
  expect(movesValue.filter((name) => !isGuarded(name))).toEqual([])
  expect(isGuarded('token.balance')).toBe(false)
})
