/**
 * Connections for the writes of a run, opened while earlier ones are in use: each carries one request all the same, and is
 * listened to from its beginning, longer than one that is opened when it is needed.
 */
import type { Socket } from 'node:net'
import { TransportFailure } from '../../contract/wire.ts'
import { dial, type Dialing } from './dial.ts'
import { requireSilence, UnaskedBytes } from './unasked.ts'

/** Connections that are open at most, or being opened, before there is a request for them. */
const most = 8
/** Only writes that follow each other within these milliseconds have connections opened ahead. */
const briskMs = 50
/** A connection is closed where it is not used so long: a service may end one that asks nothing. */
const freshMs = 500
/** Longest time to open one, in milliseconds. */
const openingMs = 10_000

type Ahead = { origin: string; socket?: Socket; stale?: NodeJS.Timeout; unasked?: Error }

/** Opens as `dial` does; what it opens ahead does not hold the process. */
export function dialAhead(): typeof dial {
  const list: Ahead[] = []
  let latest = -Infinity
  const forget = (one: Ahead): void => {
    const at = list.indexOf(one)
    if (at >= 0) list.splice(at, 1)
  }
  async function open(url: URL, dialing: Dialing): Promise<void> {
    const one: Ahead = { origin: url.origin }
    list.push(one)
    try {
      const socket = await dial(url, { ...dialing, signal: AbortSignal.timeout(openingMs), idle: true })
      one.socket = socket
      one.stale = setTimeout(() => socket.destroy(), freshMs).unref()
      socket.once('error', (error) => {
        if (error instanceof UnaskedBytes) one.unasked = error
      })
      socket.once('close', () => {
        clearTimeout(one.stale)
        if (!one.unasked) forget(one)
      })
    } catch {
      // Who needs one opens it, and hears why it cannot be opened.
      forget(one)
    }
  }
  const taken = (origin: string): Socket | undefined => {
    const one = list.find((each) => each.origin === origin && (each.unasked ?? each.socket))
    if (!one) return undefined
    forget(one)
    clearTimeout(one.stale)
    if (one.unasked) throw new TransportFailure('connect', one.unasked)
    return one.socket
  }

  return async (url, dialing) => {
    // A read is made by itself.
    if (dialing.listenMs === undefined) return dial(url, dialing)
    const now = performance.now()
    if (now - latest < briskMs && list.length < most) void open(url, dialing)
    latest = now
    const socket = taken(url.origin)
    if (!socket) return dial(url, dialing)
    try {
      socket.ref()
      await requireSilence(socket)
      return socket
    } catch (error) {
      if (error instanceof UnaskedBytes) throw new TransportFailure('connect', error)
      return dial(url, dialing)
    }
  }
}
