import { expect, test } from 'vitest'
import { httpDate } from '../../src/client/http-date.ts'

const at = Date.parse('1994-11-06T08:49:37Z')

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'the three forms of an HTTP date are GMT, whatever the zone of this machine: %s',
  (text) => expect(httpDate(text)).toBe(at),
)

test.each(['1', '2026', '2026-01-02', 'now', 'Sun, 99 Foo 1994', 'sundry 1', '', undefined])(
  'what is no HTTP date is no time: %j',
  (text) => expect(httpDate(text)).toBeUndefined(),
)
