/**
 * The seam between movecli and whatever answers it: HTTP as plain data. A socket and the
 * sandbox's own function both fit it.
 */

export type WireRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: Uint8Array
  /** Aborted at the deadline, at a stop, and once the request is done: what it opened for itself is closed then. */
  signal: AbortSignal
  /** Runs what comes before anything leaves: a stop aborts the signal meanwhile, for only an answer is worth its wait. */
  unsent?: <T>(work: () => Promise<T>) => Promise<T>
}

/** The body may end with a TransportFailure of phase `sent`. Header names are lower case. */
export type WireResponse = {
  status: number
  headers: [name: string, value: string][]
  body: AsyncIterable<Uint8Array>
}

/** Fails with TransportFailure, or with a MoveError whose outcome is `not_sent`. */
export type Transport = (request: WireRequest) => Promise<WireResponse>

/** `connect`: nothing was handed to a connected socket. `sent`: the service may have the request. */
export class TransportFailure extends Error {
  readonly phase: 'connect' | 'sent'
  /** Who failed, where it was not the service: `the proxy 10.0.0.1:3128`. */
  readonly peer: string | undefined
  constructor(phase: 'connect' | 'sent', cause: unknown, peer?: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'TransportFailure'
    this.phase = phase
    this.peer = peer
  }
}
