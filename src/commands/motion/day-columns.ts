/** How the fields of a day (docs/service.md §2) read to a person: their units, and what they are called. */
import { isDigits, toNumber, type Json } from '../../contract/lossless-json.ts'
import { cellText } from '../../output/fields.ts'
import { isPlain } from '../../contract/plain.ts'
import { spanOf } from '../../output/time-span.ts'
import type { Column } from '../../output/view.ts'

export const km = (value: Json): string => unit(value, 'km')
export const mft = (value: Json): string => unit(value, 'MFT')

/** A day of one wallet among several, or one of a history, whose fields are open (docs/service.md §2). */
export const dayColumns: Column[] = [
  { field: 'date', title: 'Date' },
  { field: 'steps', title: 'Steps', right: true },
  { field: 'distance', title: 'Distance', show: km, right: true },
  { field: 'duration', title: 'Active', show: active, right: true },
  { field: 'calories', title: 'Calories', right: true },
  { field: 'earnings.mft', title: 'Earned', show: mft, right: true },
  { field: 'earnings.k_day', title: 'K day', right: true },
  { field: 'earnings.multipliers', title: 'Multipliers', show: factors },
]

/** What a day earned, part by part; no formula that ties them together is documented (docs/service.md §2). */
export const earningColumns: Column[] = [
  { field: 'date', title: 'Date' },
  { field: 'earnings.mft', title: 'mft', right: true },
  { field: 'earnings.k_day', title: 'k_day', right: true },
  { field: 'earnings.multipliers.nft', title: 'nft', show: factorText, right: true },
  { field: 'earnings.multipliers.streak', title: 'streak', show: factorText, right: true },
  { field: 'earnings.multipliers.social', title: 'social', show: factorText, right: true },
]

const unit = (value: Json, name: string) =>
  isDigits(value) ? `${value.toString()} ${name}` : cellText(value)

export function factorText(value: Json): string {
  return isDigits(value) ? `×${value.toString()}` : cellText(value)
}

/** `nft ×1.2, streak ×1.0`. */
function factors(value: Json): string {
  if (!isPlain(value)) return cellText(value)
  return Object.entries(value)
    .map(([name, factor]) => `${name} ${factor === undefined || factor === null ? '–' : factorText(factor)}`)
    .join(', ')
}

/** Seconds as `31 min` or `1 h 02 min`; under a minute they stay seconds, and beyond all time digits. */
export function active(value: Json): string {
  if (!isDigits(value)) return cellText(value)
  const all = toNumber(value)
  if (!Number.isSafeInteger(Math.round(all))) return cellText(value)
  return all < 60 ? `${value.toString()} s` : spanOf(all, Math.round)
}
