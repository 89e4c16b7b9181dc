/**
 * A transport for many requests: reads may follow each other on a connection, which
 * undici keeps; a write has one of its own.
 */
import Client from 'undici/lib/dispatcher/client.js'
import { TransportFailure, type Transport, type WireRequest } from '../../contract/wire.ts'
import { dial } from './dial.ts'
import { createTransport, type ConnectOptions } from './http-transport.ts'
import { undiciHandler } from './undici-handler.ts'
import { largestHeaders } from '../guarded-transport.ts'

/** Thousands of writes follow each other: the wait is shorter than that of a single one. */
const listenBeforeWriteMs = 2

type PoolOptions = Omit<ConnectOptions, 'listenBeforeWriteMs'> & {
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
}

/**
 * Idle connections do not hold the process. One on which anything comes that was not asked for is closed, and none is kept
 * from then on: such a service may answer a request twice, and HTTP/1.1 cannot tell the second answer from the next one.
 */
export function createPool({ quietMs = 100, most = 8, ...way }: PoolOptions = {}): Transport {
  let keeps = true
  const idle: Lane[] = []
  // For a connection of one request undici's client costs twice what node:http does.
  const single = createTransport({ ...way, listenBeforeWriteMs })

  const open = (origin: string): Lane => {
    const lane: Lane = {
      origin,
      idleSince: 0,
      client: new Client(origin, {
        // Decided in dial.ts, for the request that waits. One that was written before is not written again.
        connect: (_, done) => {
          const { request, begun } = lane.carries ?? {}
          if (!request || begun) return done(new Error('the connection was closed'), null)
          dial(new URL(request.url), { ...way, signal: request.signal }).then(
            (socket) => done(null, socket),
            (error: Error) => done(error, null),
          )
        },
        pipelining: 1,
        maxHeaderSize: largestHeaders,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
    lane.client.on('disconnect', (_, __, error) => !lane.carries?.begun && unasked(error) && keepNone())
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

  return async (request) => {
    const { url, method, headers, body, signal } = request
    if (signal.aborted) throw new TransportFailure('connect', signal.reason)
    if (method !== 'GET' || !keeps) return single(request)
    const { origin, pathname, search } = new URL(url)
    const lane = kept(origin) ?? open(origin)
    const carried = { request, begun: false }
    lane.carries = carried
    return new Promise((resolve, reject) => {
      const begun = () => void (carried.begun = true)
      const over = (whole: boolean) => {
        delete lane.carries
        if (whole && keeps) keep(lane)
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
