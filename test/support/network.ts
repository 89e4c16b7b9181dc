/** Services over TLS, proxies and silent peers on 127.0.0.1, which remember what reached them. */
import { readFileSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { afterAll } from 'vitest'

export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url))
/** The file for NODE_EXTRA_CA_CERTS: the authority of every certificate but `cert`, which is its own. */
export const authorityFile = new URL('../fixtures/tls/ca.pem', import.meta.url).pathname

/** Certificates that no client may take, but the first. */
export const certificates = [
  'good',
  'wrong-host',
  'expired',
  'future',
  'cert',
  'missing-intermediate',
] as const
export const badCertificates = certificates.slice(1)

const open: (() => void)[] = []
afterAll(() => open.splice(0).forEach((close) => close()))

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('close', () => sockets.delete(socket))
  })
  open.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export type Seen = { method: string; path: string; headers: string[]; body: string }

/** Three pages of a list, the last with one row. */
const pageOf = (path: string) => {
  const page = Number(new URL(path, 'https://service.test').searchParams.get('page') ?? 1)
  return Array.from({ length: page < 3 ? 50 : 1 }, (_, at) => ({ id: `n-${page}-${at}` }))
}

/** A service over TLS with one of the certificates; every answer is good. */
export async function tlsService(certificate: string, options: object = {}) {
  const seen: Seen[] = []
  const key = fixture(certificate === 'cert' ? 'key' : 'leaf-key')
  const server = createHttps({ key, cert: fixture(certificate), ...options }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method!, path: request.url!, headers: request.rawHeaders, body })
      const data = request.url!.includes('collection') ? pageOf(request.url!) : { value: '1.10' }
      response.end(JSON.stringify({ success: true, data }))
    })
  })
  return { port: await listening(server), seen }
}

/** A service over TLS that says each answer three times: rows with an odd number of steps are refused. */
export async function repeatingService(): Promise<{ port: number; steps: number[] }> {
  const steps: number[] = []
  const key = fixture('leaf-key')
  const server = createTls({ key, cert: fixture('good') }, (socket) => {
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const asked = /"steps":(\d+)[^}]*\}$/.exec(text)
      if (!asked) return
      text = ''
      const n = Number(asked[1])
      steps.push(n)
      const refused = { success: false, error: { code: 'MOTION_001', message: `no ${n}` } }
      const body = JSON.stringify(n % 2 === 0 ? { success: true, data: { n } } : refused)
      const status = n % 2 === 0 ? '200 OK' : '400 Bad Request'
      const answer = `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      for (const ms of [0, 3, 9]) setTimeout(() => socket.writable && socket.write(answer), ms)
    })
  })
  return { port: await listening(server), steps }
}

/**
 * A proxy whose tunnels all end at `target`; `said` is all that clients sent to it before a
 * tunnel stood, `through` counts the bytes after.
 */
export async function proxyTo(
  target: number,
  answer = 'HTTP/1.1 200 Connection established\r\n\r\n',
): Promise<{ port: number; said: string[]; connections: () => number }> {
  const said: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    let head = ''
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      said.push(head)
      socket.off('data', read)
      socket.write(answer)
      if (!answer.includes(' 200 ')) return void socket.end()
      const onward = connect(target, '127.0.0.1')
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      onward.pipe(socket).pipe(onward)
    }
    socket.on('data', read)
  })
  return { port: await listening(server), said, connections: () => connections }
}

/** What a peer sends at once, and after the client's first bytes; then it says nothing and never ends. */
export type Script = { first?: string; after?: string }

/** A peer that goes silent; `open` is how many connections it still holds. */
export async function silentPeer({ first = '', after = '' }: Script = {}) {
  const held = new Set<Socket>()
  const heard: string[] = []
  const server = createServer((socket) => {
    held.add(socket)
    socket.on('close', () => held.delete(socket))
    if (first) socket.write(first)
    socket.on('data', (chunk) => {
      heard.push(chunk.toString('latin1'))
      if (after && heard.length === 1) socket.write(after)
    })
  })
  return { port: await listening(server), heard, open: () => held.size }
}
