/** A result that could not be written: what was carried out is said to be, what was not is not, and what was begun is finished. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endReported, endUnwritten } from '../../src/cli/unwritten-result.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { moveError, MoveError } from '../../src/errors.ts'
import type { Result } from '../../src/output/view.ts'
import { PipeClosed } from '../../src/runtime/sink.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { contextFor, freshFolder } from '../support/movecli.ts'
import { errorOf } from '../support/world.ts'

const full = async () => {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
}
const home = freshFolder()
writeFileSync(join(home, 'key'), `0x${'42'.repeat(32)}\n`, { mode: 0o600 })
const address = `0x${'1'.repeat(40)}`

test.each([
  ['token claim --yes', true],
  ['token claim --dry-run', false],
  ['token balance', false],
  ['user settings -f language=en', true],
  ['api POST /token/claim --yes', true],
  ['api POST /token/claim --dry-run', false],
  ['api GET /token/price', false],
  ['api GET /token/price -i', false],
  ['api GET /nft/collection --paginate', false],
  [`login --print-message --address ${address}`, false],
  [`login --private-key-file ${join(home, 'key')}`, true],
  ['config set deviceId w', true],
])('%s, whose result finds no room, was carried out: %s', async (line, applied) => {
  const { context, stderr } = contextFor({ transport: createSandbox() })
  const stdout = { ...context.stdout, write: full }
  const words = [...line.split(' '), '-n', 'sandbox', '--json']
  expect(await runCommandLine(words, { ...context, stdout })).toBe(1)
  const { outcome, hint } = errorOf({ stderr: stderr() })
  expect(outcome === 'applied').toBe(applied)
  if (applied) expect(hint).toMatch(/^The command was carried out\. ./)
  else expect(hint).not.toMatch(/carried out|Do not repeat/)
})

const left = moveError('CLI_PARTIAL', { message: '2 rows are left.', details: '5, 6', hint: 'Run it again.' })
const stopped = moveError('CLI_INTERRUPTED', { message: 'Interrupted.', wanted: true })
const disk = moveError('CLI_OUTPUT', { message: 'The disk is full.', hint: 'Free some space.' })
const service = moveError('CLI_CONNECT', { message: 'No answer.' })
const closed = new PipeClosed()
const bare = new Error('no space left')
const calm = new AbortController().signal
const aborted = AbortSignal.abort('SIGTERM')

/** Rows of a run that goes on until `end`, which tells when it is asked to end. */
function run(end?: Error) {
  const until = end === undefined ? Promise.resolve() : Promise.reject(end)
  until.catch(() => {})
  let asked = 0
  const rows = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: true, value: undefined }),
      return: async () => ({ done: true, value: (asked += 1) }),
    }),
  }
  const result = { kind: 'rows', rows, columns: [], empty: '', until, recourse: 'Nothing is sent twice.' }
  return { result: result as unknown as Result, asked: () => asked }
}
const text = { kind: 'text' } as unknown as Result

const facts = (error: unknown) =>
  error instanceof MoveError
    ? [error.fault.code, error.fault.outcome, error.message, error.fault.hint, error.fault.details]
    : error
const carriedOut = 'The command was carried out. Do not repeat it to see its result.'
const safely = 'The command was carried out. Nothing is sent twice.'

test.each([
  ['a reader that went away, after a read', closed, text, false, calm, undefined],
  ['a reader that went away, after a write', closed, text, true, calm, undefined],
  ['a reader that went away, and a run that went well', closed, run().result, true, calm, undefined],
  [
    'a reader that went away, and rows that are left',
    closed,
    run(left).result,
    true,
    calm,
    [
      'CLI_PARTIAL',
      undefined,
      'Nobody read the result to its end. 2 rows are left.',
      'Run it again.',
      '5, 6',
    ],
  ],
  ['a reader that went away, and a stop', closed, run(stopped).result, true, aborted, facts(stopped)],
  [
    'a stop of a read',
    closed,
    text,
    false,
    aborted,
    ['CLI_TERMINATED', undefined, 'Terminated.', undefined, undefined],
  ],
  [
    'a stop of a write',
    closed,
    text,
    true,
    aborted,
    ['CLI_TERMINATED', 'applied', 'Terminated.', carriedOut, undefined],
  ],
  ['any failure of a read', bare, text, false, calm, bare],
  ['a full disk after a read', disk, text, false, calm, facts(disk)],
  [
    'a full disk after a write',
    disk,
    text,
    true,
    calm,
    ['CLI_OUTPUT', 'applied', 'The disk is full.', carriedOut, undefined],
  ],
  [
    'any failure after a write',
    bare,
    text,
    true,
    calm,
    ['CLI_OUTPUT', 'applied', 'The result could not be written: no space left', carriedOut, undefined],
  ],
  [
    'a stop while a write is shown',
    bare,
    text,
    true,
    aborted,
    ['CLI_TERMINATED', 'applied', 'Terminated.', carriedOut, undefined],
  ],
  ['a failure of the work itself', service, text, true, calm, facts(service)],
  [
    'a full disk and a run that went well',
    disk,
    run().result,
    true,
    calm,
    ['CLI_OUTPUT', 'applied', 'The disk is full.', safely, undefined],
  ],
  [
    'a full disk and rows that are left',
    disk,
    run(left).result,
    true,
    calm,
    [
      'CLI_OUTPUT',
      undefined,
      'The disk is full. 2 rows are left.',
      'Free some space. Run it again. Nothing is sent twice.',
      '5, 6',
    ],
  ],
  ['a full disk and a run that was stopped', disk, run(stopped).result, true, calm, facts(stopped)],
])('%s', async (_, error, result, wrote, signal, end) => {
  expect(facts(await endUnwritten(error, result, { wrote, signal }))).toEqual(end)
})

test('whoever sends while rows are written is asked to end where they cannot be, and not where nobody reads them', async () => {
  const unwritable = run()
  await endUnwritten(disk, unwritable.result, { wrote: true, signal: calm })
  const unread = run()
  await endUnwritten(closed, unread.result, { wrote: true, signal: calm })
  expect([unwritable.asked(), unread.asked()]).toEqual([1, 0])
})

test('files that tell how it ended are told the exit code, and what they could not be is said beside the failure', async () => {
  const told: number[] = []
  const ended = async (show: () => Promise<number>, lost?: Error) =>
    endReported(
      show,
      async (exit) => {
        told.push(exit)
        return lost
      },
      () => 8,
    ).then(
      (exit) => exit,
      (error: unknown) => facts(error),
    )
  const fails = async (): Promise<number> => {
    throw service
  }
  expect(await ended(async () => 0)).toBe(0)
  expect(await ended(async () => 10)).toBe(10)
  expect(await ended(fails)).toEqual(facts(service))
  expect(await ended(async () => 0, disk)).toEqual(facts(disk))
  expect(await ended(fails, disk)).toEqual([
    'CLI_CONNECT',
    undefined,
    'No answer. The disk is full.',
    undefined,
    undefined,
  ])
  expect(told).toEqual([0, 10, 8, 0, 8])
})
