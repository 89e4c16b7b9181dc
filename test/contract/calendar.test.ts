/** Which times count as ISO 8601 with a zone, and when they are. */
import { expect, test } from 'vitest'
import { instantOf, isInstant } from '../../src/contract/calendar.ts'

const at = Date.parse('2026-03-04T13:00:00.250Z')
const [wholeSecond, half] = [at - 250, at - 250 + 30_000]

test.each([
  ['2026-03-04T13:00:00.250Z', at],
  ['2026-03-04T13:00:00,250Z', at],
  ['2026-03-04t13:00:00.250z', at],
  ['2026-03-04T13:00:00.250999999Z', at],
  ['2026-03-04T13:00:00Z', wholeSecond],
  ['2026-03-04T13:00:00+00:00', wholeSecond],
  ['2026-03-04T13:00:00+00', wholeSecond],
  ['2026-03-04T15:00:00+02:00', wholeSecond],
  ['2026-03-04T09:30:00-0330', wholeSecond],
  ['2026-03-04T13:00Z', wholeSecond],
  ['2026-03-04T13Z', wholeSecond],
  ['2026-03-04T13:00,5Z', half],
  ['20260304T130000Z', wholeSecond],
  ['20260304T130000,25Z', at],
  ['20260304T1300Z', wholeSecond],
  ['2026-03-03T24:00:00Z', wholeSecond - 13 * 3_600_000],
  ['2016-12-31T23:59:60Z', Date.parse('2017-01-01T00:00:00Z')],
])('%s is read', (text, time) => expect(instantOf(text)).toBe(time))

test.each([
  '2026-03-04T13:00:00',
  '2026-03-04 13:00:00Z',
  '2026-03-04',
  '2026-02-30T13:00:00Z',
  '2026-03-04T25:00:00Z',
  '2026-03-04T24:00:01Z',
  '2026-03-04T13:60:00Z',
  '2026-03-04T13:00:61Z',
  '2026-03-04T13:00:00;250Z',
  '2026-03-04T13:00:00+24:00',
  '2026-03-04T13:00:00+01:60',
  '2026-03-04T13:00:00-0360',
  '20260304T13:00:00Z',
  '1772629200',
  'tomorrow',
])('%s is no such time', (text) => expect(isInstant(text)).toBe(false))
