/** What stands at the end of a run: how many checks passed, failed and were skipped, and when that is no sign that all is well. */
import { expect, test } from 'vitest'
import { tellCounts } from '../../src/commands/smoke/publish.ts'
import type { Report } from '../../src/smoke/reports/report.ts'

test.each([
  [3, 0, 0, false],
  [1, 1, 2, false],
  [2, 0, 3, true],
  [0, 1, 1, false],
  [0, 0, 1, true],
])(
  '%i passed, %i failed and %i skipped: called mostly skipped is %s',
  async (passed, failed, skipped, said) => {
    const outcomes = [
      ...Array.from({ length: passed }, () => ({ status: 'passed' })),
      ...Array.from({ length: failed }, () => ({ status: 'failed' })),
      ...Array.from({ length: skipped }, () => ({ status: 'skipped' })),
    ]
    const notes: string[] = []
    const note = async (text: string) => void notes.push(text)
    await tellCounts({ outcomes } as unknown as Report, { note })
    expect(notes[0]).toBe(`${passed} passed, ${failed} failed, ${skipped} skipped`)
    expect(notes.slice(1).map((text) => text.slice(0, 30))).toEqual(
      said ? ['note: More than half of the ch'] : [],
    )
  },
)
