/** How long a request may take where the user says nothing, and that codes say truly whether to try again. */
import { expect, test } from 'vitest'
import { sendRead, sendWrite, type Sender } from '../../src/client/client.ts'
import { compose } from '../../src/client/compose.ts'
import { localCodes, serviceCodes } from '../../src/contract/codes.ts'
import type { OperationName } from '../../src/contract/operations.ts'

const target = {
  baseUrl: 'https://api.test/v1',
  apiKey: 'k',
  tokenHeader: 'Authorization',
  tokenScheme: 'Bearer',
  userAgent: 'test',
}

/** A sender that remembers the deadline of each request. */
function remembering(timeoutMs?: number) {
  const deadlines: number[] = []
  const sender: Sender = {
    target,
    send: async (_, limits) => {
      deadlines.push(limits.timeoutMs)
      return { what: 'answered', status: 200, headers: new Map(), text: '{"success":true,"data":{}}' }
    },
    stopping: { atOnce: new AbortController().signal, sleep: async () => {}, waits: () => {} },
    ...(timeoutMs !== undefined && { timeoutMs }),
    retryPolicy: {
      retries: 0,
      maxWaitMs: 0,
      signal: new AbortController().signal,
      now: () => new Date(),
      sleep: async () => {},
      random: () => 0,
      onWait: () => {},
    },
  }
  return { sender, deadlines }
}

const ledger = { sending: async () => 'r-1', recordOutcome: async () => {} }
const write = async (name: OperationName, sender: Sender) =>
  sendWrite(compose(name, {}, target), ledger, sender)

test('a request has 30 s; claim, mint and upgrade have 120, for a short deadline only leaves outcomes unknown', async () => {
  const { sender, deadlines } = remembering()
  await sendRead('token.price', {}, sender)
  await sendRead('motion.history', {}, sender)
  for (const name of ['motion.submit', 'token.claim', 'nft.mint', 'nft.upgrade'] as const)
    await write(name, sender)
  expect(deadlines).toEqual([30_000, 30_000, 30_000, 120_000, 120_000, 120_000])
})

test('--timeout counts for every request', async () => {
  const { sender, deadlines } = remembering(7000)
  await sendRead('token.price', {}, sender)
  await write('token.claim', sender)
  expect(deadlines).toEqual([7000, 7000])
})

test('no code that ends with 1 to 6 says that the same command may simply be run again', () => {
  const entries = Object.entries<{ exit: number; retry: string }>({ ...serviceCodes, ...localCodes })
  expect(
    entries.filter(([, { exit, retry }]) => exit <= 6 && retry === 'later').map(([name]) => name),
  ).toEqual([])
})
