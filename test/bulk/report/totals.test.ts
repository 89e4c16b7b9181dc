/** What a run ends with, whatever stopped it. */
import { expect, test } from 'vitest'
import { runError, createTally } from '../../../src/bulk/report/totals.ts'
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
