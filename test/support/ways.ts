/** The ways by which a request travels in life: tests run over each of them. */
import { createPool } from '../../src/client/connection/undici-transport.ts'
import { createTransport } from '../../src/client/connection/http-transport.ts'
import type { Dialing } from '../../src/client/connection/dial.ts'
import type { Transport } from '../../src/contract/wire.ts'

export const makers: [name: string, make: (way?: Omit<Dialing, 'signal'>) => Transport][] = [
  ['a socket', createTransport],
  ['the pool', createPool],
]

export const ways: [name: string, transport: Transport][] = makers.map(([name, make]) => [name, make()])
