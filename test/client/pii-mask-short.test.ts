/** Names of two letters, and values of one digit, of which ordinary sentences are full. */
import { expect, test } from 'vitest'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { maskOf } from '../support/mask-of.ts'

test.each([
  ['An Do', 'The name An Do does not match', 'The name [redacted] does not match'],
  ['An Do', 'Received Do, An for review', 'Received [redacted] for review'],
  ['An Do', 'AN DO is not valid', '[redacted] is not valid'],
  ['An Do', 'an_do is not valid', '[redacted] is not valid'],
  ['an do', 'The name An Do does not match', 'The name [redacted] does not match'],
  ['An Do', 'The last name Do is too short', 'The last name [redacted] is too short'],
  ['An Do', 'The name is not a name, do not submit an image of it', undefined],
  ['Bo In To', 'The name to in does not match', 'The name [redacted] does not match'],
  ['Will Do', 'no match for Do Will', 'no match for [redacted]'],
  ['I am in the city, and so is he, to do it', 'To do: submit it in an app', undefined],
])('of %s in: %s', (full_name, said, shown = said) => {
  expect(maskOf({ full_name }).words(said)).toBe(shown)
  expect(maskOf({ full_name }).data({ note: said })).toEqual({ note: shown })
})

test('a short name is hidden as the name of a field too, in its very spelling', () => {
  const people = (name: string): Json => ({ people: { [name]: 'pending' } })
  expect(maskOf({ last_name: 'Xu' }).data(people('Xu'))).toEqual(people('[redacted]'))
  expect(maskOf({ name: 'Li Na' }).data(people('Li'))).toEqual(people('[redacted]'))
  expect(maskOf({ name: 'En Xu' }).data(people('en'))).toEqual(people('en'))
})

test.each([
  [{ pin: '7' }, 'pin 7 is wrong', 'pin [redacted] is wrong'],
  [{ children: 3 }, 'children 3 is too many', 'children [redacted] is too many'],
  [{ house: ' 5 ' }, 'house 5 unknown', 'house [redacted] unknown'],
  [{ children: 3, date: '2026-10-05' }, 'Try again in 5 days', 'Try again in 5 days'],
] as [Json, string, string][])(
  'a digit that is the value of %j is hidden in a sentence',
  (body, said, shown) => {
    expect(maskOf(body).words(said)).toBe(shown)
  },
)

test.each([
  [84250, ['84.25', '84.250', '84', '0.08425'], ['84']],
  [85000, ['85', '85.0', '86', '5'], ['86', '5']],
  ['84,250.50', ['84.2505', '12.5'], ['12.5']],
] as [Json, string[], string[]][])('%s is hidden in thousands', (income, numerals, shown) => {
  const own = maskOf({ income })
  expect(
    numerals.filter((each) => writeJson(own.data(parseJson(`{"x":${each}}`))) === `{"x":${each}}`),
  ).toEqual(shown)
})

test('a day that was sent is hidden with a time behind it too, and a day far from it is shown', () => {
  const own = maskOf({ document_expires: '2029-10-02' })
  const [same, another] = ['2029-10-02T00:00:00Z', '2027-05-24T00:00:00Z']
  expect(own.data({ valid_to: same, checked_at: another })).toEqual({
    valid_to: '[redacted]',
    checked_at: another,
  })
})
