/** The days that values tell, and those that a number may stand for. */
import { dayMs } from '../../contract/calendar.ts'

/** Milliseconds from the beginnings of .NET's and of Windows' time to 1970. */
const [netEpoch, windowsEpoch] = [62_135_596_800_000, 11_644_473_600_000]

/**
 * The instants that a number may stand for: seconds, milli-, micro- or nanoseconds or days since 1970, days of a table, ticks
 * of .NET and Windows, and the digits of a date.
 */
export function datesOf(numeral: string): number[] {
  const number = Number(numeral)
  const instants = [
    number * 1000,
    number,
    number / 1000,
    number / 1_000_000,
    number * dayMs,
    (number - 25_569) * dayMs,
    number / 10_000 - netEpoch,
    number / 10_000 - windowsEpoch,
  ]
  const [, first = '', middle = '', last = ''] =
    /^(\d{4})(\d\d)(\d\d)$/.exec(numeral) ?? /^(\d\d)(\d\d)(\d\d|\d{4})$/.exec(numeral) ?? []
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(numeral) ?? []
  const written = [
    [first, middle, last],
    [last, middle, first],
    [last, first, middle],
    [year, month, day],
    [year, day, month],
  ].map((parts) => dayOf(parts.map(Number)))
  return [...instants, ...written].filter(
    (at) => Number.isFinite(at) && Math.abs(at) > dayMs && Math.abs(at) < 200 * 366 * dayMs,
  )
}

/** The instant of a date, whose year may have two digits; NaN where there is none. */
const dayOf = ([year = 0, month = 0, day = 0]: number[]): number =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31
    ? Date.UTC(year < 100 ? year + 1900 : year, month - 1, day)
    : Number.NaN

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The numbers that a value consists of; a month by its name is one. */
export const partsIn = (text: string): number[] => [
  ...(text.match(/\d+/g) ?? []).flatMap((digits) =>
    digits.length === 8
      ? [
          Number(digits),
          ...[/^(....)(..)(..)$/, /^()(..)(..)....$/].flatMap((way) => datePartsOf(digits, way)),
        ]
      : [Number(digits)],
  ),
  ...(text.match(/\p{L}{3,}/gu) ?? []).flatMap((word) => {
    const month = months.indexOf(word.slice(0, 3).toLowerCase())
    return month < 0 ? [] : [month + 1]
  }),
]

const datePartsOf = (digits: string, way: RegExp): number[] => (way.exec(digits) ?? []).slice(1).map(Number)

/** No instant of a number is further from 1970. */
const mostYears = 201

/**
 * The days, counted from 1970, that texts tell in whatever order, and those beside them in other zones. Which number is the
 * year is unknown: it is any of two digits, too.
 */
export function daysIn(texts: string[]): Set<number> {
  const found = new Set<number>()
  for (const text of texts) {
    const parts = [...new Set(partsIn(text))]
    const dates = parts.filter((part) => part >= 1 && part <= 31)
    for (const year of parts.flatMap(yearsOf))
      for (const month of dates)
        for (const day of dates) {
          const at = new Date(Date.UTC(year, month - 1, day))
          if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) continue
          for (const shift of [-1, 0, 1]) found.add(at.getTime() / dayMs + shift)
        }
  }
  return found
}

function yearsOf(part: number): number[] {
  const [first, end] = [1970 - mostYears, 1970 + mostYears + 1]
  if (part > 99) return part >= first && part < end ? [part] : []
  const century = first - (first % 100)
  return [0, 100, 200, 300, 400]
    .map((more) => century + more + part)
    .filter((year) => year >= first && year < end)
}
