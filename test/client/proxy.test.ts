/** A proxy stands between: the request goes through it, and what fails at the proxy was not sent. */
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guarded } from '../../src/client/guards.ts'
import { createPool } from '../../src/client/pool.ts'
import { startWitness, type Witness } from '../witness/service.ts'

let witness: Witness
let proxy: Server
let tunnels: string[]
let refuse: boolean

beforeEach(async () => {
  witness = await startWitness()
  tunnels = []
  refuse = false
  proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    if (refuse) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const [host, port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await witness.close()
})

const through = async () => {
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pool = createPool({ proxy: { http: url, https: url } })
  const ask = { method: 'GET', url: `${witness.url}/token/price`, headers: { 'X-API-Key': witness.key } }
  const reply = await guarded(pool)(ask, { timeoutMs: 3000, signal: new AbortController().signal })
  await pool.close()
  return reply
}

test('a request goes through the proxy of the environment', async () => {
  expect(await through()).toMatchObject({ what: 'answered', status: 200 })
  expect(tunnels).toEqual([new URL(witness.url).host])
})

test('a proxy that refuses means that nothing was sent', async () => {
  refuse = true
  expect(await through()).toMatchObject({ what: 'not-sent' })
  expect(witness.requests).toHaveLength(0)
})
