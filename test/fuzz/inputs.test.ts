/** Whatever a file of rows holds: it is refused as a whole with nothing sent, or each of its rows is sent once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { file, service, submit } from '../bulk/support.ts'
import { cases, expectSound } from './sound.ts'
import { clock } from '../support/clock.ts'

const number = fc.oneof(
  fc.integer({ min: -2, max: 100_000 }),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.constantFrom(
    '5.2km',
    '5200m',
    '31m',
    '1h02m',
    '1.10',
    '007',
    '1e3',
    '',
    ' 7 ',
    '-1',
    '١٢',
    '0x10',
    null,
  ),
)
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('proof', 'a,b', '"quoted"', 'two\nlines', '=1+1', '\ufeff', '\u202e'),
)
const row = fc.record(
  {
    steps: number,
    distance: number,
    duration: number,
    proof: text,
    device_id: text,
    id: fc.oneof(text, fc.nat(5)),
    more: text,
  },
  { requiredKeys: ['steps'] },
)
const rows = fc.array(row, { minLength: 1, maxLength: 6 })
const cell = (value: string | number | null | undefined): string => {
  const words = String(value ?? '')
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
const csv = (list: Record<string, string | number | null | undefined>[], end: string): string => {
  const names = [...new Set(list.flatMap((each) => Object.keys(each)))]
  return [names, ...list.map((each) => names.map((name) => each[name]))]
    .map((line) => line.map(cell).join(',') + end)
    .join('')
}
const content = fc.oneof(
  {
    weight: 4,
    arbitrary: rows.map(
      (list) => ['rows.ndjson', list.map((each) => `${JSON.stringify(each)}\n`).join('')] as const,
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(rows, fc.constantFrom('\n', '\r\n'))
      .map(([list, end]) => ['rows.csv', csv(list, end)] as const),
  },
  fc.tuple(fc.constantFrom('rows.ndjson', 'rows.csv'), fc.string({ unit: 'binary', maxLength: 200 })),
)
/** Bytes that are turned around, left out or put in. */
const harm = fc.array(fc.tuple(fc.nat(400), fc.constantFrom('flip', 'drop', 'add'), fc.nat(255)), {
  maxLength: 2,
})

function harmed(words: string, changes: [number, string, number][]): Buffer {
  let bytes = Buffer.from(words)
  for (const [at, how, by] of changes) {
    if (at >= bytes.length) continue
    const before = bytes.subarray(0, at)
    const middle =
      how === 'flip'
        ? Buffer.from([bytes[at]! ^ (by || 1)])
        : Buffer.from(how === 'add' ? [by, bytes[at]!] : [])
    bytes = Buffer.concat([before, middle, bytes.subarray(at + 1)])
  }
  return bytes
}

test('rows are sent once each, or not at all', { timeout: 1_000_000 }, async () => {
  const property = fc.asyncProperty(content, harm, fc.boolean(), async ([name, words], changes, skip) => {
    const it = service()
    const path = file(name, harmed(words, changes))
    const ran = await submit(`--from ${path} --json${skip ? ' --skip-invalid' : ''}`, {
      service: it,
      ...clock(),
    })
    expectSound(ran, { json: true })
    const told = JSON.stringify(ran)
    if (ran.code === 2) {
      expect(it.sent, told).toEqual([])
      return
    }
    expect([0, 10], told).toContain(ran.code)
    const said = JSON.parse(ran.stdout) as { row: number; status: string }[]
    const applied = said.filter(({ status }) => status === 'applied').length
    expect([applied, new Set(said.map((each) => each.row)).size], told).toEqual([it.sent.length, said.length])
    expect(said.length - applied, told).toBe(said.filter(({ status }) => status === 'invalid').length)
    for (const body of it.sent)
      for (const [field, value] of Object.entries(body)) {
        expect(['steps', 'distance', 'duration', 'proof', 'device_id']).toContain(field)
        if (typeof value === 'number') expect(value, told).toBeGreaterThanOrEqual(0)
      }
  })
  await fc.assert(property, { numRuns: cases(400) })
})
