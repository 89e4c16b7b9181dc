/** What each kind of text value must be. A check returns what is wrong, as `must …`, or undefined. */
import { hasControls } from '../contract/control-characters.ts'
import { apiKeyHeader } from '../contract/service.ts'

export type Validator = (text: string) => string | undefined

const must =
  (fits: (text: string) => boolean, words: string): Validator =>
  (text) =>
    fits(text) ? undefined : `must ${words}`

/** Headers that are ours or the connection's to set. */
const reservedHeaders = new Set(
  `${apiKeyHeader} Content-Type Content-Length Content-Encoding Host User-Agent Accept Accept-Encoding Connection
  Keep-Alive Proxy-Connection Proxy-Authorization Transfer-Encoding TE Trailer Upgrade Expect Date Via`
    .toLowerCase()
    .split(/\s+/),
)

export const profileNamePattern = /^[a-z0-9_-]{1,64}$/

export const profileName = must(
  (text) => profileNamePattern.test(text),
  'be 1 to 64 lowercase letters, digits, _ or -',
)

export const headerName: Validator = (text) => {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(text)) return 'must be the name of an HTTP header'
  return reservedHeaders.has(text.toLowerCase()) ? `must be another header: ${text} is taken` : undefined
}

export const scheme = must((text) => /^[\x21-\x7e]{0,100}$/.test(text), 'be one printable word, or empty')

export { templateFault as template } from '../contract/message-template.ts'

export const domain = must(
  (text) =>
    /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(text) && URL.canParse(`https://${text}`),
  'be a host, with its port where it has one',
)

export const timeZone = must(isZone, 'be a time zone such as Europe/Berlin or UTC')

/** Is it a name of the time zone database? */
export function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A value of a header or of a record: anything on one line. */
export const oneLine = must((text) => !hasControls(text), 'be one line without control characters')
