/** The seam between movecli and whatever answers it: HTTP as plain data. A socket, a pool and the sandbox's own function all fit it. */

export type WireRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
}

/** The body may end with a TransportFailure of phase `sent`. Header names are lower case. */
export type WireResponse = {
  status: number
  headers: [name: string, value: string][]
  body: AsyncIterable<Uint8Array>
}

/** Fails only with TransportFailure. */
export type Transport = (request: WireRequest) => Promise<WireResponse>

/** `connect`: nothing was handed to a connected socket. `sent`: the service may have the request. */
export class TransportFailure extends Error {
  readonly phase: 'connect' | 'sent'
  constructor(phase: 'connect' | 'sent', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'TransportFailure'
    this.phase = phase
  }
}
