/** A tunnel through a proxy: CONNECT over a connected socket (RFC 9110, section 9.3.6). */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { largestHeaders } from '../guarded-transport.ts'

/** The proxy answered CONNECT with something else than a tunnel. */
class ProxyRefusal extends Error {
  readonly code = 'PROXY_REFUSED'
}

/** The socket, once the proxy has opened the tunnel to `authority` (host:port). The caller closes it after a failure. */
export async function tunnelled(
  socket: Socket,
  authority: string,
  authorization: string | undefined,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asking = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      setHost: false,
      maxHeaderSize: largestHeaders,
    })
    asking.setHeader('Host', authority)
    // Not among the options: NODE_DEBUG=http prints those.
    if (authorization !== undefined) asking.setHeader('Proxy-Authorization', authorization)
    asking.on('connect', ({ statusCode = 0 }, same, head) => {
      if (statusCode < 200 || statusCode > 299) reject(new ProxyRefusal(`HTTP ${statusCode}`))
      else if (head.length > 0) reject(new ProxyRefusal('it sent bytes before the tunnel was used'))
      else resolve(same)
    })
    asking.on('error', reject)
    asking.on('close', () => reject(new Error('the connection was closed without an answer')))
    asking.end()
  })
}
