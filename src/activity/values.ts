/** Times, numbers and sports as XML and CSV files write them. */
import { isDate } from '../contract/calendar.ts'
import { isJourney } from './journeys.ts'
import type { Offset, Sport } from './sample.ts'
import { isOffset } from './zone.ts'

const instant = /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?\s*(Z|[+-]\d\d:?\d\d)?\s*$/i

/** Milliseconds since 1970 and minutes east of UTC; a time in UTC, as `Z` or `+00:00`, says nothing of where one was. */
export function instantOf(text: string): { at: number; offset: Offset } | undefined {
  const [, date, time, fraction = '', zone = 'Z'] = instant.exec(text) ?? []
  if (date === undefined || !isDate(date)) return undefined
  const at = Date.parse(`${date}T${time}${fraction.slice(0, 4)}Z`)
  if (!Number.isFinite(at)) return undefined
  if (/^(?:z|[+-]00:?00)$/i.test(zone)) return { at, offset: undefined }
  const [hours, rest] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  const minutes = hours * 60 + rest
  if (rest > 59 || !isOffset(minutes)) return undefined
  const offset = zone.startsWith('-') ? -minutes : minutes
  return { at: at - offset * 60_000, offset }
}

/** A decimal; NaN for anything else. */
export const toNumber = (text: string | undefined): number =>
  text !== undefined && /^\s*[+-]?(\d{1,20}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?\s*$/i.test(text)
    ? Number(text)
    : Number.NaN

/** Words for sports, and the numbers that Strava writes into GPX. */
const sports: [RegExp, Sport][] = [
  [/^9$|run|jog/, 'run'],
  [/^10$|walk/, 'walk'],
  [/^4$|hik|trek/, 'hike'],
  [/^1$|(?<!motor ?)(?:bik|cycl)|\brid|(?:virtual|gravel)ride|\b(?:mtb|bmx)\b|velomobile/, 'ride'],
  [/^16$|swim/, 'swim'],
]

/** The sport that a file names; undefined for a word that is not known. */
export function sportNamed(words: string): Sport | undefined {
  const plain = words.trim().toLowerCase().replace(/[_-]/g, ' ')
  return isJourney(plain) ? 'vehicle' : sports.find(([pattern]) => pattern.test(plain))?.[1]
}

/** A name on one line, of a length that fits a row. */
export const nameOf = (words: string | undefined): string | undefined =>
  words
    ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80) || undefined
