/** The way for many requests, or through a proxy: undici, with connections that are kept. */
import { Agent, EnvHttpProxyAgent, request as send, type Dispatcher } from 'undici'
import { TransportFailure, type Transport } from '../contract/wire.ts'
import { largestHeaders } from './guards.ts'

export type PoolOptions = { connections?: number; proxy?: { http?: string; https?: string; except?: string } }

/** A transport over kept connections, and `close` for them. The deadline is the request's own signal. */
export function createPool({ connections = 16, proxy }: PoolOptions = {}): Transport & {
  close(): Promise<void>
} {
  const shared = { connections, maxHeaderSize: largestHeaders, headersTimeout: 0, bodyTimeout: 0 }
  const agent = proxy
    ? new EnvHttpProxyAgent({
        ...shared,
        httpProxy: proxy.http ?? '',
        httpsProxy: proxy.https ?? '',
        noProxy: proxy.except ?? '',
      })
    : new Agent(shared)
  const dispatcher = agent.compose(watching)
  const carry: Transport = async ({ url, method, headers, body, signal }) => {
    let sent = false
    const fail = (error: unknown) => new TransportFailure(sent ? 'sent' : 'connect', error)
    if (signal.aborted) throw fail(signal.reason)
    try {
      const answer = await send(url, {
        method,
        headers,
        body: body ?? null,
        signal,
        dispatcher,
        onSent: () => (sent = true),
      } as Parameters<typeof send>[1])
      return {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
        body: chunks(answer.body),
      }
    } catch (error) {
      throw fail(error)
    }
  }
  return Object.assign(carry, { close: async () => agent.close() })
}

/** Tells (through a request's `onSent`) when it is handed to a connected socket: from then on the service may have it. */
const watching: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart: (controller, context) => {
      ;(options as { onSent?: () => void }).onSent?.()
      handler.onRequestStart?.(controller, context)
    },
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => handler.onResponseStart?.(...all),
    onResponseData: (...all) => handler.onResponseData?.(...all),
    onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
    onResponseError: (...all) => handler.onResponseError?.(...all),
  })

async function* chunks(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new TransportFailure('sent', error)
  }
}
