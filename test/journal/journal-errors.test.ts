/** A fault of the journal's files as a person reads it: nothing was sent, and what to do. */
import { expect, test } from 'vitest'
import { DiskError, type DiskErrorKind } from '../../src/disk/disk-error.ts'
import { thisProcess } from '../../src/disk/liveness.ts'
import { MoveError } from '../../src/errors.ts'
import { unusable } from '../../src/journal/journal-errors.ts'
import { runFault } from '../../src/journal/runs/run-fault.ts'

/** What is thrown in the place of an error. */
function thrownBy(say: (error: unknown) => never, error: unknown) {
  try {
    return say(error)
  } catch (thrown) {
    return thrown instanceof MoveError ? { message: thrown.message, ...thrown.fault } : thrown
  }
}

const kinds: [DiskErrorKind, hint: string, ofRun?: string][] = [
  [
    'damaged',
    'Nothing is skipped or repaired automatically. Look at that line, then move the file away.',
    'Nothing is skipped or repaired automatically. Look at that line, then move the folder of the run away. movecli then no longer knows its rows.',
  ],
  ['newer', 'Use the newer movecli for writes.'],
  ['unsafe', 'Use a state folder without links in it, or set MOVECLI_STATE_DIR.'],
  ['unfit', 'Set MOVECLI_STATE_DIR to a folder on another file system.'],
  [
    'unwritable',
    'Make the state folder writable, or set MOVECLI_STATE_DIR.',
    'Free some disk space, or make the state folder writable, and run it again. Nothing is sent before it is on disk.',
  ],
  ['unreadable', 'Make the state folder readable, or set MOVECLI_STATE_DIR.'],
]

test.each(kinds)('a journal that is %s cannot be used: exit 3, nothing sent', (kind, hint, ofRun = hint) => {
  const fault = new DiskError(kind, '/f', '/f is not as it must be')
  const said = { code: 'CLI_STATE', exit: 3, outcome: 'not_sent' }
  expect(thrownBy(unusable, fault)).toMatchObject({
    ...said,
    message: 'The journal of writes cannot be used: /f is not as it must be.',
    hint,
  })
  expect(thrownBy(runFault, fault)).toMatchObject({
    ...said,
    message: 'The journal of the run cannot be used: /f is not as it must be.',
    hint: ofRun,
  })
})

test.each([
  ['alive', undefined],
  ['unclear', expect.stringContaining('movecli journal unlock journal')],
] as const)('one that is held is busy, exit 8; its holder is %s', (life, hint) => {
  const holder = { ...thisProcess(), life }
  const said = thrownBy(unusable, new DiskError('busy', '/lock', '/lock is held by process 1', { holder }))
  expect(said).toMatchObject({
    code: 'CLI_BUSY',
    exit: 8,
    outcome: 'not_sent',
    message: 'The journal of writes is busy: /lock is held by process 1.',
  })
  expect((said as { hint?: string }).hint).toEqual(hint)
})

test('what is no fault of the disk stays as it is', () => {
  const error = new Error('a fault of our own')
  expect([thrownBy(unusable, error), thrownBy(runFault, error)]).toEqual([error, error])
})
