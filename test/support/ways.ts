/** The ways by which a request travels in life: tests run over each of them. */
import { createTransport } from '../../src/client/transport.ts'
import type { Transport } from '../../src/contract/wire.ts'

export const ways: [name: string, transport: Transport][] = [['a socket', createTransport()]]
