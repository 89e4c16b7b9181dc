/**
 * What the journal keeps of a write that was given up: a stop is called a stop, and what
 * came in time is called what it was.
 */
import { expect, test } from 'vitest'
import { sendWrite } from '../../src/client/client.ts'
import type { Settlement } from '../../src/contract/outcome.ts'
import { compose } from '../../src/client/compose.ts'
import { withGuards, type Send } from '../../src/client/guarded-transport.ts'
import { startWitness } from '../witness/service.ts'
import type { Rule } from '../witness/service.ts'
import { bareSender } from '../support/bare-sender.ts'
import { ways } from '../support/ways.ts'

/** A claim that the service meets as `rule` says; once it has it, a stop is asked for, and it is given up. */
async function attempted(
  transport: (typeof ways)[number][1],
  rule: Rule,
  reason?: string,
  timeoutMs = 60_000,
  trace = () => {},
) {
  const witness = await startWitness()
  witness.answer({ method: 'POST', path: '/token/claim', ...rule })
  const stop = new AbortController()
  const bare = bareSender(witness.url, witness.key, stop)
  const said: Settlement[] = []
  const ledger = {
    sending: async () => 'id',
    recordOutcome: async (_: string, how: Settlement) => void said.push(how),
  }
  const sender = { ...bare, send: withGuards(transport), timeoutMs, trace }
  let error: unknown
  const sent = sendWrite(compose('token.claim', {}, bare.target), ledger, sender).catch((why: unknown) => {
    error = why
  })
  const stopped = async () => {
    while (!witness.requests.some(({ complete }) => complete))
      await new Promise((done) => setTimeout(done, 5))
    stop.abort(reason)
  }
  if (reason) await stopped()
  await sent
  await witness.close()
  return { said, error }
}

const settled = async (...how: Parameters<typeof attempted>) => (await attempted(...how)).said

test.each(ways)(
  '%s: a write that is stopped in flight is unknown, and its code says that it was stopped',
  async (_, way) => {
    expect(await settled(way, { hang: true }, 'SIGINT')).toEqual([
      { outcome: 'unknown', code: 'CLI_INTERRUPTED' },
    ])
    expect(await settled(way, { hang: true }, 'SIGTERM')).toEqual([
      { outcome: 'unknown', code: 'CLI_TERMINATED' },
    ])
  },
)

test.each(ways)('%s: without a stop the code says what was met', async (_, way) => {
  expect(await settled(way, { hang: true }, undefined, 1000)).toEqual([
    { outcome: 'unknown', code: 'CLI_TIMEOUT' },
  ])
  expect(await settled(way, { destroy: 'before-answer' })).toEqual([
    { outcome: 'unknown', code: 'CLI_UNAVAILABLE' },
  ])
})

test.each(ways)('%s: what fails after the answer has come leaves the write unknown', async (_, way) => {
  let told = 0
  const failing = () => {
    // The request, then its answer.
    if (++told === 2) throw new RangeError('Maximum call stack size exceeded')
  }
  expect(await attempted(way, {}, undefined, 60_000, failing)).toMatchObject({
    said: [{ outcome: 'unknown' }],
    error: {
      message: expect.stringContaining('It is unknown whether POST /token/claim was applied') as string,
      fault: { code: 'CLI_OUTCOME_UNKNOWN', outcome: 'unknown' },
    },
  })
})

test('a write that the service did not take leaves no second time where its wait cannot be put on record', async () => {
  const stop = new AbortController()
  const bare = bareSender('https://service.example/v1', 'k', stop)
  let sent = 0
  const said: Settlement[] = []
  const ledger = {
    sending: async () => 'id',
    waiting: async () => Promise.reject(new Error('the disk is full')),
    recordOutcome: async (_: string, how: Settlement) => void said.push(how),
  }
  const limited = '{"success":false,"error":{"code":"RATE_001","message":"m","details":""}}'
  const send: Send = async () => {
    sent += 1
    return { what: 'answered', status: 429, headers: new Map(), text: limited }
  }
  const sender = { ...bare, send, retryPolicy: { ...bare.retryPolicy, retries: 3, maxWaitMs: 60_000 } }
  await expect(sendWrite(compose('token.claim', {}, bare.target), ledger, sender)).rejects.toThrow()
  expect({ sent, said: said.map(({ outcome }) => outcome) }).toEqual({ sent: 1, said: ['rejected'] })
})
