/**
 * Amounts in a record whose fields are not documented, by dotted field, and what moved
 * between two records, in exact decimals.
 */
import { isDigits, type Json } from '../../contract/lossless-json.ts'

/** `by` is how much it moved, as a positive decimal in its shortest form: `2`, `0.5`. */
export type Move = { field: string; before: string; now: string; up: boolean; by: string }

/** Amounts that moved between two balances; times, prices, rates, counts and ids are no amounts. */
export function movesBetween(before: Json, now: Json): Move[] {
  const earlier = new Map(amountsOf(before))
  return amountsOf(now).flatMap(([field, text]) => {
    const old = earlier.get(field)
    if (old === undefined || unitOf(old) !== unitOf(text)) return []
    const units = scaled(text) - scaled(old)
    return units === 0n ? [] : [{ field, before: old, now: text, up: units > 0n, by: unitsText(units) }]
  })
}

/** Every amount of a record with its field. Elements of a list are told apart by what they are called, else by place. */
export function amountsOf(value: Json, path = ''): [field: string, text: string][] {
  if (isDigits(value) || typeof value === 'number' || typeof value === 'string') {
    const text = String(value)
    const isPriced = priced.has(unitOf(text)?.toLowerCase() ?? '')
    return decimalForm.test(text) && !isPriced && isAmount(path) ? [[path || 'value', text]] : []
  }
  if (value === null || typeof value !== 'object') return []
  const entries = Array.isArray(value) ? namedElements(value) : Object.entries(value)
  return entries.flatMap(([key, inner]) => amountsOf(inner, path ? `${path}.${key}` : key))
}

/** Every leaf of a record with its dotted field; a list's also with its length, as elements are told apart by place there. */
export function leavesOf(value: Json, path = ''): [field: string, text: string][] {
  if (value === null || typeof value !== 'object' || isDigits(value)) return [[path, String(value)]]
  const entries = Array.isArray(value) ? namedElements(value) : Object.entries(value)
  const leaves = entries.flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key))
  return Array.isArray(value) ? [[`${path}.length`, String(value.length)], ...leaves] : leaves
}

/** The words of a field in small letters: `pendingRewards.amount_wei` is pending, rewards, amount, wei. */
export const fieldWords = (field: string): string[] =>
  field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const callings = ['symbol', 'token', 'currency', 'asset', 'denom', 'type', 'kind', 'name', 'id', 'address']

/** A list as named elements: by the first field whose texts tell them all apart, so that another order moves nothing. */
function namedElements(list: Json[]): [string, Json][] {
  const textOf = (each: Json, key: string): string | undefined => {
    const called = typeof each === 'object' && each !== null ? (each as { [key: string]: Json })[key] : null
    return typeof called === 'string' ? called : undefined
  }
  const key = callings.find((each) => {
    const texts = list.map((element) => textOf(element, each))
    return !texts.includes(undefined) && new Set(texts).size === list.length
  })
  return list.map((each, at) => [(key && textOf(each, key)) ?? String(at), each])
}

/** What a number may be besides an amount, by the last part of its name. */
const others = new Set(
  `at time times timestamp ts date day days hour hours season block blocks slot height epoch round version sequence seq nonce index
  rate rates apr apy percent percentage pct ratio share multiplier id ids decimals precision count number tx txs transactions
  transfers requests claims level rank page limit ttl chain created updated expires until since seconds ms`.split(
    /\s+/,
  ),
)
/** Money of another kind: it moves with the market. */
const priced = new Set(['usd', 'eur', 'gbp', 'fiat', 'price', 'prices'])

/** `k_day` is a token's amount (docs/service.md §2). */
function isAmount(path: string): boolean {
  const last = fieldWords(path.slice(path.lastIndexOf('.') + 1))
  const isDaily = / k day /.test(` ${last.join(' ')} `)
  return (
    (isDaily || !last.some((word) => others.has(word))) && !fieldWords(path).some((word) => priced.has(word))
  )
}

/** With its unit, as in `1.10 MFT`. */
const decimalForm = /^(-?)(\d{1,200})(?:\.(\d{1,200}))?(?:[eE]([+-]?\d{1,2}))?(?: ([A-Za-z]{2,8}))?$/
const unitOf = (text: string) => decimalForm.exec(text)?.[5]
/** Digits after the point that every amount is brought to: 200 of its own, and an exponent of 99. */
const mostPlaces = 300

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', part = '', exponent = '0'] = decimalForm.exec(text) ?? []
  const units = BigInt(whole + part) * 10n ** BigInt(mostPlaces - part.length + Number(exponent))
  return sign ? -units : units
}

function unitsText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(mostPlaces + 1, '0')
  const part = digits.slice(-mostPlaces).replace(/0+$/, '')
  return digits.slice(0, -mostPlaces) + (part && `.${part}`)
}
