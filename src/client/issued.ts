/** What the answer to a login hands out: loaded for a login alone. */
import { isDigits, type Json } from '../contract/lossless-json.ts'

/** Names under which services hand out what signs somebody in. */
const telling = /token|session|jwt|secret|auth|bearer|cookie|credential|key|password/i
/** Shorter values are words. */
const shortestIssued = 12

/** What the answer to a login may have handed out, wherever it stands: the values of fields and headers that are named so. */
export function issuedIn({ headers }: { headers: Map<string, string> }, body: Json | undefined): string[] {
  const named = [...headers].flatMap(([name, value]) =>
    name === 'set-cookie' ? cookieValues(value) : telling.test(name) ? value.split(/[\s;,=]+/) : [],
  )
  return [...named, ...under(body ?? null, false)].filter(
    (value) => value.length >= shortestIssued && !ordinary.test(value),
  )
}

/** Of each cookie its value: what follows says where it goes. Several are in one value, with commas between. */
const cookieValues = (header: string): string[] =>
  [...header.matchAll(/(?:^|,\s*)[^=;,\s]+=("?)([^";,\s]+)\1/g)].map(([, , value = '']) => value)

/** Amounts, times, addresses of wallets and of pages stand under such names too, and in other answers. */
const ordinary = /^(?:[-+]?[\d.,]+(?:e[-+]?\d+)?|\d{4}-\d\d-\d\d(?:[t ].*)?|0x[\da-f]{40}|https?:\/\/.*)$/is

function under(value: Json, told: boolean): string[] {
  if (typeof value === 'string') return told ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => under(each, told))
  if (typeof value !== 'object' || value === null || isDigits(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => under(inner, told || telling.test(name)))
}
