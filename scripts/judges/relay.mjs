/** A relay between two programs: passes HTTP on, keeps what went by, and can spoil an answer on purpose. */
import { createServer, request as send } from 'node:http'

/**
 * Listens on `host` and `port` and passes requests on to `target` (a base URL), the path without `strip` at its start.
 * `exchanges` are what went by; `spoil(exchange)` may return another body or status.
 */
export async function startRelay({ host = '127.0.0.1', port = 0, target, strip = '' }) {
  const relay = { exchanges: [], spoil: undefined }
  const server = createServer(async (incoming, outgoing) => {
    try {
      const exchange = await pass(incoming, target, strip)
      const spoilt = relay.spoil?.(exchange)
      relay.exchanges.push(exchange)
      const body = spoilt?.body ?? exchange.text
      const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...headers } = exchange.headers
      outgoing.writeHead(spoilt?.status ?? exchange.status, headers)
      outgoing.end(body)
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise((resolve, reject) => server.on('error', reject).listen(port, host, resolve))
  relay.url = `http://${host}:${server.address().port}`
  relay.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return relay
}

async function pass(incoming, target, strip) {
  const sent = await all(incoming)
  const path = incoming.url.startsWith(strip) ? incoming.url.slice(strip.length) : incoming.url
  const url = new URL(target.replace(/\/$/, '') + path)
  const headers = { ...incoming.headers, host: url.host, connection: 'close' }
  const answer = await new Promise((resolve, reject) =>
    send(url, { method: incoming.method, headers }, resolve).on('error', reject).end(sent),
  )
  const text = await all(answer)
  const { statusCode: status, headers: back } = answer
  return {
    method: incoming.method,
    path,
    sent,
    status,
    headers: back,
    text,
    type: back['content-type'] ?? '',
  }
}

async function all(stream) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) text += part
  return text
}
