/** What the parsers of flags read, and that every flag of a number or a duration has one. */
import { expect, test } from 'vitest'
import { entriesOf } from '../../src/reference/command-tree.ts'
import type { Flag } from '../../src/runtime/flag.ts'
import { asCount, asDuration } from '../../src/runtime/flag-parsers.ts'
import { nouns } from '../support/nouns.ts'

const values = (parse: ReturnType<typeof asCount>, texts: string[]) =>
  texts.map((text) => {
    const read = parse(text)
    return 'value' in read ? read.value : read.problem
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

test('every flag that takes a number or a duration names what reads it', () => {
  // The steps and duration of a motion are read where its other values are.
  const isNumber = ({ name, value = '' }: Flag) =>
    !['steps', 'duration'].includes(name) && /^<(n|ms|port|duration)>$/.test(value)
  const numbers = entriesOf(nouns).flatMap(({ path, flags }) =>
    flags
      .filter(isNumber)
      .map((flag) => ({ flag: `${path.join(' ')} --${flag.name}`, isRead: flag.parse !== undefined })),
  )
  expect(numbers.length).toBeGreaterThan(15)
  expect(numbers.filter(({ isRead }) => !isRead)).toEqual([])
})
