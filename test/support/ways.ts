/** The ways by which a request travels in life: tests run over each of them. */
import { afterAll } from 'vitest'
import { direct, kept } from '../../src/client/direct.ts'
import { createPool } from '../../src/client/pool.ts'
import type { Transport } from '../../src/contract/wire.ts'

const pool = createPool({ connections: 4 })
afterAll(async () => pool.close())

export const ways: [name: string, transport: Transport][] = [
  ['direct', direct],
  ['kept', kept()],
  ['pool', pool],
]
