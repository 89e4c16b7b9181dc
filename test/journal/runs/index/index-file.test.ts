/** The files beside a run's journal: what is written into them is read from them again, however many rows there are. */
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encodeLine } from '../../../../src/disk/log-format.ts'
import { intendedCounts, keepIntendedCounts } from '../../../../src/journal/runs/equal-rows.ts'
import {
  assertNotTruncated,
  forEachIndexed,
  indexedBytes,
  writeIndex,
} from '../../../../src/journal/runs/index/index-file.ts'
import { createTable, type RowState } from '../../../../src/journal/runs/index/row-table.ts'
import { hasPlan, readPlan, writePlan } from '../../../../src/journal/runs/plan-file.ts'
import { digest, encodeDigest } from '../../../../src/journal/runs/row-digest.ts'
import { indexIn, journalIn, planIn } from '../../../../src/journal/runs/run-paths.ts'
import { freshFolder } from '../../../support/movecli.ts'

/** A folder with a journal of so many bytes in whole lines, and `tail` behind them. */
function run(tail = '') {
  const folder = freshFolder()
  const lines = encodeLine({ format: 1 }) + encodeLine({ state: 'closed', at: 1 })
  writeFileSync(journalIn(folder), lines + tail)
  return { folder, size: lines.length }
}
const contentOf = (n: number) => digest(`content ${n}`)
const nameOf = (n: number) => encodeDigest(contentOf(n))
const keyOf = (n: number) => (n % 2 === 0 ? contentOf(n) : digest(`id ${n}`))
/** Rows of which every second one has an id. */
function tableOf(rows: number) {
  const table = createTable()
  for (let n = 0; n < rows; n++) table.add(keyOf(n), contentOf(n))
  return table
}
const upTo = (count: number) => [...Array(count).keys()]

describe('the index', () => {
  const states: RowState[] = ['applied', 'unknown', 'rejected', 'fresh']
  const read = async (folder: string, size: number) => {
    const met: string[] = []
    const whole = await forEachIndexed(folder, size, (content, kind, day) =>
      met.push(`${encodeDigest(content)} ${kind} ${day}`),
    )
    return { whole, met }
  }

  test.each([1, 4, 2 * 4096, 2 * 4096 + 2])(
    'of %d rows it has those that were applied or are unknown, each with its day',
    async (rows) => {
      const { folder, size } = run()
      const table = tableOf(rows)
      for (const n of upTo(rows)) {
        table.setState(n, states[n % 4]!)
        table.setDay(n, n % 65_536)
      }
      await writeIndex(folder, table, size)
      const kept = upTo(rows).filter((n) => n % 4 < 2)
      const { whole, met } = await read(folder, size)
      const all = kept.map((n) => `${nameOf(n)} ${states[n % 4]} ${n}`)
      // One text: to compare long lists takes long.
      expect([whole, met.join('\n')]).toEqual([true, all.join('\n')])
      expect(await indexedBytes(folder)).toBe(size)
    },
  )

  test('what a row is elsewhere is not what it is here', async () => {
    const { folder, size } = run()
    const table = tableOf(3)
    const place = { where: 'run', run: 'other' } as const
    table.setState(0, 'unknown')
    table.setElsewhere(0, 'applied-elsewhere', place)
    table.setElsewhere(1, 'applied-elsewhere', place)
    table.setState(2, 'applied')
    table.setElsewhere(2, 'unknown-elsewhere', place)
    await writeIndex(folder, table, size)
    expect((await read(folder, size)).met).toEqual([`${nameOf(0)} unknown 0`, `${nameOf(2)} applied 0`])
  })

  test('it is of one length of the journal alone, and a journal that is shorter is damaged', async () => {
    const { folder, size } = run()
    await writeIndex(folder, tableOf(1), size)
    expect(await read(folder, size - 1)).toEqual({ whole: false, met: [] })
    expect(await read(folder, size + 1)).toEqual({ whole: false, met: [] })
    await expect(assertNotTruncated(folder, size)).resolves.toBeUndefined()
    await expect(assertNotTruncated(folder, size + 1)).resolves.toBeUndefined()
    await expect(assertNotTruncated(folder, size - 1)).rejects.toMatchObject({ kind: 'damaged' })
  })

  test('none is written over half a line, or of a row whose content was changed', async () => {
    const torn = run('00 {')
    await writeIndex(torn.folder, tableOf(1), torn.size + 4)
    expect(await indexedBytes(torn.folder)).toBe(0)
    const { folder, size } = run()
    const table = tableOf(2)
    table.setState(1, 'changed')
    await writeIndex(folder, table, size)
    expect(await indexedBytes(folder)).toBe(0)
  })

  test('one of which a byte is another is none', async () => {
    const { folder, size } = run()
    const table = tableOf(2)
    for (const n of [0, 1]) table.setState(n, 'applied')
    await writeIndex(folder, table, size)
    const whole = readFileSync(indexIn(folder))
    for (let at = 0; at < whole.length; at++) {
      const harmed = Buffer.from(whole)
      harmed[at]! ^= 1
      writeFileSync(indexIn(folder), harmed)
      expect(await read(folder, size), String(at)).toEqual({ whole: false, met: [] })
    }
  })

  test.each([0, 3, 12, 15])('one that is cut off after %d bytes is none', async (bytes) => {
    const { folder, size } = run()
    const table = tableOf(1)
    table.setState(0, 'applied')
    await writeIndex(folder, table, size)
    truncateSync(indexIn(folder), bytes)
    expect(await read(folder, size)).toEqual({ whole: false, met: [] })
  })
})

