/** Names of two letters, of which ordinary sentences are full. */
import { expect, test } from 'vitest'
import type { Json } from '../../src/contract/lossless-json.ts'
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
