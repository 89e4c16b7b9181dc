/** A transport for many requests: undici over the connections that dial.ts opens. A write has a connection of its own; reads may follow each other on one. */
import Client from 'undici/lib/dispatcher/client.js'
import { TransportFailure, type Transport, type WireRequest } from '../../contract/wire.ts'
import { dial, type Dialing } from './dial.ts'
import { undiciHandler } from './undici-handler.ts'
import { largestHeaders } from '../guarded-transport.ts'

/** Thousands of writes follow each other: the wait is shorter than that of a single one. */
const listenBeforeWriteMs = 2

type PoolOptions = Omit<Dialing, 'signal' | 'listenMs'> & {
  /** Milliseconds that a connection stays unused after an answer: what comes meanwhile was not asked for. */
  quietMs?: number
  /** Connections that are kept for reads. */
  most?: number
}

/** A connection, or the place of one, with the request that it carries. */
type Lane = {
  client: InstanceType<typeof Client>
  origin: string
  carries?: { request: WireRequest; begun: boolean }
  idleSince: number
  /** Its last answer came to its end, and its connection is being closed. */
  closes?: boolean
}

/**
 * Idle connections do not hold the process. One on which anything comes that was not asked for is closed, and none is kept
 * from then on: such a service may answer a request twice, and HTTP/1.1 cannot tell the second answer from the next one.
 */
export function createPool({ quietMs = 100, most = 8, ...way }: PoolOptions = {}): Transport {
  let keeps = true
  const idle: Lane[] = []
  /** Lanes of writes whose connections are closed: the next write opens one of its own in them. */
  const closed: Lane[] = []

  const open = (origin: string, single: boolean): Lane => {
    const lane: Lane = {
      origin,
      idleSince: 0,
      client: new Client(origin, {
        // Decided in dial.ts, for the request that waits. One that was written before is not written again.
        connect: (_, done) => {
          const { request, begun } = lane.carries ?? {}
          if (!request || begun) return done(new Error('the connection was closed'), null)
          dial(new URL(request.url), {
            ...way,
            signal: request.signal,
            listenMs: single ? listenBeforeWriteMs : undefined,
          }).then(
            (socket) => done(null, socket),
            (error: Error) => done(error, null),
          )
        },
        pipelining: single ? 0 : 1,
        maxHeaderSize: largestHeaders,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
    lane.client.on('disconnect', (_, __, error) => {
      if (single && lane.closes) closed.push(lane)
      else if (!single && !lane.carries?.begun && unasked(error)) keepNone()
    })
    return lane
  }
  const drop = (lane: Lane) => queueMicrotask(() => void lane.client.destroy().catch(() => {}))
  const keepNone = () => {
    keeps = false
    idle.splice(0).forEach(drop)
  }
  const keep = (lane: Lane) => {
    lane.idleSince = performance.now()
    idle.push(lane)
    if (idle.length > most) drop(idle.shift()!)
  }
  /** The connection that has been silent longest, if that is long enough. */
  const kept = (origin: string): Lane | undefined => {
    const at = idle.findIndex((lane) => lane.origin === origin)
    const silent = at >= 0 && performance.now() - idle[at]!.idleSince >= quietMs
    return silent ? idle.splice(at, 1)[0] : undefined
  }
  const vacant = (origin: string): Lane | undefined => {
    const at = closed.findIndex((lane) => lane.origin === origin)
    return at >= 0 ? closed.splice(at, 1)[0] : undefined
  }

  return async (request) => {
    const { url, method, headers, body, signal } = request
    if (signal.aborted) throw new TransportFailure('connect', signal.reason)
    const { origin, pathname, search } = new URL(url)
    const single = method !== 'GET' || !keeps
    const lane = (single ? vacant(origin) : kept(origin)) ?? open(origin, single)
    const carried = { request, begun: false }
    lane.carries = carried
    lane.closes = false
    return new Promise((resolve, reject) => {
      const begun = () => void (carried.begun = true)
      const over = (whole: boolean) => {
        delete lane.carries
        if (whole && single) lane.closes = true
        else if (whole && keeps) keep(lane)
        else drop(lane)
      }
      lane.client.dispatch(
        { path: pathname + search, method, headers, body: body ?? null },
        undiciHandler({ signal, begun, over, resolve, reject }),
      )
    })
  }
}

/** The parser's word for bytes on a connection that carries no request; a connection that only ends is no such case. */
const unasked = ({ code = '', message }: NodeJS.ErrnoException) =>
  code.startsWith('HPE_') || message === 'bad response'
