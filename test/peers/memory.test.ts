/** Memory of long lists: 100,000 rows take at most half as much again as 1,000. Slow, and measured on this machine. */
import { expect, test } from 'vitest'
import { longList, startCommand } from '../support/pages.ts'

const peakOf = async (pages: number, format: string) => {
  const { url } = await longList(pages)
  const words = `nft ls --all --limit 500 --format ${format}`
  const { code, stdout, stderr } = await (await startCommand(words, url, { PEAK: '1' })).ended
  const rows = stdout.match(/Nr \d+/g)?.length
  return { code, rows, peak: Number(/VmHWM:\s+(\d+)/.exec(stderr)?.[1]) }
}

test.each(['json', 'ndjson', 'csv', 'tsv', 'table'])(
  '100,000 rows as %s take at most half as much again as 1,000 take',
  { timeout: 120_000 },
  async (format) => {
    const few = await peakOf(2, format)
    const many = await peakOf(200, format)
    expect({ fewCode: few.code, fewRows: few.rows, manyCode: many.code, manyRows: many.rows }).toEqual({
      fewCode: 0,
      fewRows: 1000,
      manyCode: 0,
      manyRows: 100_000,
    })
    console.info(`${format}: ${few.peak} KB, then ${many.peak} KB: ${(many.peak / few.peak).toFixed(2)}`)
    // When V8 collects is its own affair: what is held would be a hundred times as much.
    expect(many.peak / few.peak).toBeLessThan(1.5)
  },
)
