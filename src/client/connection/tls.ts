/** TLS over a connected socket. Loaded only for https. */
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/**
 * Begins the handshake; `secureConnect` follows once the certificate is verified for `host`. Every option that a variable of
 * the environment could weaken is set here (NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0).
 */
export const startTls = (socket: Socket, host: string): TLSSocket =>
  connect({
    socket,
    host,
    // An address is no server name (RFC 6066); the certificate is then checked against `host`.
    servername: isIP(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
