/** What counts as this machine itself: the one answer for plain http, proxies, limits and the sandbox. */

const loopback =
  /^(localhost\.?|127(\.\d{1,3}){3}|::1|::ffff:(127(\.\d{1,3}){3}|7f[\da-f]{2}:[\da-f]{1,4}))$/i

/**
 * True for localhost, 127.0.0.0/8 and ::1, as URL.hostname, a Host header or a socket
 * writes them; names are resolved when connecting.
 */
export const isLoopback = (host: string): boolean =>
  host === '127.0.0.1' || loopback.test(host.startsWith('[') ? host.replace(/^\[(.*)\]$/, '$1') : host)
