/** Reads a sign-in message strictly as EIP-4361 has it: one character off is another text. */
import { isDate } from '../contract/calendar.ts'

/** Times in milliseconds. */
export type SignInMessage = {
  domain: string
  address: string
  uri: string
  nonce: string
  issuedAt: number
  expires?: number
  notBefore?: number
}

const reserved = String.raw`A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=`
const uri = String.raw`[A-Za-z][A-Za-z0-9+.\-]*:[${reserved}%]*`
const time = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+\-]\d{2}:\d{2})`
const form = new RegExp(
  [
    String.raw`^(?:[A-Za-z][A-Za-z0-9+.\-]*:\/\/)?(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    `(?:[${reserved} ]+\n)?`,
    `URI: (?<uri>${uri})`,
    'Version: 1',
    String.raw`Chain ID: \d+`,
    'Nonce: (?<nonce>[A-Za-z0-9]{8,})',
    `Issued At: (?<issuedAt>${time})`,
  ].join('\n') +
    `(?:\nExpiration Time: (?<expires>${time}))?` +
    `(?:\nNot Before: (?<notBefore>${time}))?` +
    String.raw`(?:\nRequest ID: [A-Za-z0-9\-._~%!$&'()*+,;=:@]*)?` +
    `(?:\nResources:(?:\n- ${uri})*)?$`,
)

/** The fields of the message, undefined unless it is an EIP-4361 message of version 1. */
export function parseSignIn(message: string): SignInMessage | undefined {
  const found = form.exec(message)?.groups
  if (!found) return undefined
  const { domain = '', address = '', uri: target = '', nonce = '', issuedAt = '', expires, notBefore } = found
  if (![issuedAt, expires, notBefore].every((text) => text === undefined || isTime(text))) return undefined
  return {
    domain,
    address,
    uri: target,
    nonce,
    issuedAt: Date.parse(issuedAt),
    ...(expires !== undefined && { expires: Date.parse(expires) }),
    ...(notBefore !== undefined && { notBefore: Date.parse(notBefore) }),
  }
}

const isTime = (text: string) => isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
