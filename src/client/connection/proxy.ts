/**
 * Which proxy stands before a URL, as HTTPS_PROXY and NO_PROXY say. HTTP_PROXY has no
 * effect: plain http goes to this machine alone.
 */
import { isLoopback } from '../../contract/loopback.ts'
import { misconfigured } from '../../errors.ts'

export type Proxy = { host: string; port: number; authorization?: string }
type ProxyEnv = Readonly<Record<string, string | undefined>>

/**
 * The proxy for `url`; none for loopback, plain http and hosts of NO_PROXY. Throws CLI_CONFIG (exit 3)
 * without its text: a password may be in it.
 */
export function proxyFor(url: URL, env: ProxyEnv): Proxy | undefined {
  if (url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined
  const text = proxyVariable(env)
  if (text === undefined || isExcepted(url, either(env, 'NO_PROXY') ?? '')) return undefined
  const proxy = readProxy(text)
  if (proxy) return proxy
  throw misconfigured(
    'HTTPS_PROXY must be http://host:port or host:port. Nothing was sent.',
    'Correct HTTPS_PROXY, or unset it.',
  )
}

/** The value of HTTPS_PROXY, in capitals or not. */
export const proxyVariable = (env: ProxyEnv): string | undefined => either(env, 'HTTPS_PROXY')

const either = (env: ProxyEnv, name: string): string | undefined =>
  env[name]?.trim() || env[name.toLowerCase()]?.trim() || undefined

/** `http://[user:password@]host[:port]` or `[user:password@]host:port`; nothing for anything else. */
export function readProxy(text: string): Proxy | undefined {
  const bare = /^([^\s/@]*@)?(\[[\da-f:.]+\]|[^\s/@:[\]]+):\d+\/?$/i.test(text)
  const whole = bare ? `http://${text}` : text
  if (!/^http:\/\/[^\s/]+\/?$/i.test(whole) || !URL.canParse(whole)) return undefined
  const { hostname, port, username, password } = new URL(whole)
  if (port === '0') return undefined
  const user = [username, password].map(decodedPart).join(':')
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 80),
    ...((username || password) && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  }
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * NO_PROXY: hosts, each with the names below it, after commas or blanks, perhaps with a port; `*` is every host. An address
 * of IPv6 has a port in brackets alone.
 */
function isExcepted({ hostname, port }: URL, list: string): boolean {
  const entries = list.toLowerCase().split(/[\s,]+/)
  return entries.some((entry) => {
    if (entry === '*') return true
    const [, name = entry, only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? []
    if (only !== undefined && only !== (port || '443')) return false
    const host = bareHost(name).replace(/^\*?\./, '')
    return host !== '' && (bareHost(hostname) === host || hostname.endsWith(`.${host}`))
  })
}

const bareHost = (host: string) => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
