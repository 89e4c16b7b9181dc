/** Checks a sign-in message that was signed elsewhere: only text that movecli would have composed itself is sent on. */
import { usage } from '../errors.ts'
import { checksummed, sameAddress } from './address.ts'

export type Expected = {
  address: string
  /** The message's URI. */
  baseUrl: string
  /** The message's domain: the base URL's host and port, or `auth.domain`. */
  domain: string
  chainId: number
  network: string
  now: Date
  template?: string
}

const minutesValid = 10

/**
 * The message without its final line break. Throws CLI_USAGE for one that is malformed,
 * expired, or meant for another place.
 */
export async function checkMessage(text: string, expected: Expected): Promise<string> {
  const message = text.replace(/\r?\n$/, '')
  const problem =
    expected.template === undefined
      ? await siweProblem(message, expected)
      : templateProblem(message, expected)
  if (problem === undefined) return message
  throw usage(
    `The message file cannot be sent: ${problem}.`,
    'Make a new message with the same login and --print-message, and sign it unchanged.',
  )
}

const time = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})`
/** EIP-4361 as a whole: every line in its place, none besides. */
const siwe = new RegExp(
  [
    String.raw`^(?<domain>[^\s/]+) wants you to sign in with your Ethereum account:\n`,
    String.raw`(?<address>0x[0-9a-fA-F]{40})\n\n`,
    String.raw`(?:(?<statement>[\x20-\x7e]+)\n)?\n`,
    String.raw`URI: (?<uri>\S+)\n`,
    String.raw`Version: (?<version>1)\n`,
    String.raw`Chain ID: (?<chainId>[1-9]\d{0,14})\n`,
    String.raw`Nonce: (?<nonce>[A-Za-z0-9]{8,})\n`,
    `Issued At: (?<issuedAt>${time})`,
    `(?:\\nExpiration Time: (?<expires>${time}))?`,
    `(?:\\nNot Before: (?<notBefore>${time}))?$`,
  ].join(''),
)

async function siweProblem(message: string, expected: Expected): Promise<string | undefined> {
  const found = siwe.exec(message)?.groups
  if (!found) {
    const extra = /^(Request ID|Resources):/m.exec(message)?.[1]
    return extra !== undefined &&
      siwe.test(message.replace(/\n(?:Request ID: .*|Resources:(?:\n- .*)*)/g, ''))
      ? `it has ${extra === 'Resources' ? 'Resources, which can grant' : 'a Request ID, which can stand for'} more than signing in`
      : 'it is not an EIP-4361 sign-in message'
  }
  const { domain, address, uri, chainId, issuedAt, expires, notBefore } = found
  if (domain !== expected.domain) return `its domain is not ${expected.domain}`
  if (uri !== expected.baseUrl) return `its URI is not ${expected.baseUrl}`
  if (chainId !== String(expected.chainId)) return `its chain id is not ${expected.chainId}`
  if (!sameAddress(address ?? '', expected.address)) return `it is not for the address ${expected.address}`
  if ((await checksummed(address ?? '')) !== address) return 'its address is not written with its checksum'
  if (![issuedAt, expires, notBefore].every(isTime)) return 'a time in it is not a time'
  if (notBefore !== undefined && Date.parse(notBefore) > expected.now.getTime()) return 'it is not valid yet'
  return timeProblem(issuedAt ?? '', expires, expected.now)
}

/** A day that no calendar has, such as February 30, is another day to JavaScript. */
function isTime(text: string | undefined): boolean {
  if (text === undefined) return true
  const [day = ''] = text.split('T')
  return !Number.isNaN(Date.parse(text)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function timeProblem(issued: string, expires: string | undefined, now: Date): string | undefined {
  const at = Date.parse(issued)
  const end = expires === undefined ? at + minutesValid * 60_000 : Date.parse(expires)
  if (Number.isNaN(at) || Number.isNaN(end)) return 'a time in it is not a time'
  if (at > now.getTime() + minutesValid * 60_000) return 'it was issued in the future'
  if (end <= now.getTime()) return `it expired at ${new Date(end).toISOString()}`
  return end <= at ? 'it expires before it was issued' : undefined
}

function templateProblem(message: string, { template = '', ...expected }: Expected): string | undefined {
  const names: string[] = []
  const patterns: Record<string, string> = {
    address: '(0x[0-9a-fA-F]{40})',
    timestamp: `(${time})`,
    nonce: '([A-Za-z0-9]{8,})',
    domain: '([^\\s/]+)',
    network: '([a-z]+)',
  }
  const pattern = template
    .split(/(\{(?:address|timestamp|nonce|domain|network)\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      names.push(name)
      return patterns[name] ?? ''
    })
    .join('')
  const values = new RegExp(`^${pattern}$`).exec(message)?.slice(1)
  if (!values) return 'it does not fit auth.messageTemplate'
  const all = (name: string) => values.filter((_, at) => names[at] === name)
  if (all('domain').some((domain) => domain !== expected.domain))
    return `its domain is not ${expected.domain}`
  if (all('network').some((network) => network !== expected.network))
    return `its network is not ${expected.network}`
  if (all('address').some((address) => !sameAddress(address, expected.address)))
    return `it is not for the address ${expected.address}`
  for (const name of ['timestamp', 'nonce'])
    if (new Set(all(name)).size > 1) return `its ${name} is not the same everywhere`
  for (const issued of all('timestamp')) {
    const problem = timeProblem(issued, undefined, expected.now)
    if (problem !== undefined) return problem
  }
  return undefined
}
