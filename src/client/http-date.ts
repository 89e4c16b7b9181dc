/** The time in a Date header. */

/**
 * Milliseconds since 1970 of an HTTP date; nothing for any other text, such as `1`, which Date takes for a time. Its three forms
 * begin with the day of the week; that of asctime names no zone and means GMT (RFC 9110, section 5.6.7).
 */
export function httpDate(text: string | undefined): number | undefined {
  if (!text || !/^\s*(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s.*\d\d:\d\d:\d\d/i.test(text)) return undefined
  const at = Date.parse(/(GMT|UTC|[+-]\d{4})\s*$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : at
}
