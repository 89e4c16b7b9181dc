import { expect, test } from 'vitest'
import { httpDate, httpDates } from '../../src/client/http-date.ts'

const at = Date.parse('1994-11-06T08:49:37Z')

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'the three forms of an HTTP date are GMT, whatever the zone of this machine: %s',
  (text) => expect(httpDate(text)).toBe(at),
)

test.each([
  'Sun, 06 Nov 1994 09:49:37 +0100',
  'Sun, 06 Nov 1994 03:49:37 -0500',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'sun, 06 nov 1994 08:49:37 gmt',
  ' Sun, 06 Nov 1994 08:49:37 GMT',
])('a zone that is named is obeyed: %s', (text) => expect(httpDate(text)).toBe(at))

test('of several dates that a proxy has joined each is known, on whatever days', () => {
  const days = ['Mon, 07', 'Tue, 08', 'Wed, 09', 'Thu, 10', 'Fri, 11', 'Sat, 12', 'Sun, 13']
  const dates = days.map((day) => `${day} Nov 1994 08:49:37 GMT`)
  const expected = dates.map((_, nth) => at + (nth + 1) * 86_400_000)
  expect(httpDates(dates.join(', '))).toEqual(expected)
  expect(dates.map(httpDate)).toEqual(expected)
})

test.each(['1', '2026', '2026-01-02', 'now', 'Sun, 99 Foo 1994', 'sundry 1', '', undefined])(
  'what is no HTTP date is no time: %j',
  (text) => expect(httpDate(text)).toBeUndefined(),
)
