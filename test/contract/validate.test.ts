/** What counts as a departure from a documented form, and how it is told: by place, what was promised, and what came. */
import { describe, expect, test } from 'vitest'
import { coerceRecord } from '../../src/contract/coerce-record.ts'
import { parseJson, writeJson } from '../../src/contract/lossless-json.ts'
import { dailyRecord, loginResult, open } from '../../src/contract/records.ts'
import { validate } from '../../src/contract/validate.ts'

const day = {
  date: '2026-01-31',
  steps: 8421,
  distance: 5.2,
  duration: 3720,
  calories: 312.5,
  earnings: { mft: 1.1, k_day: 2, multipliers: { nft: 1, streak: 1, social: 1.25 } },
}
const session = {
  token: 't',
  expires_at: '2026-01-31T12:00:00Z',
  user: { address: '0x1', kyc_status: 'none' },
}
const came = (value: object) => parseJson(JSON.stringify(value))
const told = (schema: object, value: object) =>
  validate(schema, came(value)).map(({ path, expected, found }) => `${path}: ${expected}, ${found}`)

test('a record that is as documented departs in nothing, and may have further fields', () => {
  expect(told(dailyRecord, { ...day, extra: [1] })).toEqual([])
  expect(told(loginResult, { ...session, refresh: null })).toEqual([])
  for (const anything of [null, 'x', [], {}]) expect(validate(open, anything)).toEqual([])
})

test('each departure is told, those in records of records too', () => {
  const { date: _, ...without } = day
  const { streak: __, ...two } = day.earnings.multipliers
  expect(
    told(dailyRecord, {
      ...without,
      steps: '8421',
      calories: null,
      earnings: { ...day.earnings, mft: [1.1], multipliers: { ...two, social: true } },
    }),
  ).toEqual([
    'date: string, nothing',
    'steps: number, string',
    'calories: number, null',
    'earnings.mft: number, array',
    'earnings.multipliers.streak: number, nothing',
    'earnings.multipliers.social: number, boolean',
  ])
  expect(told(dailyRecord, { ...day, date: 20_260_131 })).toEqual(['date: string, number'])
  expect(told(dailyRecord, { ...day, earnings: [] })).toEqual(['earnings: object, array'])
  expect(told(dailyRecord, [])).toEqual(['(whole): object, array'])
  expect(validate(dailyRecord, null)).toEqual([{ path: '(whole)', expected: 'object', found: 'null' }])
})

test.each([
  ['2026-02-30', ['date: date, string']],
  ['2026-01-31T00:00:00Z', ['date: date, string']],
  ['31.01.2026', ['date: date, string']],
  ['2024-02-29', []],
])('the day %s', (date, departures) => expect(told(dailyRecord, { ...day, date })).toEqual(departures))

test.each([
  ['2026-01-31 12:00:00', ['expires_at: date-time, string']],
  ['2026-01-31T12:00:00', ['expires_at: date-time, string']],
  ['1769860800', ['expires_at: date-time, string']],
  ['2026-01-31T12:00:00+02:00', []],
])('the time %s', (expires_at, departures) =>
  expect(told(loginResult, { ...session, expires_at })).toEqual(departures),
)

const oneOf = { enum: ['shoes', 'apparel'] }
const count = { type: 'integer', minimum: 1 }
const amount = { type: 'number', minimum: 0 }
const address = { type: 'string', format: 'address' }
const hex = 'aB'.repeat(20)
test.each<[object, string, string[]]>([
  [oneOf, '"shoes"', []],
  [oneOf, '"hats"', ['(whole): one of shoes, apparel, string']],
  [oneOf, '1', ['(whole): one of shoes, apparel, number']],
  [oneOf, 'null', ['(whole): one of shoes, apparel, null']],
  [count, '1', []],
  [count, '1.5', ['(whole): a whole number, number']],
  [count, '1e3', ['(whole): a whole number, number']],
  [count, '"1"', ['(whole): integer, string']],
  [amount, '0', []],
  [amount, '0.5', []],
  [amount, '-0.001', ['(whole): at least 0, number']],
  [address, `"0x${hex}"`, []],
  [address, `"${hex}"`, ['(whole): address, string']],
  [address, `"0x${hex}0"`, ['(whole): address, string']],
  [address, `"0x${hex.slice(1)}"`, ['(whole): address, string']],
  [address, `"0x${hex.slice(1)}g"`, ['(whole): address, string']],
])('of %j is %s: %j', (schema, json, departures) => {
  const found = validate(schema, parseJson(json))
  expect(found.map((each) => `${each.path}: ${each.expected}, ${each.found}`)).toEqual(departures)
})

test('a whole number below the least one departs too', () => {
  for (const json of ['0', '-1']) expect(validate(count, parseJson(json))).toHaveLength(1)
})

describe('a record as a view reads it', () => {
  test('keeps what is as documented, and has nothing in the place of what is not', () => {
    const data = came({ ...day, steps: 'many', earnings: { mft: 1.1, multipliers: 3 }, other: 1 })
    expect(writeJson(coerceRecord(dailyRecord, data))).toBe(
      '{"date":"2026-01-31","distance":5.2,"duration":3720,"calories":312.5,"earnings":{"mft":1.1,"multipliers":{}}}',
    )
  })

  test.each([null, 'text', [1], undefined])('of %j has every field, and nothing in any', (data) => {
    const empty = coerceRecord(dailyRecord, data) as Record<string, unknown>
    expect(Object.keys(empty)).toEqual(Object.keys(day))
    expect(empty['date']).toBeUndefined()
    expect(empty['earnings']).toEqual({
      mft: undefined,
      k_day: undefined,
      multipliers: { nft: undefined, streak: undefined, social: undefined },
    })
  })
})
