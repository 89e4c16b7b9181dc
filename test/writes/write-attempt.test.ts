/** What is decided and kept of a write that is about to be sent: what it must not be sent beside, its record, its question. */
import { describe, expect, test } from 'vitest'
import { compose, composeRaw, type Composed } from '../../src/client/compose.ts'
import { lifeOf, thisProcess } from '../../src/disk/liveness.ts'
import { fold, type Write } from '../../src/journal/writes/fold.ts'
import { createSecrets } from '../../src/output/redact.ts'
import type { Session } from '../../src/session/session.ts'
import { recordExtras } from '../../src/writes/record-extras.ts'
import { stillSending } from '../../src/writes/still-sending.ts'
import {
  identityOf,
  needsConsent,
  pendingWriteOf,
  type WriteAttempt,
} from '../../src/writes/write-attempt.ts'
import { question, sendAgainQuestion } from '../../src/writes/write-question.ts'
import { bareSender } from '../support/bare-sender.ts'
import { planned, sending } from '../journal/support.ts'

const { target } = bareSender('https://api.test/v1', 'api-key-of-ops', new AbortController())
const owner = { origin: 'https://api.test', address: `0x${'1'.repeat(40)}`, key: 'key:1' }

function attempt(
  request: Composed,
  more: { force?: boolean; profile?: string; address?: null } = {},
): WriteAttempt {
  const secrets = createSecrets()
  secrets.add('api-key-of-ops')
  const { force = false, profile, address = owner.address } = more
  return {
    request,
    owner: { ...owner, address },
    force,
    tools: { context: { secrets } },
    session: { profile, network: 'testnet', sender: { target } } as unknown as Session,
  } as unknown as WriteAttempt
}

const motion = { steps: '5', distance: '1.0', proof: 'p' }
const requests = {
  claim: compose('token.claim', { body: {} }, target),
  mint: compose('nft.mint', { body: { type: 'shoes' } }, target),
  upgrade: compose('nft.upgrade', { body: { id: '42' } }, target),
  kyc: compose('user.kyc', { body: { name: 'Ada' } }, target),
  settings: compose('user.settings', { body: { units: 'km' } }, target),
  motion: compose('motion.submit', motion, target),
  proofAlone: compose('motion.submit', { proof: 'p' }, target),
  raw: composeRaw('POST', '/x', [], { a: 1 }, target),
}

describe('what a write must not be sent beside', () => {
  const { digest: _, ...rest } = { digest: '', ...owner }
  const kept = (name: keyof typeof requests) => pendingWriteOf({ request: requests[name], owner })
  const text = expect.stringMatching(/^\S+$/) as string

  test.each<[keyof typeof requests, object | undefined]>([
    ['claim', { ...rest, operation: 'token.claim' }],
    ['mint', { ...rest, operation: 'nft.mint' }],
    ['upgrade', { ...rest, operation: 'nft.upgrade' }],
    ['kyc', { ...rest, operation: 'user.kyc', digest: text, content: text }],
    ['motion', { ...rest, operation: 'motion.submit', digest: text, motion: text, content: text }],
    ['proofAlone', { ...rest, operation: 'motion.submit', digest: text, content: text }],
    ['settings', undefined],
    ['raw', undefined],
  ])('%s', (name, pending) => expect(kept(name)).toEqual(pending))

  test('what makes a later write the same is of any write', () => {
    expect(identityOf(owner, requests.claim)).toEqual(kept('claim'))
    expect(identityOf(owner, requests.settings)).toEqual({
      ...owner,
      operation: 'user.settings',
      digest: text,
    })
    expect(identityOf(owner, requests.raw)).toEqual({ ...owner, operation: '', digest: text })
    const other = compose('user.settings', { body: { units: 'mi' } }, target)
    expect(identityOf(owner, other).digest).not.toBe(identityOf(owner, requests.settings).digest)
  })

  test('what needs a yes', () => {
    const asked = Object.entries(requests).filter(([, request]) => needsConsent(request))
    expect(asked.map(([name]) => name)).toEqual(['claim', 'mint', 'upgrade', 'kyc', 'raw'])
  })
})

