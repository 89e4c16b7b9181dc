/** What the answer to a login hands out: loaded for a login alone. */
import { isDigits, type Json } from '../contract/lossless-json.ts'

/** Names under which services hand out what signs somebody in. */
const telling = /token|session|jwt|secret|auth|bearer|cookie|credential|key|password/i
/** Shorter values are words. */
const shortestIssued = 12

/** Names of what signs somebody in: under others an amount, a time, an address or a page is what it looks like. */
const exact = /(?:token|session|jwt|secret|auth|authorization|bearer|cookie|credential|key|password|id)s?$/i

/** What the answer to a login may have handed out, wherever it stands: the values of fields and headers that are named so. */
export function issuedIn({ headers }: { headers: Map<string, string> }, body: Json | undefined): string[] {
  const named = [...headers].flatMap(([name, value]) => {
    if (!telling.test(name)) return []
    const parts = value.replace(cookiePlace, '').split(/[\s;,="]+/)
    return exact.test(name) ? parts : ordinaryLeftOut([value]).length === 0 ? [] : ordinaryLeftOut(parts)
  })
  return [...named, ...under(body ?? null)].filter((value) => value.length >= shortestIssued)
}

/** Where a cookie goes and until when. */
const cookiePlace = /;\s*(?:domain|path|samesite|max-age|expires)=(?:[a-z]{3},[^;,]*|[^;,]*)/gi

/** Amounts, times, addresses of wallets and of pages stand under such names too, and in other answers. */
const ordinary =
  /^(?:[-+]?[\d.,]+(?:e[-+]?\d+)?|\d{4}-\d\d-\d\d(?:[t ][\d:.]+(?:z| ?[-+]\d\d:?\d\d)?)?|0x[\da-f]{40}|https?:\/\/[^?#]*)$/i
const ordinaryLeftOut = (values: readonly string[]) => values.filter((value) => !ordinary.test(value))

/** `name`: of the field that it is the value of; `told` where a field around it is named so. */
function under(value: Json, name = '', told = false): string[] {
  if (typeof value === 'string') {
    if (!told && !telling.test(name)) return []
    return exact.test(name) ? [value] : ordinaryLeftOut([value])
  }
  if (Array.isArray(value)) return value.flatMap((each) => under(each, name, told))
  if (typeof value !== 'object' || value === null || isDigits(value)) return []
  return Object.entries(value).flatMap(([inner, each]) => under(each, inner, told || telling.test(name)))
}
