/** What a run ends with, whatever stopped it. */
import { expect, test } from 'vitest'
import type { Elsewhere, RowReport } from '../../../src/bulk/plan/selection.ts'
import {
  createTally,
  emptyWords,
  runError,
  tallyRow,
  tallyText,
  type Tally,
} from '../../../src/bulk/report/totals.ts'
import { MoveError } from '../../../src/errors.ts'

const never = new AbortController().signal
const stoppedBy = (exit: number, landed: number) =>
  runError(
    { ...createTally(10), applied: landed, landed },
    new MoveError('Something happened.', { code: 'CLI_STATE', exit }),
    never,
  )?.fault.exit

test.each([
  [9, 0, 8],
  [9, 5, 8],
  [2, 0, 2],
  [3, 0, 3],
  [2, 1, 10],
  [3, 1, 10],
  [2, 5, 10],
  [3, 5, 10],
  [4, 5, 4],
  [7, 5, 7],
  [8, 5, 8],
  [1, 5, 1],
])('stopped by %i after %i rows it ends with %i', (exit, landed, end) => {
  expect(stoppedBy(exit, landed)).toBe(end)
})

test('every row applied, now or before, is no error; one that is left, unresolved or refused is 10', () => {
  const end = (more: object) =>
    runError({ ...createTally(3), applied: 2, ...more }, undefined, never)?.fault.exit
  expect([
    end({ applied: 3 }),
    end({ skipped: 1 }),
    end({}),
    end({ unknown: 1 }),
    end({ rejected: 1 }),
    end({ invalid: 1 }),
  ]).toEqual([undefined, undefined, 10, 10, 10, 10])
})

/** A run of `rows` rows, of which these were told in turn, from line 1. */
function told(rows: number, ...list: (readonly [RowReport['status'], Elsewhere?])[]): Tally {
  const tally = createTally(rows)
  for (const [at, [status, elsewhere]] of list.entries())
    tallyRow(tally, { row: at + 1, id: null, status }, elsewhere)
  return tally
}
const many = (count: number, ...said: [RowReport['status'], Elsewhere?]) =>
  Array.from({ length: count }, () => said)
const endOf = (tally: Tally) => runError(tally, undefined, never)

test('each row counts once, and what was sent with other values is told from what was applied before', () => {
  const tally = told(
    12,
    ...many(3, 'applied'),
    ...many(2, 'skipped'),
    ['skipped', 'changed'],
    ...many(2, 'rejected'),
    ['unknown'],
    ['invalid'],
  )
  expect(tallyText(tally)).toBe(
    '3 applied, 2 skipped (applied before), 1 skipped (other values before), 2 rejected, 1 unknown, 1 invalid, 2 left',
  )
  expect(tallyText(told(1, ['skipped', 'changed']))).toBe('0 applied, 1 skipped (other values before)')
  expect(tallyText(told(2, ['skipped'], ['applied']))).toBe('1 applied, 1 skipped (applied before)')
})

test.each<[Tally, string]>([
  [told(0), 'no rows to show'],
  [told(2, ['applied']), 'no rows to show'],
  [told(1, ['applied']), 'the row was applied'],
  [told(1, ['skipped']), 'the row was applied, before'],
  [told(3, ...many(3, 'applied')), 'all 3 rows were applied'],
  [told(3, ...many(3, 'skipped')), 'all 3 rows were applied, before'],
  [told(3, ['applied'], ...many(2, 'skipped')), 'all 3 rows were applied, 2 of them before'],
])('where no row is shown it is said why: %#', (tally, words) => {
  expect(emptyWords(tally)).toBe(words)
})

test('fifty unknown rows are named by their lines, and of more how many', () => {
  const lines = Array.from({ length: 50 }, (_, at) => at + 1).join(', ')
  expect([50, 51, 60].map((count) => endOf(told(count, ...many(count, 'unknown')))?.fault.details)).toEqual([
    `unknown: lines ${lines}`,
    `unknown: lines ${lines} and 1 more`,
    `unknown: lines ${lines} and 10 more`,
  ])
})

test('rows that have changed are named beside those that are unknown, fifty of them', () => {
  expect(endOf(told(3, ['skipped', 'changed'], ['unknown'], ['applied']))?.fault.details).toBe(
    'unknown: lines 2\nsent before with other values: lines 1',
  )
  const lines = Array.from({ length: 50 }, (_, at) => at + 1).join(', ')
  expect(endOf(told(51, ...many(51, 'skipped', 'changed')))?.fault.details).toBe(
    `sent before with other values: lines ${lines}`,
  )
  expect(endOf(told(2, ['rejected'], ['applied']))?.fault).not.toHaveProperty('details')
})

