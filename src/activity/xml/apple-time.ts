/** `2024-01-31 23:59:58 +0100`, as Apple Health writes every time: read by its digits, for there are millions. */

import { isDate } from '../../contract/calendar.ts'
import { isOffset } from '../zone.ts'

type Time = { at: number; offset: number }
const [plus, minus, colon, space] = [43, 45, 58, 32]

/**
 * Reads milliseconds since 1970 and minutes east of UTC; undefined for anything else. The
 * same day comes many times in a row.
 */
export function createClock(): (text: string | undefined) => Time | undefined {
  let [day, midnight] = [-1, 0]
  const midnightOf = (text: string): number => {
    const date = two(text, 0) * 1_000_000 + two(text, 2) * 10_000 + two(text, 5) * 100 + two(text, 8)
    if (date === day) return midnight
    if (!isDate(text.slice(0, 10))) return Number.NaN
    ;[day, midnight] = [date, Date.parse(text.slice(0, 10))]
    return midnight
  }
  return (text) => {
    if (text === undefined || text.length !== 25) return undefined
    const sign = text.charCodeAt(20)
    const shaped =
      (sign === plus || sign === minus) &&
      text.charCodeAt(4) === minus &&
      text.charCodeAt(10) === space &&
      text.charCodeAt(13) === colon &&
      text.charCodeAt(19) === space
    if (!shaped) return undefined
    const [hour, minute, second, east, more] = [
      two(text, 11),
      two(text, 14),
      two(text, 17),
      two(text, 21),
      two(text, 23),
    ]
    if (!(hour < 24 && minute < 60 && second < 61 && more < 60 && isOffset(east * 60 + more)))
      return undefined
    const offset = (east * 60 + more) * (sign === minus ? -1 : 1)
    const at = midnightOf(text) + ((hour * 60 + minute - offset) * 60 + second) * 1000
    return Number.isFinite(at) ? { at, offset } : undefined
  }
}

/** Two digits; NaN for anything else. */
function two(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
