/** A claim whose balance cannot be read: off a terminal it is not sent and ends with that read's code, whatever that is. */
import { expect, test } from 'vitest'
import { errorOf, world } from '../../support/world.ts'

test.each([
  ['the service is down', 'GET /token/balance:500', 8],
  ['the chain is unavailable', 'GET /token/balance:CHAIN_001', 8],
  ['no answer comes', 'GET /token/balance:drop-before', 8],
  ['the answer is cut off', 'GET /token/balance:truncate', 8],
  ['the answer is not JSON', 'GET /token/balance:not-json', 8],
  ['there is none', 'GET /token/balance:404', 6],
  ['the session is not taken', 'GET /token/balance:AUTH_002', 4],
  ['the limit is reached', 'GET /token/balance:429=120s', 7],
])('%s: nothing is sent, nothing is on record', async (_, fault, exit) => {
  const { run, requested, writes } = world({ faults: fault })
  const ran = await run('token claim --yes --json')
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: exit, stdout: '' })
  expect(errorOf(ran)).toMatchObject({ exit_code: exit, outcome: 'not_sent' })
  expect(new Set(requested())).toEqual(new Set(['GET /token/balance']))
  expect(await writes()).toEqual([])
})