describe('the plan', () => {
  const texts = (digests: Iterable<Uint8Array>) => [...digests].map(encodeDigest)

  test.each([0, 1, 2, 4095, 4096, 4097])(
    'of %d rows it has the contents, the keys of those with an id, and how long the journal was',
    async (rows) => {
      const { folder, size } = run('00 {')
      await writePlan(folder, { table: tableOf(rows), rows: () => upTo(rows) })
      const plan = (await readPlan(folder))!
      const named = upTo(rows).filter((n) => n % 2 === 1)
      expect(texts(plan.contents()).join('\n')).toBe(upTo(rows).map(nameOf).join('\n'))
      expect(texts(plan.ids()).join('\n')).toBe(named.map((n) => encodeDigest(keyOf(n))).join('\n'))
      // What is behind the last whole line is cut off by who writes next.
      expect(plan.from).toBe(size)
    },
  )

  test('it has the rows that are about to be sent, and no other', async () => {
    const { folder } = run()
    await writePlan(folder, { table: tableOf(9), rows: () => [2, 5] })
    const plan = (await readPlan(folder))!
    expect(texts(plan.contents())).toEqual([2, 5].map(nameOf))
    expect(texts(plan.ids())).toEqual([encodeDigest(keyOf(5))])
  })

  test.each([1, 2047, 2048, 2049])('it has the times of %d rows that say when they were', async (count) => {
    const { folder, size } = run('00 {')
    const times = upTo(count).map((number) => ({ number, start: number, end: number * 1000 + 281_474_976 }))
    await writePlan(folder, { table: tableOf(count), rows: () => upTo(count), times: () => times })
    const plan = (await readPlan(folder))!
    expect([...plan.times()].map(({ key, ...time }) => [encodeDigest(key), time])).toEqual(
      times.map(({ number, ...time }) => [encodeDigest(keyOf(number)), time]),
    )
    expect(texts(plan.contents()).length).toBe(count)
    expect(texts(plan.ids()).length).toBe(Math.floor(count / 2))
    expect(plan.from).toBe(size)
  })

  test('without its end all that is in it counts as a content, and no record as one of its rows', async () => {
    const { folder } = run()
    await writePlan(folder, { table: tableOf(4), rows: () => upTo(4) })
    truncateSync(planIn(folder), 4 * 12)
    const plan = (await readPlan(folder))!
    expect([texts(plan.contents()), texts(plan.ids()), plan.from]).toEqual([
      upTo(4).map(nameOf),
      [],
      Infinity,
    ])
  })

  test('a run without one has none, and a link in its place is refused', async () => {
    const { folder } = run()
    expect([await hasPlan(folder), await readPlan(folder)]).toEqual([false, undefined])
    symlinkSync(journalIn(folder), planIn(folder))
    await expect(readPlan(folder)).rejects.toMatchObject({ kind: 'unsafe' })
    await expect(writePlan(folder, { table: tableOf(1), rows: () => [0] })).rejects.toMatchObject({
      kind: 'unsafe',
    })
    const blocked = join(freshFolder(), 'r')
    mkdirSync(blocked)
    await expect(writePlan(blocked, { table: tableOf(1), rows: () => [0] })).rejects.toMatchObject({
      kind: 'unreadable',
    })
  })
})

describe('how many equal rows were meant', () => {
  /** An input that has content 0, 1, … so many times, each with an id of its own. */
  const input = (...times: number[]) => {
    const table = createTable()
    for (const [content, count] of times.entries())
      for (let n = 0; n < count; n++) table.add(digest(`${content} ${n}`), contentOf(content))
    return table
  }
  const keep = async (folder: string, times: number[], left: number[] = []) => {
    const table = input(...times)
    await keepIntendedCounts(folder, table, table.byContent(), new Set(left.map(nameOf)))
  }
  const counts = async (folder: string) => {
    const found: Record<string, number> = {}
    for await (const { content, rows } of intendedCounts(folder)) found[encodeDigest(content)] = rows
    return [0, 1, 2].map((n) => found[nameOf(n)])
  }

  test.each<[string, [times: number[], left?: number[]][], (number | undefined)[]]>([
    ['once each', [[[1, 1]]], [undefined, undefined, undefined]],
    ['twice and thrice', [[[2, 1, 3]]], [2, undefined, 3]],
    ['more often later', [[[2]], [[3]]], [3, undefined, undefined]],
    ['less often later', [[[3]], [[2]]], [3, undefined, undefined]],
    ['another later', [[[2]], [[1, 2]]], [2, 2, undefined]],
    ['less often later, beside another', [[[3]], [[2, 2]]], [3, 2, undefined]],
    ['both later, one of them more often', [[[2]], [[2, 2]], [[2, 3]]], [2, 3, undefined]],
    ['twice, one of which is held up', [[[2, 2], [0]]], [undefined, 2, undefined]],
    ['twice, and thrice where that is held up', [[[2]], [[3], [0]]], [2, undefined, undefined]],
    ['thrice where that is held up, beside another', [[[2]], [[3, 2], [0]]], [2, 2, undefined]],
  ])('%s', async (_, inputs, found) => {
    const { folder } = run()
    for (const [times, left] of inputs) await keep(folder, times, left)
    expect(await counts(folder)).toEqual(found)
  })

  test('of a file that is not whole nothing counts', async () => {
    const { folder } = run()
    await keep(folder, [2, 2])
    const path = join(folder, 'equals')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      const harmed = Buffer.from(whole)
      harmed[at]! ^= 1
      for (const bytes of [harmed, whole.subarray(0, at)]) {
        writeFileSync(path, bytes)
        expect(await counts(folder)).toEqual([undefined, undefined, undefined])
      }
    }
  })
})
