/**
 * A connection for one request: opened for it, used by it alone. The service's way
 * through a proxy and its TLS are decided here.
 */
import type { lookup as resolve } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { hrtime } from 'node:process'
import { isLoopback } from '../../contract/loopback.ts'
import { TransportFailure } from '../../contract/wire.ts'
import { MoveError } from '../../errors.ts'
import { insecureUrl } from '../guarded-transport.ts'
import type { Proxy } from './proxy.ts'
import { refuseUnasked, requireSilence } from './unasked.ts'

export type Dialing = {
  signal: AbortSignal
  proxy?: Proxy | undefined
  lookup?: typeof resolve
  /** The service is listened to for a round trip, and for at least these milliseconds, before anything is written. */
  listenMs?: number | undefined
}

/**
 * After a handshake the peer's first words may wait for an acknowledgement, which this system may
 * delay for 40 ms (RFC 1122, section 4.2.3.2).
 */
const lateAckMs = 60

/**
 * A connected socket to the origin of `url`, silent so far, its certificate verified.
 * Fails with TransportFailure of phase `connect`.
 */
export async function dial(url: URL, { signal, proxy, lookup, listenMs }: Dialing): Promise<Socket> {
  const { hostname } = url
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const secure = url.protocol === 'https:' ? await import('./tls.ts') : undefined
  const tunnel = proxy && (await import('./tunnel.ts'))
  const { connect, isIP } = await import('node:net')
  const first = proxy ?? { host, port }
  const named = !secure && !isIP(first.host)
  const only = named ? { lookup: loopbackOnly(lookup ?? (await import('node:dns')).lookup) } : {}
  if (signal.aborted) throw new TransportFailure('connect', signal.reason)
  const socket = connect({ host: first.host, port: first.port, ...only })
  const stop = () => socket.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  // Errors are heard below while somebody waits; at any other moment `close` is all that matters.
  socket.on('error', () => {})
  let peer = proxy && `the proxy ${proxy.host}:${proxy.port}`
  try {
    let began = now()
    if (!secure) refuseUnasked(socket)
    await ready(socket, 'connect')
    if (proxy && tunnel) await tunnel.tunnelled(socket, `${url.hostname}:${port}`, proxy.authorization)
    peer = undefined
    let way = socket
    if (secure) {
      began = now()
      way = secure.startTls(socket, host)
      way.on('error', () => {})
      refuseUnasked(way)
      await ready(way, 'secureConnect')
    }
    await requireSilence(way, listenMs && Math.max(listenMs, secure ? lateAckMs : 0, now() - began))
    return way
  } catch (error) {
    socket.destroy()
    if (error instanceof MoveError) throw error
    throw new TransportFailure('connect', signal.aborted ? signal.reason : error, peer)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((done, fail) => {
    const onClose = () => fail(new Error('the connection was closed before it was ready'))
    socket.once('error', fail).once('close', onClose)
    socket.once(event, () => {
      socket.off('error', fail).off('close', onClose)
      done()
    })
  })
}

/** Plain http goes to this machine alone: a name that also means another machine is refused before anything is opened. */
const loopbackOnly =
  (lookup: typeof resolve): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (!found.every(({ address }) => isLoopback(address))) return done(insecureUrl(host), [])
      if (options.all) return done(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })

/** Milliseconds by a clock that nobody sets. That of `performance` would load a module. */
const now = (): number => Number(hrtime.bigint() / 1_000_000n)

export const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
