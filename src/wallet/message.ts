/** The text that a wallet signs to sign in: EIP-4361 in printable ASCII, or the user's own template. */
import { misconfigured } from '../errors.ts'
import { templateFault } from '../contract/message-template.ts'

export type MessageParts = {
  /** Base URL of the network, ending in `/v1`: the message's URI. */
  baseUrl: string
  /** Whoever asks for the signature; the base URL's host and port where none is given. */
  domain?: string
  chainId: number
  nonce: string
  issuedAt: Date
  network: string
  /** Replaces the whole text (`auth.messageTemplate`). */
  template?: string
}

/** How long a message is valid. */
export const messageLifeMs = 10 * 60_000

/** A fresh nonce: 128 random bits as 32 alphanumerics. */
export const newNonce = (random: (bytes: number) => Uint8Array): string =>
  Buffer.from(random(16)).toString('hex')

/** What is new in each message. */
export type MessageStamp = Pick<MessageParts, 'nonce' | 'issuedAt'>
type MessagePlace = Omit<MessageParts, keyof MessageStamp>

/**
 * Loads what composing needs and returns a function from a checked address to the message, so that a signer can
 * compose late, and again.
 * Throws CLI_CONFIG for a domain, chain id or template that no message can have.
 */
export async function messageComposer(
  parts: MessagePlace,
): Promise<(address: string, stamp: MessageStamp) => string> {
  const url = parseUrl(parts.baseUrl)
  const domain = checkDomain(parts.domain ?? url.host)
  if (parts.template !== undefined) return templateComposer(parts.template, { ...parts, domain })
  if (!Number.isSafeInteger(parts.chainId) || parts.chainId < 1) {
    throw misconfigured('The chain id is not a whole number above zero.', 'movecli config set auth.chainId 1')
  }
  const { createSiweMessage } = await import('./encoding.ts')
  return (address, { nonce, issuedAt }) => {
    // viem refuses hosts such as [::1]:8443 or api.xn--p1ai: it composes with a stand-in, and
    // the domain checked here takes its place.
    const text = createSiweMessage({
      domain: standIn,
      address: address as `0x${string}`,
      statement: statement(parts.network),
      uri: url.href.replace(/\/$/, ''),
      version: '1',
      chainId: parts.chainId,
      nonce,
      issuedAt,
      expirationTime: new Date(issuedAt.getTime() + messageLifeMs),
    })
    return domain + text.slice(standIn.length)
  }
}

const standIn = 'stand-in.invalid'
const statement = (network: string) =>
  `Sign in with movecli on ${network}. This proves that the address is yours. It moves no funds and costs nothing.`

/** A sentence for a template whose signature could be used elsewhere; nothing for one that says where it belongs. */
export const templateWarning = (template: string): string | undefined =>
  template.includes('{domain}') || template.includes('{network}')
    ? undefined
    : 'The message template has neither {domain} nor {network}, so a signature over it could be used at another service.'

function templateComposer(template: string, { domain, network }: MessagePlace & { domain: string }) {
  const fault = templateFault(template)
  if (fault)
    throw misconfigured(
      `The message template ${fault}.`,
      "movecli config set auth.messageTemplate '… {timestamp} …'",
    )
  return (address: string, { nonce, issuedAt }: MessageStamp) => {
    const values: Record<string, string> = { timestamp: issuedAt.toISOString(), nonce, domain, network }
    return template.replace(
      /\{(address|timestamp|nonce|domain|network)\}/g,
      (_, name: string) => values[name] ?? address,
    )
  }
}

function checkDomain(domain: string): string {
  if (/^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(:[0-9]{1,5})?$/i.test(domain)) return domain
  throw misconfigured(
    'The domain of the sign-in message is not a host, with or without a port.',
    'movecli config set auth.domain service.example',
  )
}

function parseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url && /^([a-z0-9:/?#[\]@!$&'()*+,;=._~-]|%[0-9a-f]{2})+$/i.test(url.href)) return url
  throw misconfigured(
    'The base URL cannot be used in a sign-in message.',
    'movecli config set networks.<name>.baseUrl https://…/v1',
  )
}
