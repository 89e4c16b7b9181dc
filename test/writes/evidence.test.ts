/** What a person is told of an unresolved write: how it ended, the balance then and now, and what the history lists. */
import { expect, test } from 'vitest'
import type { Sender } from '../../src/client/client.ts'
import { parseJson } from '../../src/contract/lossless-json.ts'
import { moveError } from '../../src/errors.ts'
import { fold, type Write } from '../../src/journal/writes/fold.ts'
import type { Session } from '../../src/session/session.ts'
import { evidenceLines, gatherEvidence, provenBy, type Evidence } from '../../src/writes/gather-evidence.ts'
import { planned, sending } from '../journal/support.ts'

const claim = (more: Partial<Write> = {}): Write => ({ ...fold([planned('c1'), sending('c1')])[0]!, ...more })
const said = (text: string) => ({ data: parseJson(text) })
const unread = { error: moveError('CLI_UNAVAILABLE', { message: 'Nobody answers.' }) }
/** The lines without their names. */
const told = (...how: Parameters<typeof evidenceLines>) =>
  evidenceLines(...how)
    .slice(2)
    .map((line) => line.trim())

test.each<[string, Partial<Write>, string]>([
  ['its process is gone', {}, 'sent, no answer on record'],
  [
    'Ctrl-C',
    { code: 'CLI_INTERRUPTED' },
    'sent, and movecli was stopped before an answer came (CLI_INTERRUPTED)',
  ],
  [
    'a kill',
    { code: 'CLI_TERMINATED' },
    'sent, and movecli was stopped before an answer came (CLI_TERMINATED)',
  ],
  ['no answer in time', { code: 'CLI_TIMEOUT' }, 'sent, no usable answer (CLI_TIMEOUT)'],
  [
    'a fault of the chain',
    { code: 'CHAIN_001', status: 503 },
    'sent, no usable answer (CHAIN_001, HTTP 503)',
  ],
  ['an answer without a code', { status: 302 }, 'sent, no usable answer (HTTP 302)'],
])('why the outcome is unknown after %s', (_, more, why) => {
  expect(evidenceLines(claim(more), {})[1]).toBe(`unknown      ${why}`)
})

test('the record is told with its time, its request and the body that is kept', () => {
  const line = 'record       c1, 2026-01-02T03:04:05.000Z, POST /token/claim'
  expect(evidenceLines(claim(), {})[0]).toBe(line)
  expect(evidenceLines(claim({ body: '{"amount":1.10}' }), {})[0]).toBe(`${line} {"amount":1.10}`)
})

const before = '{"balance":10,"claimable":5}'
const after = '{"balance":15,"claimable":0}'
const moved = 'balance 10 → 15, claimable 5 → 0'
const another = `0x${'2'.repeat(40)}`

test.each<[string, Partial<Write>, string, string, proven?: boolean]>([
  ['stands still', {}, before, 'unchanged (not conclusive: chains can settle late)'],
  [
    'differs in what is no amount',
    { balance: '{"balance":10,"rank":1}' },
    '{"balance":10,"rank":2}',
    'no amount changed (not conclusive: chains can settle late)',
  ],
  ['moved, and that proves it', {}, after, moved, true],
  [
    'moved, and another write may be why',
    {},
    after,
    `${moved} (not conclusive: another write may be the reason)`,
  ],
  [
    'moved, but for another token than was asked for',
    { body: '{"token":"KDAY"}', balance: '{"token":"MFT","balance":10,"claimable":5}' },
    '{"token":"MFT","balance":15,"claimable":0}',
    `${moved} (not conclusive: another token or amount was asked for)`,
  ],
  [
    'moved, but by another amount than was asked for',
    { body: '{"amount":4}' },
    after,
    `${moved} (not conclusive: another token or amount was asked for)`,
  ],
  [
    'moved, and is counted in another token now',
    { balance: '{"token":"MFT","balance":10,"claimable":5}' },
    '{"token":"KDAY","balance":15,"claimable":0}',
    `${moved} (not conclusive: the two differ in more than amounts, token kday)`,
  ],
  [
    'moved, and names another wallet',
    { balance: `{"address":"${another}","balance":10,"claimable":5}` },
    `{"address":"${another}","balance":15,"claimable":0}`,
    `${moved} (not conclusive: it names another address than the claim is of)`,
  ],
  [
    'rose, and nothing fell',
    {},
    '{"balance":15,"claimable":5}',
    'balance 10 → 15 (not conclusive: not one amount from claimable to balance, and nothing else of it)',
  ],
  [
    'moved as by a claim, beside a mint',
    { operation: 'nft.mint' },
    after,
    `${moved} (not conclusive: not one amount from claimable to balance, and nothing else of it)`,
  ],
])('a balance that %s is told so', (_, more, now, line, proven = false) => {
  const write = claim({ balance: before, ...more })
  expect(told(write, { balance: said(now) }, proven)).toEqual([
    `balance then ${write.balance}`,
    `balance now  ${now}`,
    line,
  ])
})

test('a balance that was not kept, or that cannot be read now, is said to be so', () => {
  expect(told(claim(), { balance: said(after) })).toEqual(['balance then not known', `balance now  ${after}`])
  expect(told(claim({ balance: before }), { balance: unread })).toEqual([
    `balance then ${before}`,
    'balance now  could not be read: Nobody answers.',
  ])
})

