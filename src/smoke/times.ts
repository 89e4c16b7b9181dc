/** Times as services write them into sentences. */
import { offsetOf } from '../contract/calendar.ts'

const hourMs = 3_600_000

/** 2026-03-04T13:00:00.000Z, also with a blank, an offset or none, without seconds, and in the basic form. */
const iso =
  /(\d{4})-?(\d{2})-?(\d{2})[T ]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/gi
/** Wed, 04 Mar 2026 13:00:00 GMT, Wed Mar 4 13:00:00 2026, and the like. */
const worded =
  /(?:(?:mon|tue|wed|thu|fri|sat|sun)\w*,? +)?(?:\d{1,2} +[a-z]{3,9}|[a-z]{3,9} +\d{1,2}),? +(?:\d{4},? +(?:at +)?\d{1,2}:\d{2}(?::\d{2})?(?: *[ap]m)?|\d{2}:\d{2}:\d{2} +\d{4})/gi

/** Does the text name this time (milliseconds), in one of the forms in which times are written, in whichever zone? */
export function namesTime(text: string, at: number): boolean {
  const stamps = [...text.matchAll(/(?<!\d)\d{10}(?:\d{3})?(?!\d)/g)].map(([digits]) =>
    digits.length === 13 ? Number(digits) : Number(digits) * 1000,
  )
  const zoned = [...text.matchAll(iso)].map(([, year, month, day, hour, minute, second, zone]) => ({
    at: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}Z`) - offsetOf(zone ?? 'Z'),
    fixed: zone !== undefined,
  }))
  const said = [...text.matchAll(worded)].map(([words]) => ({
    at: Date.parse(`${words.replace(' at ', ' ')} UTC`),
    fixed: false,
  }))
  return (
    stamps.some((stamp) => Math.abs(stamp - at) < 60_000) ||
    [...zoned, ...said].some(({ at: named, fixed }) => isSame(named - at, fixed))
  )
}

/** To the minute; a time without a zone may be of any, in quarters of an hour. */
function isSame(apart: number, fixed: boolean): boolean {
  if (Math.abs(apart) < 60_000) return true
  if (fixed || Number.isNaN(apart) || Math.abs(apart) > 14 * hourMs + 60_000) return false
  const rest = Math.abs(apart) % (hourMs / 4)
  return rest < 60_000 || hourMs / 4 - rest < 60_000
}
