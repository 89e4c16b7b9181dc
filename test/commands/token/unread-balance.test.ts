/** A claim whose balance cannot be read: off a terminal it is not sent and ends with that read's code, whatever that is. */
import { expect, test } from 'vitest'
import { TransportFailure } from '../../../src/contract/wire.ts'
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

test.each([
  ['--yes --force', {}, 1],
  ['--yes', { tty: true, stdin: 'y\n', env: { ACCESSIBLE: '1' } }, 1],
  ['--yes --force -q', {}, 0],
])('with %s it is sent all the same, with a warning', async (flags, setting, warnings) => {
  const { run, lines } = world({ faults: 'GET /token/balance:404' })
  const { code, stderr } = await run(`token claim ${flags}`, setting)
  expect(code).toBe(0)
  expect(stderr.split('warning: The balance before could not be read. ').length - 1).toBe(warnings)
  expect(lines()[0]).not.toHaveProperty('balance')
})

test.each(['', '--force'])('a stop while it is read sends nothing and leaves no record %s', async (flag) => {
  const stop = new AbortController()
  const { run, requested, writes } = world({
    signal: stop.signal,
    service: async ({ signal }) => {
      stop.abort('SIGINT')
      throw new TransportFailure('sent', signal.reason)
    },
  })
  const ran = await run(`token claim --yes --json ${flag}`.trim())
  expect({ code: ran.code, requested: requested() }).toEqual({ code: 130, requested: ['GET /token/balance'] })
  expect(errorOf(ran)).toMatchObject({ code: 'CLI_INTERRUPTED', exit_code: 130 })
  expect(await writes()).toEqual([])
})

test('the error of a balance that cannot be read names its own request, and that the claim was not sent', async () => {
  const { stderr } = await world({ faults: 'GET /token/balance:404' }).run('token claim --yes')
  expect(stderr).toContain(
    'error: The balance before the claim could not be read, so the claim was not sent. ',
  )
  expect(stderr).toMatch(/^ {2}request {2}GET \/token\/balance /m)
})
