import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { digestSize } from '../../../../src/journal/runs/row-digest.ts'
import { createTable } from '../../../../src/journal/runs/index/row-table.ts'

const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, digestSize)

test('a row is found by its key alone, and keeps its content, state, code and day', () => {
  const table = createTable()
  for (let n = 0; n < 50_000; n++) table.add(digest(`key ${n}`), digest(`content ${n}`))
  table.setState(40_000, 'rejected', 'MOTION_001')
  table.setDay(40_000, 20_484)
  const row = table.find(digest('key 40000'))
  expect({ row, state: table.state(row), code: table.code(row), day: table.day(row) }).toEqual({
    row: 40_000,
    state: 'rejected',
    code: 'MOTION_001',
    day: 20_484,
  })
  expect([
    table.hasContent(row, digest('content 40000')),
    table.hasContent(row, digest('content 1')),
  ]).toEqual([true, false])
  expect({ table: table.find(digest('key 50000')), state: table.state(1), code: table.code(1) }).toEqual({
    table: -1,
    state: 'fresh',
    code: undefined,
  })
  for (let n = 0; n < 50_000; n += 997) expect(table.find(digest(`key ${n}`))).toBe(n)
})

test('all rows of one content are found, and a row is met once', () => {
  const table = createTable()
  for (let n = 0; n < 100; n++) table.add(digest(`key ${n}`), digest(`content ${n % 10}`))
  const byContent = table.byContent(95)
  expect([...byContent.rowsWith(digest('content 3'))]).toEqual([3, 13, 23, 33, 43, 53, 63, 73, 83, 93])
  expect([...byContent.rowsWith(digest('content 10'))]).toEqual([])
  expect([...byContent.equals()].map(({ length }) => length).sort()).toEqual([
    10, 10, 10, 10, 10, 9, 9, 9, 9, 9,
  ])
  expect([table.markSeen(5), table.markSeen(5), table.state(5)]).toEqual([true, false, 'fresh'])
})

test('more codes than fit are left out, and the states stay', () => {
  const table = createTable()
  for (let n = 0; n < 20; n++)
    table.setState(table.add(digest(`${n}`), digest(`${n}`)), 'rejected', `CODE_${n}`)
  expect([table.code(14), table.code(19), table.state(19)]).toEqual(['CODE_14', undefined, 'rejected'])
})

test('contents are told apart in a chunk where one row alone has a key of its own', () => {
  const table = createTable()
  const is = (n: number) => `content ${n}`
  for (let n = 0; n < 40_000; n++) table.add(digest(n === 20_000 ? 'its id' : is(n)), digest(is(n)))
  table.setContent(3, digest('another'))
  const ids = [...Array(40_000).keys()].filter((row) => table.hasId(row))
  expect(ids).toEqual([3, 20_000])
  for (let n = 0; n < 40_000; n += 101) expect(table.hasContent(n, digest(is(n)))).toBe(true)
  expect([table.hasContent(20_000, digest(is(20_000))), table.find(digest('its id'))]).toEqual([true, 20_000])
  expect([table.hasContent(3, digest(is(3))), table.hasContent(3, digest('another'))]).toEqual([false, true])
  expect([...table.byContent().rowsWith(digest(is(20_001)))]).toEqual([20_001])
})

test.each([
  ['with ids', 'key', 40],
  ['without ids', 'content', 28],
])('a row takes little, its place among the contents included: rows %s', async (_, name, most) => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  // What is no longer used is given back in the background: the least of some readings is what is in use.
  const inUse = async () => {
    const readings: number[] = []
    for (let n = 0; n < 8; n++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 25))
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      readings.push(arrayBuffers + heapUsed)
    }
    return Math.min(...readings)
  }
  const rows = 400_000
  const before = await inUse()
  const table = createTable()
  for (let n = 0; n < rows; n++) table.add(digest(`${name} ${n}`), digest(`content ${n}`))
  const byContent = table.byContent()
  const grown = (await inUse()) - before
  expect([...byContent.rowsWith(digest('content 1'))]).toEqual([1])
  expect(grown / rows).toBeLessThanOrEqual(most)
  expect(table.size).toBe(rows)
})
