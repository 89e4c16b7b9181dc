/** Rows that JSON shows as one object, and rows that never end. */
import { expect, test } from 'vitest'
import type { Json } from '../../src/contract/lossless-json.ts'
import { MoveError } from '../../src/errors.ts'
import type { Result } from '../../src/output/view.ts'
import { emitted, sourceOf } from './support.ts'

const checks: Json[] = [
  { name: 'a', status: 'passed' },
  { name: 'b', status: 'failed' },
]
const summed = (rows: AsyncGenerator<Json>): Result => ({
  kind: 'rows',
  rows,
  columns: [],
  empty: '',
  whole: (all) => ({ checks: all, count: all.length }),
})
async function* failing(): AsyncGenerator<Json> {
  yield* checks
  throw new MoveError('1 of 2 failed.', { code: 'CLI_PARTIAL', exit: 10 })
}
const forever = (): Result => ({
  kind: 'rows',
  rows: sourceOf(checks),
  columns: [],
  empty: '',
  endless: true,
})

test('JSON shows what the result makes of its rows, and every other format the rows', async () => {
  const of = async (format: 'json' | 'ndjson' | 'tsv') =>
    (await emitted(summed(sourceOf(checks)), { format })).text
  expect(await of('json')).toBe(
    '{"checks":[{"name":"a","status":"passed"},{"name":"b","status":"failed"}],"count":2}\n',
  )
  expect(await of('ndjson')).toBe('{"name":"a","status":"passed"}\n{"name":"b","status":"failed"}\n')
  expect(await of('tsv')).toBe('name\tstatus\na\tpassed\nb\tfailed\n')
})

test('with exit 10 the whole is written before the failure is handed on', async () => {
  const writes: string[] = []
  const out = { isTTY: false, columns: 80, write: async (text: string) => void writes.push(text) }
  const { emit } = await import('../../src/output/emit.ts')
  const { createSecrets } = await import('../../src/output/redact.ts')
  const manner = {
    format: 'json',
    note: () => {},
    secrets: createSecrets(),
    color: 0,
    actions: false,
  } as const
  await expect(emit(summed(failing()), { ...manner, out })).rejects.toThrow('1 of 2 failed.')
  expect(writes.join('')).toContain('"count":2}')
})

test('a filter of --jq sees the whole', async () => {
  const jq = (data: Json) => ({ values: [(data as { count: Json }).count], said: [] })
  expect((await emitted(summed(sourceOf(checks)), { jq })).text).toBe('2\n')
})

test('rows that never end are JSON lines, one write each where they pause, and each passes the filter alone', async () => {
  expect((await emitted(forever(), { format: 'json' })).text).toBe(
    '{"name":"a","status":"passed"}\n{"name":"b","status":"failed"}\n',
  )
  const jq = (data: Json) => ({ values: [(data as { name: Json }).name], said: [] })
  expect((await emitted(forever(), { jq })).text).toBe('"a"\n"b"\n')
})
