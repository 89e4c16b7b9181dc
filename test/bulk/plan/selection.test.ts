/** The second reading of an input against what the first one checked: nothing is sent that was not checked. */
import { expect, test } from 'vitest'
import { checkInput } from '../../../src/bulk/input/check-input.ts'
import { parseRow } from '../../../src/bulk/input/row.ts'
import type { BulkInput } from '../../../src/bulk/input/source.ts'
import type { BulkOptions } from '../../../src/bulk/options.ts'
import { selectRows } from '../../../src/bulk/plan/selection.ts'
import type { Json } from '../../../src/contract/lossless-json.ts'

type Fields = Record<string, Json>
const steps = (n: number, id?: string): Fields => ({ steps: String(n), ...(id !== undefined && { id }) })
const options = { retryFailed: false, retryUnknown: false } as BulkOptions

/** An input that is `first` when it is checked and `second` when it is sent; the lines that leave, or the failure. */
async function sentOf(first: Fields[], second: Fields[]): Promise<unknown> {
  const readings = [first, second]
  const input: BulkInput = {
    async *rows() {
      yield (readings.shift() ?? []).map((fields, at) => parseRow({ line: at + 1, fields }, undefined))
    },
    digest: () => '',
    close: async () => {},
  }
  const checked = await checkInput(input, undefined)
  const sent: number[] = []
  try {
    for await (const items of selectRows(input, checked, options))
      for (const item of items) if ('send' in item) sent.push(item.send.line)
    return sent
  } catch (error) {
    return (error as Error).message
  }
}

const changed = 'The input changed while it was being sent.'

test.each<[string, Fields[], Fields[], unknown]>([
  ['the same rows', [steps(1), steps(2, 'b')], [steps(1), steps(2, 'b')], [1, 2]],
  ['rows in another order', [steps(1), steps(2, 'b')], [steps(2, 'b'), steps(1)], [1, 2]],
  ['another content under the same id', [steps(1, 'a')], [steps(9, 'a')], changed],
  ['a row that was not there', [steps(1)], [steps(2)], changed],
  ['a row that cannot be read any more', [steps(1)], [{ steps: 'x' }], changed],
  ['a row that is missing by now', [steps(1), steps(2)], [steps(1)], changed],
  ['nothing any more', [steps(1)], [], changed],
  ['a row that comes twice by now', [steps(1), steps(2)], [steps(1), steps(1)], changed],
])('read again, %s', async (_, first, second, told) => {
  expect(await sentOf(first, second)).toEqual(told)
})
