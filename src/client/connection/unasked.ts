/** Bytes that come before a request was written whole are not its answer: who sends them speaks of something else. */
import type { Socket } from 'node:net'

/** The service spoke before it could know the request. */
export class UnaskedBytes extends Error {
  readonly code = 'UNASKED_BYTES'
  constructor() {
    super('bytes came before the request was written')
  }
}

/** The longest wait for a service that may speak first, in milliseconds. */
const mostMs = 300

/** From here on the socket ends with UnaskedBytes where anything comes while its request is not written whole. */
export function refuseUnasked(socket: Socket): void {
  const push = socket.push.bind(socket)
  const isWritten = () => socket.bytesWritten > 0 && socket.writableLength === 0
  let held: unknown[] | undefined
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (held) return held.push(chunk) > 0
    if (chunk === null || isWritten()) return push(chunk, encoding)
    if (socket.bytesWritten > 0 && 'encrypted' in socket) {
      // TLS tells of a write that is done one turn later, perhaps after its answer.
      const waiting = (held = [chunk])
      setImmediate(() => {
        held = undefined
        if (!isWritten()) return void socket.destroy(new UnaskedBytes())
        for (const each of waiting) push(each, encoding)
      })
      return true
    }
    socket.destroy(new UnaskedBytes())
    return false
  }
}

/**
 * Listens before the first byte is written: for what is here already, and with `listenMs` that long, so that a service that
 * speaks first is heard. Throws UnaskedBytes, or that the connection is gone; nothing has left then.
 */
export async function requireSilence(socket: Socket, listenMs?: number): Promise<void> {
  let ended = false
  let failed: Error | undefined
  const onEnd = () => (ended = true)
  const onError = (error: Error) => (failed = error)
  socket.once('end', onEnd).once('error', onError)
  // The first turn begins to read, the second has read.
  await nextTurn()
  await nextTurn()
  if (listenMs !== undefined)
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.ceil(listenMs), mostMs))
      socket.once('close', () => {
        clearTimeout(timer)
        resolve(undefined)
      })
    })
  socket.off('end', onEnd).off('error', onError)
  if (failed) throw failed
  if (ended || socket.destroyed || socket.readableEnded)
    throw new Error('the connection was closed before it was used')
}

const nextTurn = async () => new Promise((resolve) => setImmediate(resolve))
