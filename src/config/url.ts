/** Base URLs: what may be one, and which origin a credential belongs to. */
import { hasControls } from '../contract/control-characters.ts'
import { isLoopback } from '../contract/loopback.ts'
import { apiVersion } from '../contract/service.ts'
import { misconfigured, MoveError, usage } from '../errors.ts'

/** `insecure`: it would send credentials over plain http. */
export type BadUrl = { problem: string; insecure?: true }
type UrlCheck = { value: string } | BadUrl

/**
 * The base URL without its final slash. Throws CLI_USAGE (exit 2) for a wrong one from a flag, CLI_CONFIG (exit 3) from
 * elsewhere, CLI_INSECURE_URL (exit 3) for plain http to anything but loopback. `name` says where it came from.
 */
export function checkBaseUrl(text: string, from: 'flag' | 'elsewhere', name = 'The base URL'): string {
  const parsed = parseBaseUrl(text)
  if ('value' in parsed) return parsed.value
  throw badBaseUrl(parsed, from, name)
}

/** The MoveError for a base URL that was judged to be none. */
export function badBaseUrl(
  { problem, insecure }: BadUrl,
  from: 'flag' | 'elsewhere',
  name: string,
): MoveError {
  const message = `${name} ${problem}.`
  const hint = insecure
    ? 'Use https; plain http is for 127.0.0.1, [::1] and localhost alone.'
    : `A base URL looks like https://host/${apiVersion}`
  if (insecure) return misconfigured(message, hint, 'CLI_INSECURE_URL')
  return from === 'flag' ? usage(message, hint) : misconfigured(message, hint)
}

/** The last one asked for: a command asks for the same several times. */
let parsed: { text: string; check: UrlCheck } | undefined

/** The base URL in its normal form, or what is wrong with it, as `must …`. */
export function parseBaseUrl(text: string): UrlCheck {
  if (parsed?.text !== text) parsed = { text, check: toUrlCheck(text) }
  return parsed.check
}

function toUrlCheck(text: string): UrlCheck {
  const authority = /^(https?):\/\/([^/?#\\]+)/i.exec(text)
  // The parser below would drop blanks, turn \ into / and forgive much else.
  if (/[…<>]|\.\.\./.test(text)) return problem('must have a host name in place of the placeholder')
  if (!authority || /[\s\\]/.test(text) || hasControls(text) || !URL.canParse(text))
    return problem('must be a URL that starts with https://')
  const url = new URL(text)
  if (url.port === '0') return problem('must have a port from 1 to 65535')
  if (authority[2]!.includes('@')) return problem('must not contain a user name or password')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { problem: 'would send credentials over plain http', insecure: true }
  if (/[?#]/.test(text)) return problem('must not contain a query or fragment')
  const path = url.pathname.replace(/\/$/, '')
  if (!path.endsWith(`/${apiVersion}`)) return problem(`must end in /${apiVersion}`)
  return { value: url.origin + path }
}

const problem = (words: string): UrlCheck => ({ problem: words })

/** Scheme, host and port: whom a credential belongs to. */
export const originOf = (url: string): string => new URL(url).origin
