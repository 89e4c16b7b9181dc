/** What a balance says of a claim: api.md does not document its fields, so only what moved is looked at, in exact decimals. */
import { isDigits, type Json } from '../contract/digits.ts'

export type Move = { field: string; before: string; now: string; up: boolean }

/** Amounts that moved between two balances, by dotted field; times, prices and ids are no amounts. */
export function movesBetween(before: Json, now: Json): Move[] {
  const earlier = new Map(amounts(before))
  return amounts(now).flatMap(([field, text]) => {
    const old = earlier.get(field)
    if (old === undefined) return []
    const order = compare(text, old)
    return order === 0 ? [] : [{ field, before: old, now: text, up: order > 0 }]
  })
}

/**
 * Why a claim counts as applied, in words; nothing where the balance does not say so. A claim takes from one amount and
 * adds to another, or raises the one that is called a balance. An unchanged balance says nothing: chains settle late.
 */
export function evidenceOf(before: Json, now: Json): string | undefined {
  const moves = movesBetween(before, now)
  const both = moves.some(({ up }) => up) && moves.some(({ up }) => !up)
  const raised = moves.some(
    ({ field, up }) => up && (/(^|\.)balance$/i.test(field) || amounts(now).length === 1),
  )
  if (!both && !raised) return undefined
  return moves.map(({ field, before, now }) => `${field} ${before} → ${now}`).join(', ')
}

const noAmount = /(_at|At|time|date|block|height|price|usd|rate|_?id|decimals|nonce)$/i
const decimal = /^(-?)(\d{1,200})(?:\.(\d{1,200}))?$/

function amounts(value: Json, path = ''): [string, string][] {
  if (isDigits(value) || typeof value === 'number' || typeof value === 'string') {
    const text = String(value)
    return decimal.test(text) && !noAmount.test(path) ? [[path || 'value', text]] : []
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => amounts(inner, path ? `${path}.${key}` : key))
}

/** Order of two decimals, without a double in between. */
function compare(one: string, other: string): number {
  const [a, b] = [scaled(one), scaled(other)]
  return a === b ? 0 : a > b ? 1 : -1
}

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = decimal.exec(text) ?? []
  const units = BigInt(whole + part.padEnd(200, '0'))
  return sign ? -units : units
}
