/** Answers that nobody asked for: what a service says twice belongs to no other request. */
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { withGuards } from '../../src/client/guarded-transport.ts'
import { createPool } from '../../src/client/connection/undici-transport.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { makers } from '../support/ways.ts'

const signal = new AbortController().signal
const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/**
 * Echoes the number of a request in each of its answers; `after` says when they leave, in milliseconds, or that
 * those of the first request leave in one piece.
 */
async function echo(after: number[] | 'first twice') {
  const connections: string[][] = []
  const server = createServer((socket) => {
    const carried: string[] = []
    connections.push(carried)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const n = /x(\d+) HTTP/.exec(chunk.toString())?.[1] ?? '?'
      carried.push(n)
      const body = JSON.stringify({ success: true, data: n })
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      if (after === 'first twice') return void socket.write(n === '0' ? answer + answer : answer)
      for (const ms of after) setTimeout(() => socket.writable && socket.write(answer), ms)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = async (transport: Transport, method: string, n: number): Promise<string> => {
    const url = `http://127.0.0.1:${port}/v1/x${n}`
    const reply = await withGuards(transport)({ method, url, headers: {} }, { timeoutMs: 5000, signal })
    return reply.what === 'answered' ? (JSON.parse(reply.text) as { data: string }).data : reply.why
  }
  return { ask, connections }
}

const pause = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(makers)('over %s', (_, make) => {
  test.each(['POST', 'GET'])(
    'a second answer that comes late belongs to no later request: %s, one by one and eight at once',
    async (method) => {
      const { ask } = await echo([0, 3, 9])
      const transport = make()
      const taken: [asked: string, got: string][] = []
      let next = 0
      const lane = async () => {
        while (next < 60) {
          const n = next++
          taken.push([`${n}`, await ask(transport, method, n)])
          if (n % 3 === 0) await pause(4)
        }
      }
      await lane()
      next = 0
      await Promise.all(Array.from({ length: 8 }, lane))
      expect(taken).toHaveLength(120)
      // A second one that came in one piece with the first leaves a write unknown.
      const own = (asked: string) => [
        asked,
        ...(method === 'POST' ? ['The service answered more than once'] : []),
      ]
      expect(taken.filter(([asked, got]) => !own(asked).includes(got))).toEqual([])
    },
  )
})

test('reads follow each other on a connection once it has been silent for a while, not before', async () => {
  const { ask, connections } = await echo([0])
  const [hasty, patient] = [createPool({ quietMs: 0 }), createPool({ quietMs: 60_000 })]
  for (let n = 0; n < 5; n++) expect(await ask(hasty, 'GET', n)).toBe(`${n}`)
  expect(connections).toEqual([['0', '1', '2', '3', '4']])
  for (let n = 5; n < 8; n++) expect(await ask(patient, 'GET', n)).toBe(`${n}`)
  expect(connections.slice(1)).toEqual([['5'], ['6'], ['7']])
})

test('a write has a connection of its own, before and after reads that share one', async () => {
  const { ask, connections } = await echo([0])
  const pool = createPool({ quietMs: 0 })
  for (const [n, method] of ['GET', 'POST', 'GET', 'DELETE', 'POST', 'GET'].entries())
    expect(await ask(pool, method, n)).toBe(`${n}`)
  expect(connections).toEqual([['0', '2', '5'], ['1'], ['3'], ['4']])
})

test('a write whose answer comes twice in one piece takes no later write with it: each has a connection of its own', async () => {
  const { ask, connections } = await echo('first twice')
  const pool = createPool()
  for (let n = 0; n < 5; n++) {
    expect(await ask(pool, 'POST', n)).toBe(n === 0 ? 'The service answered more than once' : `${n}`)
    // By now the connection before is closed.
    await pause(5)
  }
  expect(connections).toEqual([['0'], ['1'], ['2'], ['3'], ['4']])
})

test('what comes on a kept connection unasked closes it, and none is kept from then on', async () => {
  const { ask, connections } = await echo('first twice')
  const pool = createPool({ quietMs: 0 })
  for (let n = 0; n < 5; n++) expect(await ask(pool, 'GET', n)).toBe(`${n}`)
  expect(connections).toEqual([['0'], ['1'], ['2'], ['3'], ['4']])
})

test('a connection that only ends is replaced, and reads go on sharing one', async () => {
  const { ask, connections } = await echo([0])
  let ended = 0
  const ending = createServer((socket) => {
    socket.on('error', () => {}).on('close', () => (ended += 1))
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"success":1}\n'))
  })
  servers.push(ending)
  await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve))
  const pool = createPool({ quietMs: 0 })
  const url = `http://127.0.0.1:${(ending.address() as AddressInfo).port}/v1/x`
  for (let n = 0; n < 3; n++) {
    const reply = await withGuards(pool)({ method: 'GET', url, headers: {} }, { timeoutMs: 5000, signal })
    expect(reply).toMatchObject({ what: 'answered', status: 200 })
    await expect.poll(() => ended).toBe(n + 1)
  }
  for (let n = 0; n < 3; n++) expect(await ask(pool, 'GET', n)).toBe(`${n}`)
  expect(connections).toEqual([['0', '1', '2']])
})

test('after a write whose connection was cut, the next ones are answered', async () => {
  const { ask } = await echo([0])
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.resetAndDestroy())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`
  const pool = createPool()
  for (let n = 0; n < 3; n++) {
    expect(await ask(pool, 'POST', n)).toBe(`${n}`)
    const reply = await withGuards(pool)(
      { method: 'POST', url: cut, headers: {} },
      { timeoutMs: 5000, signal },
    )
    expect(reply).toMatchObject({ what: 'lost', timedOut: false })
  }
})

test.each(['POST', 'GET'])('a %s whose connection is cut was sent once', async (method) => {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard.push(chunk.toString())
      socket.resetAndDestroy()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`
  const reply = await withGuards(createPool())({ method, url, headers: {} }, { timeoutMs: 5000, signal })
  expect(reply).toMatchObject({ what: 'lost', timedOut: false })
  await pause(20)
  expect(heard).toHaveLength(1)
})
