/** What the parsers of flags read, and that every flag of a number or a duration has one. */
import { expect, test } from 'vitest'
import { bulkFlags } from '../../src/bulk/flags.ts'
import { importFlags } from '../../src/commands/motion/import-flags.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import type { Flag, FlagParser } from '../../src/runtime/flag.ts'
import { asCount, asDay, asDuration } from '../../src/runtime/flag-parsers.ts'
import { nouns } from '../support/nouns.ts'

const values = (parse: FlagParser<unknown>, texts: string[]) =>
  texts.map((text) => {
    const read = parse(text)
    return 'value' in read ? read.value : 'problem' in read ? read.problem : read.message
  })

test('a count is a whole number from 1, as it is typed', () => {
  const wrong = 'must be a number, 1 or greater'
  expect(values(asCount(), ['1', '999999999', '1000000000'])).toEqual([1, 999_999_999, wrong])
  expect(values(asCount(), ['', '0', '01', '-1', '1.5', '1e3', ' 1', '0x1'])).toEqual(Array(8).fill(wrong))
})

test('a count has the bounds that its flag names, and says them', () => {
  expect(values(asCount({ most: 64 }), ['64', '65'])).toEqual([64, 'must be a whole number from 1 to 64'])
  expect(values(asCount({ least: 0, most: 65_535 }), ['0', '004017', '65536'])).toEqual([
    0,
    4017,
    'must be a whole number, 65535 or less',
  ])
  expect(asCount({ most: 64, form: 'a few', example: '8' })('65')).toEqual({
    problem: 'must be a few',
    example: '8',
  })
})

test('a duration is its seconds, and what was typed', () => {
  expect(['90', '5m', '0.5h'].map(asDuration())).toEqual([
    { value: { text: '90', seconds: 90 } },
    { value: { text: '5m', seconds: 300 } },
    { value: { text: '0.5h', seconds: 1800 } },
  ])
  const problem = 'must be a duration such as 30s, 5m, 1h or 2d; a bare number is seconds'
  expect(['', 'soon', '5 m', '-1', '1w'].map(asDuration())).toEqual(
    Array.from({ length: 5 }, () => ({ problem })),
  )
  const bounded = asDuration({ least: 1, most: 60, form: 'between 1s and 1m', example: '5s' })
  expect(['1s', '1m', '0.5s', '61'].map(bounded)).toEqual([
    { value: { text: '1s', seconds: 1 } },
    { value: { text: '1m', seconds: 60 } },
    { problem: 'must be between 1s and 1m', example: '5s' },
    { problem: 'must be between 1s and 1m', example: '5s' },
  ])
})

test('a day is its date, or how long ago it was', () => {
  const hint = 'Write it as YYYY-MM-DD, today or yesterday.'
  expect(['2024-02-29', 'today', 'yesterday', '2026-02-30', 'soon', ''].map(asDay)).toEqual([
    { value: { date: '2024-02-29' } },
    { value: { daysAgo: 0 } },
    { value: { daysAgo: 1 } },
    { message: '"2026-02-30" is not a valid date.', hint },
    { message: '"soon" is not a date.', hint },
    { message: '"" is not a date.', hint },
  ])
})

const parserOf = (flags: readonly Flag[], name: string): FlagParser<unknown> => {
  const parse = flags.find((flag) => flag.name === name)?.parse
  if (!parse) throw new Error(`--${name} has no parser`)
  return parse
}

test('a part of the rows is one of as many as there are', () => {
  const wrong = 'must be i/n, from 1/n to n/n'
  expect(values(parserOf(bulkFlags, 'shard'), ['1/4', '4/4', '9999/9999'])).toEqual([
    { index: 1, count: 4 },
    { index: 4, count: 4 },
    { index: 9999, count: 9999 },
  ])
  const odd = ['', '4', '0/4', '5/4', '1/0', '01/4', '1/10000', '1/4/4', ' 1/4', '1.5/4', '-1/4']
  expect(values(parserOf(bulkFlags, 'shard'), odd)).toEqual(odd.map(() => wrong))
})

test('the name of a run is one that a folder can bear', () => {
  const wrong = 'must be 1 to 64 letters, digits, ., _ or -'
  const texts = ['2026-01-31', '_a.b-C', 'x'.repeat(64), 'x'.repeat(65), '', '.a', '..', 'a/b', 'a b', 'é']
  expect(values(parserOf(bulkFlags, 'run'), texts)).toEqual([
    ...texts.slice(0, 3),
    ...texts.slice(3).map(() => wrong),
  ])
})

test('the length of a step is in meters', () => {
  const wrong = 'must be the length of a step, between 0.2m and 2.5m'
  const texts = ['0.75m', '75cm', '0.75', '0.2', '2.5m', '0.19', '2.51m', '75', '', 'm', '0,75m', '1e0']
  expect(values(parserOf(importFlags, 'stride'), texts)).toEqual([
    0.75,
    0.75,
    0.75,
    0.2,
    2.5,
    ...Array.from({ length: 7 }, () => wrong),
  ])
})

test('the first and the last day of an import may be said as how long ago they were', () => {
  for (const name of ['since', 'until'])
    expect(values(parserOf(importFlags, name), ['7d', '36h', '2026-01-31', '7', 'd'])).toEqual([
      { secondsAgo: 604_800 },
      { secondsAgo: 129_600 },
      { date: '2026-01-31' },
      '"7" is not a date.',
      '"d" is not a date.',
    ])
})

test('a time zone is one that is known', () => {
  expect(values(parserOf(importFlags, 'tz'), ['Europe/Berlin', 'UTC', 'Europe/Nowhere', ''])).toEqual([
    'Europe/Berlin',
    'UTC',
    '--tz "Europe/Nowhere" is not a time zone.',
    '--tz "" is not a time zone.',
  ])
})

test('every flag that takes a number, a duration, a day, a length or a zone names what reads it', () => {
  // The steps and duration of a motion are read where its other values are.
  const isNumber = ({ name, value = '' }: Flag) =>
    !['steps', 'duration'].includes(name) && /^<(n|ms|port|duration|day|length|zone|i\/n)>$/.test(value)
  const numbers = entriesOf(nouns).flatMap(({ path, flags }) =>
    flags
      .filter(isNumber)
      .map((flag) => ({ flag: `${path.join(' ')} --${flag.name}`, isRead: flag.parse !== undefined })),
  )
  expect(numbers.length).toBeGreaterThan(15)
  expect(numbers.filter(({ isRead }) => !isRead)).toEqual([])
})
