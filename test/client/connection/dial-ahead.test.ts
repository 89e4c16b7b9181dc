/** Connections that are opened before there is a write for them: each is used once, by a write that may use it, or closed. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPool } from '../../../src/client/connection/undici-transport.ts'
import { withGuards } from '../../../src/client/guarded-transport.ts'

const signal = new AbortController().signal
const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

const pause = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Echoes the path of each request; `idle` is done with each connection as it is opened. */
async function service(idle: (socket: Socket, nth: number) => void = () => {}) {
  const connections: { paths: string[]; ended: boolean }[] = []
  const server = createServer((socket) => {
    const one = { paths: [] as string[], ended: false }
    sockets.push(socket)
    connections.push(one)
    socket.on('error', () => {}).on('close', () => (one.ended = true))
    socket.on('data', (chunk) => {
      const path = /POST (\S+)/.exec(chunk.toString())?.[1] ?? '?'
      one.paths.push(path)
      const body = JSON.stringify({ success: true, data: path })
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
    idle(socket, connections.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = withGuards(createPool())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const write = async (nth: number) => {
    const url = `${origin}/v1/${nth}`
    const reply = await send({ method: 'POST', url, headers: {} }, { timeoutMs: 5000, signal })
    return reply.what === 'answered' ? (JSON.parse(reply.text) as { data: string }).data : reply
  }
  return { write, connections, used: () => connections.filter(({ paths }) => paths.length > 0) }
}

test('writes that follow each other have connections of their own, most of them opened ahead, none used twice', async () => {
  const { write, connections, used } = await service()
  let next = 0
  const lane = async () => {
    while (next < 200) {
      const nth = next++
      expect(await write(nth)).toBe(`/v1/${nth}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  expect(used().map(({ paths }) => paths.length)).toEqual(Array(200).fill(1))
  expect(connections.length).toBeGreaterThan(200)
  expect(connections.length).toBeLessThanOrEqual(200 + 8)
})

test('one that nothing uses is closed', async () => {
  const { write, connections } = await service()
  for (let nth = 0; nth < 3; nth++) await write(nth)
  expect(connections.length).toBeGreaterThan(3)
  await expect.poll(() => connections.every(({ ended }) => ended), { timeout: 3000 }).toBe(true)
})

test('writes that are far apart open none', async () => {
  const { write, connections } = await service()
  for (let nth = 0; nth < 4; nth++) {
    await write(nth)
    await pause(80)
  }
  expect(connections.map(({ paths }) => paths)).toEqual([['/v1/0'], ['/v1/1'], ['/v1/2'], ['/v1/3']])
})

test('one that the service closes meanwhile is not used', async () => {
  let ended = 0
  const { write, used } = await service((socket, nth) => {
    if (nth % 3 === 0) ended += socket.end() ? 1 : 0
  })
  const said: unknown[] = []
  for (let nth = 0; nth < 60; nth++) said.push(await write(nth))
  const failed = said.filter((each) => typeof each !== 'string')
  for (const each of failed) expect(each).toMatchObject({ what: 'not-sent' })
  expect(failed.length).toBeLessThan(ended)
  expect(used()).toHaveLength(60 - failed.length)
})

test('a service that speaks on one unasked has the next write refused, and not sent', async () => {
  const body = '{"success":true,"data":"unasked"}'
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const { write, used } = await service((socket) =>
    setTimeout(() => socket.bytesRead === 0 && socket.write(answer), 150),
  )
  let failed: unknown
  let nth = 0
  // A busy machine may take so long for two writes that none is opened ahead.
  for (; failed === undefined && nth < 60; nth++) {
    const said = await write(nth)
    if (typeof said === 'string') expect(said).toBe(`/v1/${nth}`)
    else failed = said
    if (nth % 3 === 2) await pause(300)
  }
  expect(failed).toMatchObject({
    what: 'not-sent',
    why: expect.stringContaining('before anything was asked') as string,
  })
  expect(used()).toHaveLength(nth - 1)
})
