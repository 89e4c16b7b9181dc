/**
 * Why no answer came, a sentence for each cause that Node, OpenSSL or the parser has a
 * code for. Their own words are `raw`, for -v.
 */
import type { TransportFailure } from '../contract/wire.ts'

/** `final`: the same again would fail the same way. `tls`: the way is not safe. */
export type NoReply = { why: string; timedOut: boolean; final?: boolean; tls?: boolean; raw?: string }

type Rule = [code: RegExp, why: (peer: string, words: string) => string]

const connecting: Rule[] = [
  [/^PROXY_REFUSED$/, (peer, words) => `Refused by ${peer} (${words})`],
  [/^ENOTFOUND$/, (peer) => `Cannot find ${peer}`],
  [/^EAI_/, (peer) => `Cannot look up ${peer}: the name server does not answer`],
  [/^ECONNREFUSED$/, (peer) => `Cannot connect to ${peer}: connection refused`],
  [/^ETIMEDOUT$/, (peer) => `Cannot connect to ${peer}: it does not respond`],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    (peer) => `Cannot reach ${peer} from this machine`,
  ],
  [/^(EACCES|EPERM)$/, (peer) => `This machine does not allow a connection to ${peer}`],
  [/^(EMFILE|ENFILE)$/, () => 'Too many files are open on this machine'],
  [/^UNASKED_BYTES$/, (peer) => `Answered by ${peer} before anything was asked`],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, (peer) => `The connection to ${peer} closed before it was ready`],
]

/** A failure that no repetition mends: the certificate or the protocol must change first. */
const untrusted: Rule[] = [
  [/^CERT_HAS_EXPIRED$/, (peer) => `The certificate of ${peer} has expired`],
  [/^CERT_NOT_YET_VALID$/, (peer) => `The certificate of ${peer} is not valid yet`],
  [/^ERR_TLS_CERT_ALTNAME/, (peer) => `The certificate of ${peer} is for another host`],
  [
    /SELF_SIGNED_CERT/,
    (peer) => `The certificate of ${peer} is signed by an authority that this machine does not trust`,
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*)$/,
    (peer) =>
      `The certificate of ${peer} is from an authority that this machine does not know, or an intermediate certificate is missing`,
  ],
  [/^CERT_REVOKED$/, (peer) => `The certificate of ${peer} has been revoked`],
  [
    /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE/,
    (peer) => `TLS is not spoken by ${peer}`,
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_PROTOCOLS|INAPPROPRIATE_FALLBACK/,
    (peer) => `No TLS version is common to ${peer} and this machine`,
  ],
  [/SSL|^EPROTO$|^ERR_TLS_|^ERR_CRYPTO_/, (peer) => `The TLS handshake with ${peer} failed`],
  [
    /CERT|^CRL|_CRL$|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY|AKID_.*|EE_KEY_TOO_SMALL|CA_.*)$/,
    (peer) => `The certificate of ${peer} cannot be trusted`,
  ],
]

/** Nothing was handed to a connected socket. `host` is the service's. */
export function notConnected(failure: TransportFailure, host: string, timeoutMs?: number): NoReply {
  const peer = failure.peer ?? host
  if (timeoutMs !== undefined) {
    const why = failure.peer
      ? `Cannot connect through ${failure.peer} within ${timeoutMs / 1000} s`
      : `No connection to ${host} within ${timeoutMs / 1000} s`
    return { why, timedOut: true }
  }
  const missing = { timedOut: false, raw: rawOf(failure) }
  const bad = ruleFor(untrusted, failure)
  if (bad) return { ...missing, why: bad(peer, failure.message), final: true, tls: true }
  return { ...missing, why: (ruleFor(connecting, failure) ?? connectFailed)(peer, failure.message) }
}

type Unanswered = { begun?: boolean; timeoutMs?: number | undefined }

/** Sent, and no whole answer came; `begun` where its headers did. */
export function notAnswered(failure: TransportFailure, { begun, timeoutMs }: Unanswered = {}): NoReply {
  if (timeoutMs !== undefined)
    return { why: `The service did not answer within ${timeoutMs / 1000} s`, timedOut: true }
  const missing = { timedOut: false, raw: rawOf(failure) }
  const code = causeCode(failure)
  if (/HEADERS?_OVERFLOW/.test(code)) return { ...missing, why: largeHeaders, final: true }
  if (code === 'UNASKED_BYTES')
    return { ...missing, why: 'The service answered before the whole request was sent' }
  if (code === 'UNASKED_ANSWER') return { ...missing, why: 'The service answered more than once' }
  if (code.startsWith('HPE_'))
    return { ...missing, why: 'The service answered with something that is not HTTP' }
  const missed = begun ? 'the answer was complete' : 'the service answered'
  return { ...missing, why: `The connection closed before ${missed}` }
}

export const largeHeaders = 'The headers of the answer are larger than 32 KB'

const connectFailed = (peer: string) => `Cannot connect to ${peer}`

const causeCode = ({ cause }: TransportFailure): string =>
  (cause as NodeJS.ErrnoException | undefined)?.code ?? ''

/** OpenSSL's code may hide in the words of an EPROTO. */
const ruleFor = (rules: Rule[], failure: TransportFailure) => {
  const code = causeCode(failure)
  const words = code === 'EPROTO' ? failure.message.toUpperCase().replaceAll(' ', '_') : ''
  return (
    (words && rules.find(([test]) => test.test(words))?.[1]) || rules.find(([test]) => test.test(code))?.[1]
  )
}

const rawOf = (failure: TransportFailure): string => {
  const [words, code] = [failure.message, causeCode(failure)]
  return words.includes(code) ? words : `${words} (${code})`
}
