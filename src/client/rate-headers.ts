/**
 * How long to send nothing, as an answer says. No header for it is documented
 * (docs/service.md §8), so every usual one is read.
 */
import { retryDelayFromHeaders } from './retry.ts'

type Headers = ReadonlyMap<string, string>

/** Milliseconds to wait, where the answer asks for it: Retry-After with a 429 or 503, or a limit of which nothing remains. */
export function pauseFromHeaders(status: number, headers: Headers, now: Date): number | undefined {
  const asked = status === 429 || status === 503 ? retryDelayFromHeaders(headers, now) : undefined
  if (asked !== undefined) return asked
  const { remaining, reset } = limitFromHeaders(headers)
  if (reset === undefined || (remaining !== undefined && remaining > 0)) return undefined
  if (remaining === undefined && status !== 429) return undefined
  return Math.max(0, untilReset(reset, now))
}

/** X-RateLimit-Remaining and -Reset, RateLimit-Remaining and -Reset, or one RateLimit header in its older or newer form. */
function limitFromHeaders(headers: Headers): { remaining?: number; reset?: number } {
  const one = headers.get('ratelimit') ?? ''
  const number = (text: string | undefined) =>
    text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
  const named = (name: string) =>
    number(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`))
  const inside = (form: RegExp) => number(form.exec(one)?.[1])
  const remaining = named('remaining') ?? inside(remainingInside)
  const reset = named('reset') ?? inside(resetInside)
  return { ...(remaining !== undefined && { remaining }), ...(reset !== undefined && { reset }) }
}

const remainingInside = /(?:^|[;,\s])(?:remaining|r)=(\d+)/
const resetInside = /(?:^|[;,\s])(?:reset|t)=(\d+)/

/** Some services send seconds to wait, some a time in seconds or milliseconds since 1970. */
function untilReset(reset: number, now: Date): number {
  if (reset < 1e9) return reset * 1000
  return (reset > 1e12 ? reset : reset * 1000) - now.getTime()
}
