/** The times in the headers Date and Retry-After. */

/**
 * The three forms of an HTTP date begin with its day; the one of asctime names no zone
 * and means GMT (RFC 9110, section 5.6.7).
 */
const form =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s[^,:]*\d\d:\d\d:\d\d(?:\s+(GMT|UTC|[+-]\d{4})|\s\d{4})?/gi

/**
 * Milliseconds since 1970 of each date, where a proxy has joined several; none for any other
 * text, such as `1`, which Date takes for a time.
 */
export const httpDates = (text: string): number[] =>
  /^\s*(mon|tue|wed|thu|fri|sat|sun)/i.test(text)
    ? [...text.matchAll(form)]
        .map(([date, zone]) => Date.parse(zone ? date : `${date} GMT`))
        .filter((at) => !Number.isNaN(at))
    : []

/** Milliseconds since 1970 of an HTTP date, the first of several. */
export const httpDate = (text: string | undefined): number | undefined => httpDates(text ?? '')[0]
