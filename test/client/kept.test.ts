/** One connection for one request after the other. */
import { afterAll, expect, test } from 'vitest'
import { kept } from '../../src/client/direct.ts'
import { guarded } from '../../src/client/guards.ts'
import { startWitness } from '../witness/service.ts'

const witness = await startWitness()
afterAll(async () => witness.close())
const ask = { method: 'GET', url: `${witness.url}/token/price`, headers: { 'X-API-Key': witness.key } }
const limits = { timeoutMs: 5000, signal: new AbortController().signal }

test('requests that follow each other share a connection', async () => {
  const send = guarded(kept())
  for (let n = 0; n < 15; n++)
    expect(await send(ask, limits)).toMatchObject({ what: 'answered', status: 200 })
  expect(witness.connections()).toBe(1)
})

test('a connection that was cut is replaced, and the request on it counts as sent', async () => {
  const send = guarded(kept())
  await send(ask, limits)
  witness.answer({ destroy: 'before-answer' })
  expect(await send(ask, limits)).toMatchObject({ what: 'lost' })
  expect(await send(ask, limits)).toMatchObject({ what: 'answered', status: 200 })
})