const check =
  'Check whether the unknown rows were applied: movecli journal ls --state unknown lists what is in doubt, movecli journal resolve records your verdict.'
test.each<[string, Tally, string]>([
  [
    'unknown',
    told(1, ['unknown']),
    `${check} --retry-unknown sends them again, and they may be applied twice.`,
  ],
  [
    'unknown elsewhere',
    told(1, ['unknown', '--resubmit']),
    `${check} --resubmit sends them again, with every other row of the input, and they may be applied twice.`,
  ],
  [
    'unknown here and elsewhere',
    told(2, ['unknown'], ['unknown', '--resubmit']),
    `${check} --retry-unknown sends the rows of this run again; --resubmit sends those that were sent elsewhere, as each row says, with every other row of the input, and they may be applied twice.`,
  ],
  [
    'unknown elsewhere in two ways',
    told(
      3,
      ['unknown', '--resubmit'],
      ['unknown', '--resubmit'],
      ['unknown', '--retry-failed with --resubmit'],
    ),
    `${check} --resubmit or --retry-failed with --resubmit sends those that were sent elsewhere, as each row says, with every other row of the input, and they may be applied twice.`,
  ],
  [
    'unknown beside all else',
    { ...told(5, ['unknown'], ['rejected'], ['invalid'], ['skipped', 'changed']), unproved: 1 },
    `${check} --retry-unknown sends them again, and they may be applied twice.`,
  ],
  [
    'without a proof beside rejected ones',
    { ...told(3, ['rejected'], ['rejected'], ['invalid']), unproved: 1 },
    'Run the prover by itself to see why it failed, then run the same command again with --retry-failed.',
  ],
  [
    'not taken',
    { ...told(2, ['rejected'], ['rejected']), untaken: 2 },
    'The session ended before the service took these rows. Run the same command again to send them.',
  ],
  [
    'rejected, some of them not taken',
    { ...told(3, ['rejected'], ['rejected'], ['invalid']), untaken: 1 },
    'Correct the rejected rows, keep their ids, and run it again with --retry-failed and the same --run.',
  ],
  [
    'invalid beside changed ones',
    told(2, ['invalid'], ['skipped', 'changed']),
    'Correct the invalid rows, then run it again with the same --run.',
  ],
  [
    'changed',
    told(3, ['skipped', 'changed']),
    'The motion of these rows was sent before with other values. --resubmit sends every row of its input again, as further motion: give it these rows alone, as with --since and --until of movecli motion import.',
  ],
  ['left', told(2, ['applied']), 'Run the same command again to go on where it stopped.'],
])('what to do about rows that are %s', (_, tally, hint) => {
  expect(endOf(tally)?.fault).toMatchObject({ code: 'CLI_PARTIAL', exit: 10, hint })
})

test('a run that was stopped says what became of its rows, and nothing of the request that it stopped at', () => {
  const failure = new MoveError('The disk is full.', {
    code: 'CLI_STATE',
    exit: 3,
    outcome: 'not_sent',
    request: 'POST /motion/submit',
    hint: 'movecli login',
    details: 'of that request',
  })
  const tally = told(4, ['applied'], ['unknown'])
  const stop = new AbortController()
  stop.abort('SIGTERM')
  const [stopped, both, alone] = [
    runError(tally, failure, never),
    runError(tally, failure, stop.signal),
    runError(tally, undefined, stop.signal),
  ]
  expect(stopped?.message).toBe('The disk is full. The run stopped: 1 applied, 1 unknown, 2 left.')
  expect(stopped?.fault).toEqual({
    code: 'CLI_STATE',
    exit: 3,
    hint: 'movecli login; then run the same command again.',
    details: 'unknown: lines 2',
    ownDetails: true,
  })
  // A fault of this machine is said in place of the stop.
  expect({ message: both?.message, exit: both?.fault.exit, hint: both?.fault.hint }).toEqual({
    message: stopped?.message,
    exit: 3,
    hint: 'Run the same command again to go on where it stopped.',
  })
  expect({ message: alone?.message, exit: alone?.fault.exit, hint: alone?.fault.hint }).toEqual({
    message: 'Terminated. The run stopped: 1 applied, 1 unknown, 2 left.',
    exit: 143,
    hint: 'Run the same command again to go on where it stopped.',
  })
})

test('where no hint says what to type first, the same command goes on', () => {
  const hintOf = (hint?: string) =>
    runError(told(1), new MoveError('x', { code: 'CLI_STATE', exit: 8, ...(hint && { hint }) }), never)?.fault
      .hint
  expect([hintOf(), hintOf('Wait.')]).toEqual([
    'Run the same command again to go on where it stopped.',
    'Wait.',
  ])
})