describe('what is kept beside the request line', () => {
  const extras = (request: Composed, balance?: string, over: string[] = [], force = false) =>
    recordExtras(
      attempt(request, { force }),
      pendingWriteOf({ request, owner }),
      balance === undefined ? {} : { balance },
      over,
    )

  test.each<[keyof typeof requests, string | undefined]>([
    ['claim', '{}'],
    ['mint', '{"type":"shoes"}'],
    ['upgrade', '{"id":"42"}'],
    ['kyc', undefined],
    ['settings', undefined],
    ['motion', undefined],
    ['raw', undefined],
  ])('the body of %s: %s', (name, body) => expect(extras(requests[name]).body).toBe(body))

  test('the content of a motion, with and without its proof', () => {
    const { content, motion: known } = pendingWriteOf({ request: requests.motion, owner })!
    expect(extras(requests.motion)).toEqual({ content, motion: known })
    expect(content).not.toBe(known)
    expect(Object.keys(extras(requests.proofAlone))).toEqual(['content'])
  })

  test('a body and a balance of 8192 characters are kept, longer ones are not', () => {
    const mint = (length: number) => compose('nft.mint', { body: { a: 'x'.repeat(length - 8) } }, target)
    const balance = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(extras(mint(8192), balance(8192))).toEqual({ body: balance(8192), balance: balance(8192) })
    expect(extras(mint(8193), balance(8193))).toEqual({})
  })

  test('without the secrets in them', () => {
    const { body, balance } = extras(
      compose('nft.mint', { body: { note: 'my api-key-of-ops' } }, target),
      '{"seen":"api-key-of-ops"}',
    )
    expect([body, balance]).toEqual(['{"note":"my [redacted]"}', '{"seen":"[redacted]"}'])
  })

  test('that it was forced, and over which records', () => {
    expect(extras(requests.claim, undefined, [], true)).toEqual({ body: '{}', forced: true })
    expect(extras(requests.claim, undefined, ['a', 'b'], true)).toEqual({
      body: '{}',
      forced: true,
      over: ['a', 'b'],
    })
  })
})

describe('what a person is asked', () => {
  const url = 'https://api.test/v1'
  test.each<[string, Composed, Parameters<typeof attempt>[1], object, string[], string[]]>([
    [
      'a mint of a profile, over an unresolved one',
      requests.mint,
      { profile: 'ops' },
      {},
      ['r1'],
      [
        `About to send, for ops on testnet, address ${owner.address}:`,
        `  POST ${url}/nft/mint`,
        '  {"type":"shoes"}',
        '  with --force, although the outcome of record r1 is unknown',
        'Send it?',
      ],
    ],
    [
      'a claim over unresolved ones, whose wallet nobody knows',
      requests.claim,
      { address: null, force: true },
      { words: 'balance before: {"balance":1}' },
      ['r1', 'r2'],
      [
        'About to send, for no profile on testnet, address unknown (key:1):',
        `  POST ${url}/token/claim`,
        '  {}',
        '  balance before: {"balance":1}',
        '  with --force, although the outcome of record r1, r2 is unknown',
        'Send it?',
      ],
    ],
    [
      'personal data, of which the names alone are shown',
      compose('user.kyc', { body: { name: 'Ada', doc: { nr: '471' } } }, target),
      {},
      {},
      [],
      [
        `About to send, for no profile on testnet, address ${owner.address}:`,
        `  POST ${url}/user/kyc`,
        '  with the fields name, doc.nr',
        'Send it?',
      ],
    ],
    [
      'what has no body',
      composeRaw('DELETE', '/x', [], undefined, target),
      {},
      {},
      [],
      [
        `About to send, for no profile on testnet, address ${owner.address}:`,
        `  DELETE ${url}/x`,
        'Send it?',
      ],
    ],
  ])('about %s', (_, request, more, before, over, lines) => {
    expect(question(attempt(request, more), before, over).split('\n')).toEqual(lines)
  })

  test('about a claim that another one came before, by its record', () => {
    const applied = fold([planned('a1'), planned('a2')])
    expect(sendAgainQuestion(attempt(requests.claim), applied).split('\n')).toEqual([
      'While this one waited, another token claim was applied (record a1, a2).',
      `About to send, for no profile on testnet, address ${owner.address}:`,
      `  POST ${url}/token/claim`,
      '  {}',
      'Send it all the same?',
    ])
  })
})

const elsewhere = { ...thisProcess(), pid: 1, space: 'pid:[1]' }
const row = { run: { name: 'jan', folder: '/f', row: 'r' }, operation: 'motion.submit' }
const free =
  'movecli cannot see whether that process still runs. Once you know that it does not: movecli journal unlock'
test.each<[string, Partial<Write>, string]>([
  [
    'a living process',
    { holder: thisProcess() },
    `Process ${process.pid} is still running. Wait for it, or stop it.`,
  ],
  ['one of another container', { holder: elsewhere }, `${free} 'token claim'`],
  [
    'one of another container, that submits KYC',
    { holder: elsewhere, operation: 'user.kyc' },
    `${free} 'kyc submit'`,
  ],
  ['a run of another container', { ...row, holder: elsewhere }, `${free} jan`],
])('a write that %s may be sending is not sent beside, and the way on is said', (_, more, hint) => {
  const [write] = fold([planned('w1', { holder: thisProcess() }), sending('w1')])
  const error = stillSending({ ...write!, ...more })
  expect(['alive', 'unclear']).toContain(lifeOf(more.holder!))
  expect({ message: error.message, ...error.fault }).toMatchObject({
    message: `Another movecli (process ${more.holder!.pid}) may still be sending record w1. Nothing was sent.`,
    code: 'CLI_BUSY',
    exit: 8,
    outcome: 'not_sent',
    hint,
  })
})