test('a motion is told with the history alone: it changes no balance that was kept', () => {
  const motion = claim({ operation: 'motion.submit' })
  expect(told(motion, { balance: said(after), history: said('[]') })).toEqual(['history      empty'])
})

test('a long balance is cut', () => {
  const long = `{"balance":10,"note":"${'x'.repeat(400)}"}`
  expect(told(claim(), { balance: said(long) }).at(-1)).toBe(`balance now  ${long.slice(0, 300)}…`)
})

const row = (day: number, n = 0) => `{"date":"2026-01-0${day}","n":${n}}`
test.each<[string, Evidence['history'], string[]]>([
  [
    'rows of the day of the record first, then others, three of each',
    said(
      `{"items":[${[row(1), row(2, 1), row(2, 2), row(3), row(2, 3), row(4), row(2, 4), row(5)].join()}]}`,
    ),
    [
      ...[1, 2, 3].map((n) => `history      of that day: ${row(2, n)}`),
      ...[1, 3, 4].map((day) => `history      other: ${row(day)}`),
    ],
  ],
  ['an empty list', said('{"items":[]}'), ['history      empty']],
  ['what is no list', said('{"total":3}'), ['history      {"total":3}']],
  ['a failure', unread, ['history      could not be read: Nobody answers.']],
])('of the history is told: %s', (_, history, lines) => {
  expect(told(claim(), { history: history! })).toEqual(lines)
})

test.each(['nft.mint', 'nft.upgrade'])('beside an %s the equipment is told', (operation) => {
  expect(told(claim({ operation }), { history: said(`[${row(2)}]`) })).toEqual([
    `equipment    of that day: ${row(2)}`,
  ])
})

test.each<[string, Partial<Write>, Evidence, boolean]>([
  ['a claim whose amount moved', {}, { balance: said(after) }, true],
  ['a claim of what moved', { body: '{"amount":5}' }, { balance: said(after) }, true],
  ['a claim of another amount', { body: '{"amount":4}' }, { balance: said(after) }, false],
  ['a claim without the balance before', { balance: undefined as never }, { balance: said(after) }, false],
  ['a claim whose balance cannot be read', {}, { balance: unread }, false],
  ['a claim of which nothing is read', {}, {}, false],
  ['a mint', { operation: 'nft.mint' }, { balance: said(after) }, false],
  [
    'a claim where both balances are of another wallet',
    { balance: `{"address":"${another}","balance":10,"claimable":5}` },
    { balance: said(`{"address":"${another}","balance":15,"claimable":0}`) },
    false,
  ],
  [
    'a claim of a wallet that nobody knows, though the balance names one',
    { address: null, balance: `{"address":"${another}","balance":10,"claimable":5}` },
    { balance: said(`{"address":"${another}","balance":15,"claimable":0}`) },
    true,
  ],
])('the balance proves %s or not', (_, more, evidence, proves) => {
  const write = claim({ balance: before, ...more })
  expect(provenBy(write, [write], evidence) !== undefined).toBe(proves)
})

test('a balance proves nothing beside another write that may be why it moved', () => {
  const write = claim({ balance: before })
  const other = claim({ id: 'c2', state: 'unknown' })
  for (const writes of [
    [write, other],
    [other, write],
  ])
    expect(provenBy(write, writes, { balance: said(after) })).toBeUndefined()
})

/** A session that remembers what was read, with how much patience. */
function reading(stop = new AbortController()) {
  const read: string[] = []
  const sender = {
    target: {
      baseUrl: 'https://api.test/v1',
      apiKey: 'k',
      tokenHeader: 'Authorization',
      tokenScheme: 'Bearer',
      userAgent: 'test',
    },
    send: async ({ url }, { timeoutMs }) => {
      read.push(`${url.replace('https://api.test/v1', '')} ${timeoutMs}`)
      const text = '{"success":false,"error":{"code":"CHAIN_001","message":"chain","details":""}}'
      return { what: 'answered', status: 503, headers: new Map(), text }
    },
    stopping: { atOnce: new AbortController().signal, sleep: async () => {}, waits: () => {} },
    timeoutMs: 60_000,
    retryPolicy: {
      retries: 3,
      maxWaitMs: 60_000,
      signal: stop.signal,
      now: () => new Date(),
      sleep: async () => {},
      random: () => 0,
      onWait: () => {},
    },
  } satisfies Sender
  return { session: { sender } as unknown as Session, read }
}

test.each([
  ['token.claim', ['/token/balance 10000', '/motion/history 10000']],
  ['motion.submit', ['/token/balance 10000', '/motion/history 10000']],
  ['nft.mint', ['/token/balance 10000', '/nft/collection 10000']],
  ['nft.upgrade', ['/token/balance 10000', '/nft/collection 10000']],
  ['user.kyc', []],
])(
  'evidence on %s is read once each, in ten seconds at most, whatever else was set',
  async (operation, reads) => {
    const { session, read } = reading()
    const evidence = await gatherEvidence(session, operation)
    expect(read).toEqual(reads)
    expect(Object.values(evidence).map((heard) => 'error' in heard && heard.error.fault.code)).toEqual(
      reads.map(() => 'CHAIN_001'),
    )
  },
)

test('a stop while evidence is read ends the command, and is no evidence', async () => {
  const stop = new AbortController()
  stop.abort('SIGINT')
  await expect(gatherEvidence(reading(stop).session, 'token.claim')).rejects.toMatchObject({
    fault: { code: 'CLI_INTERRUPTED', exit: 130 },
  })
})
