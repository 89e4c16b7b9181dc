/** Calls of a server: what its flags bind, what reaches the service, what the client is told of failures. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { TransportFailure } from '../../src/contract/wire.ts'
import { lastingFlags } from '../../src/mcp/lasting-flags.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'
import { failing, service, talk, testnet, type Call } from './talk.ts'

const stateOf = async (home: string) =>
  (JSON.parse((await movecli('journal ls --json', { home })).stdout) as { state: string }[]).map(
    ({ state }) => state,
  )

describe('a flag of the server holds for every call', () => {
  const price: Call = ['token_price']
  const exits = async (words: string[], call: Call, setting: Parameters<typeof talk>[2]) =>
    (await talk(words, [call, call], { env: testnet, ...setting })).told.map(({ said }) => said.exit_code)

  test('--retries', async () => {
    const always = () => service(() => failing(503, 'CHAIN_001'))
    const [usual, none] = [always(), always()]
    expect(await exits([], price, { transport: usual.transport })).toEqual([8, 8])
    expect(await exits(['--retries', '0'], price, { transport: none.transport })).toEqual([8, 8])
    expect([usual.lines.length, none.lines.length]).toEqual([8, 2])
  })

  test('--max-wait', async () => {
    const limited = () =>
      service((_, nth) => (nth % 2 === 1 ? failing(429, 'RATE_001', [['retry-after', '30']]) : {}))
    const [patient, hasty] = [clock(), clock()]
    expect(await exits([], price, { ...patient, transport: limited().transport })).toEqual([0, 0])
    const { transport } = service(() => failing(429, 'RATE_001', [['retry-after', '30']]))
    expect(await exits(['--max-wait', '29s'], price, { ...hasty, transport })).toEqual([7, 7])
    // Once its input has ended a server leaves ten seconds to reads.
    expect([patient.naps, hasty.naps]).toEqual([[30_000, 30_000, 10_000], [10_000]])
  })

  test('--rate-limit', async () => {
    const row = Array.from({ length: 20 }, (_, id) => ({ id }))
    const page = (nth: number) => row.map(({ id }) => ({ id: id + 20 * nth }))
    const run = async (words: string[]) =>
      exits(words, ['motion_history', { all: true, max_items: 30 }], {
        transport: service((_, nth) => ({ body: { success: true, data: page(nth) } })).transport,
      })
    expect(await run([])).toEqual([0, 0])
    expect(await run(['--rate-limit', '1'])).toEqual([7, 7])
  })

  test('--strict', async () => {
    const { transport } = service(() => ({ body: { success: true, data: { date: '2026-03-04' } } }))
    expect(await exits([], ['motion_daily'], { transport })).toEqual([0, 0])
    expect(await exits(['--strict'], ['motion_daily'], { transport })).toEqual([8, 8])
  })

  test('--base-url', async () => {
    const { transport, lines } = service()
    expect(await exits(['--base-url', 'https://other.example/v1'], price, { transport })).toEqual([0, 0])
    expect(lines).toEqual(Array.from({ length: 2 }, () => 'GET /token/price at other.example'))
  })

  test('--dry-run, which a call cannot lift', async () => {
    const { transport, lines } = service()
    const { told } = await talk(
      ['--dry-run'],
      [
        ['token_claim', { dry_run: false }],
        ['user_settings', { body: { a: 1 } }],
      ],
      {
        env: testnet,
        transport,
      },
    )
    expect(told.map(({ said }) => [said.exit_code, said.result])).toEqual([
      [0, expect.objectContaining({ dry_run: true, method: 'POST' })],
      [0, expect.objectContaining({ dry_run: true, method: 'PUT' })],
    ])
    expect(lines).toEqual([])
  })

  test('and those about the form of a result do not', () => {
    expect(lastingFlags).toEqual(
      expect.arrayContaining([
        'profile',
        'network',
        'base-url',
        'timeout',
        'retries',
        'rate-limit',
        'max-wait',
        'dry-run',
        'strict',
      ]),
    )
    for (const other of [
      'yes',
      'json',
      'format',
      'fields',
      'jq',
      'no-header',
      'quiet',
      'verbose',
      'no-input',
    ])
      expect(lastingFlags).not.toContain(other)
  })

  test('--read-only: nothing that writes is offered', async () => {
    const { transport, lines } = service()
    const { told } = await talk(
      ['--read-only'],
      [['token_claim'], ['api', { path: '/token/price' }], ['token_price']],
      {
        env: testnet,
        transport,
        answer: () => ({ action: 'accept', content: { confirm: true } }),
      },
    )
    expect(told.map(({ refused, said }) => refused?.message ?? said.exit_code)).toEqual([
      expect.stringContaining('There is no tool of this name.'),
      expect.stringContaining('There is no tool of this name.'),
      0,
    ])
    expect(lines).toEqual(['GET /token/price'])
  })
})

describe('consent', () => {
  const claim: Call = ['token_claim']
  const yes = { action: 'accept', content: { confirm: true } }
  const cases: [
    what: string,
    words: string[],
    env: object,
    answer: object | Error | undefined,
    sent: boolean,
  ][] = [
    ['a yes', [], {}, yes, true],
    ['a yes where CI is set', [], { CI: 'true' }, yes, true],
    ['an accepted no', [], {}, { action: 'accept', content: { confirm: false } }, false],
    ['an accepted text', [], {}, { action: 'accept', content: { confirm: 'true' } }, false],
    ['an accepted form without content', [], {}, { action: 'accept' }, false],
    ['a yes in a form that was declined', [], {}, { action: 'decline', content: { confirm: true } }, false],
    ['a yes in a form that was closed', [], {}, { action: 'cancel', content: { confirm: true } }, false],
    ['a failure of the client', [], {}, new Error('no'), false],
    ['a client that cannot ask', [], {}, undefined, false],
    ['a yes with --no-input', ['--no-input'], {}, yes, false],
    ['a yes with MOVECLI_NO_INPUT', [], { MOVECLI_NO_INPUT: '1' }, yes, false],
    ['no answer, where --allow names it', ['--allow', 'token claim'], {}, undefined, true],
    ['no answer, where --allow names another', ['--allow', 'nft mint'], {}, undefined, false],
  ]
  test.each(cases)('%s', async (_, words, env, answer, sent) => {
    const { transport, writes } = service()
    const { told, home, asked } = await talk(words, [claim], {
      env: { ...testnet, ...env },
      transport,
      ...(answer && { answer: () => answer }),
    })
    expect(told.map(({ said, isError }) => [said.exit_code, isError, said.error?.['outcome']])).toEqual([
      sent ? [0, false, undefined] : [11, true, 'not_sent'],
    ])
    expect([writes(), await stateOf(home)]).toEqual(sent ? [['POST /token/claim'], ['applied']] : [[], []])
    const isSilent = answer === undefined || words.includes('--no-input') || 'MOVECLI_NO_INPUT' in env
    expect(asked).toHaveLength(isSilent ? 0 : 1)
  })

  test('through api is for the path and for the command of that path', async () => {
    const { transport, writes } = service()
    const calls: Call[] = ['/token/claim', '/nft/mint', '/other/thing'].map((path) => [
      'api',
      { method: 'POST', path, body: {} },
    ])
    const run = async (allow: string) =>
      (await talk(['--allow', allow], [...calls, claim], { env: testnet, transport })).told.map(
        ({ said }) => said.exit_code,
      )
    expect(await run('api')).toEqual([11, 11, 0, 11])
    expect(await run('token claim')).toEqual([11, 11, 11, 0])
    expect(await run('api, token_claim')).toEqual([0, 11, 0, 0])
    expect(writes()).toEqual(
      ['/other/thing', '/token/claim', '/token/claim', '/other/thing', '/token/claim'].map(
        (path) => `POST ${path}`,
      ),
    )
  })

  test('is asked for with the name of the command, and no is what the form begins with', async () => {
    const { transport } = service()
    const { stdout, asked } = await talk([], [claim], {
      env: testnet,
      transport,
      answer: () => ({ action: 'decline' }),
    })
    expect(asked[0]).toMatch(/POST https:\/\/api\.example\/v1\/token\/claim[\s\S]*Send it\?$/)
    expect(stdout).toContain('"confirm":{"type":"boolean","title":"Yes, token claim"')
    expect(stdout).toContain('"default":false}},"required":["confirm"]')
  })
})

test('a credential that an agent hands over as an argument is hidden before anything has used it', async () => {
  const { MOVECLI_API_KEY: key, MOVECLI_TOKEN: token } = testnet
  const { transport, lines } = service()
  const calls: Call[] = [
    ['explain', { code: key }],
    ['motion_daily', { date: token }],
    ['nft_ls', { address: key }],
  ]
  const { told, stdout, stderr } = await talk([], calls, { env: testnet, transport })
  expect(told.map(({ said }) => said.exit_code)).toEqual([2, 2, 2])
  expect(stdout + stderr).not.toMatch(/93hf7|8s7dk/)
  expect(lines).toEqual([])
})

test('a client that leaves while it is asked consents to nothing, and the server ends with 0', async () => {
  const { transport, writes } = service()
  const { code, asked, home } = await talk([], [['token_claim']], {
    env: testnet,
    transport,
    answer: () => undefined,
  })
  expect({ code, asked: asked.length }).toEqual({ code: 0, asked: 1 })
  expect([writes(), await stateOf(home)]).toEqual([[], []])
})

test('a claim that the client gives up is asked to stop and stays on record as unknown', async () => {
  let [say, leave] = [(_: object) => {}, () => {}]
  const { transport, lines } = service()
  const { code, told, home } = await talk(['--allow', 'token claim'], [['token_claim']], {
    env: testnet,
    hands: (...given) => ([say, leave] = given),
    transport: async (request) => {
      if (request.method === 'GET') return transport(request)
      say({ method: 'notifications/cancelled', params: { requestId: 1 } })
      await once(request.signal, 'abort')
      leave()
      throw new TransportFailure('sent', new Error('socket hang up'))
    },
  })
  expect({ code, told, lines }).toEqual({ code: 0, told: [], lines: ['GET /token/balance'] })
  expect(await stateOf(home)).toEqual(['unknown'])
})

test('a server acts for the profile that was the current one at its start, whatever is chosen meanwhile', async () => {
  const home = freshFolder()
  const { MOVECLI_NETWORK: _, ...env } = testnet
  for (const name of ['mine', 'ops'])
    for (const line of [`config set deviceId d-${name} --profile ${name} -n testnet`, `profile use ${name}`])
      expect((await movecli(line, { home, env })).code).toBe(0)
  const { transport } = service()
  const { told } = await talk([], [['whoami'], ['token_price'], ['whoami']], {
    home,
    env,
    transport: async (request) => {
      expect((await movecli('profile use mine', { home, env })).code).toBe(0)
      return transport(request)
    },
  })
  expect(told.map(({ said }) => said.exit_code)).toEqual([0, 0, 0])
  expect([told[0], told[2]].map((each) => (each!.said.result as { profile: string }).profile)).toEqual([
    'ops',
    'ops',
  ])
  const bound = await talk(['-p', 'ops'], [['whoami']], { home, env })
  expect(bound.told[0]!.said.result).toMatchObject({ profile: 'ops', network: 'testnet' })
})

test('a wait is told as progress of the call that waits', async () => {
  const { transport } = service((line, nth) =>
    line === 'GET /token/price' && nth === 1 ? failing(429, 'RATE_001', [['retry-after', '30']]) : {},
  )
  const { told, progress, stderr } = await talk([], [['user_profile'], ['token_price']], {
    env: testnet,
    transport,
  })
  expect(told.map(({ said }) => said.exit_code)).toEqual([0, 0])
  expect(progress).toEqual([{ call: 2, nth: 1, words: expect.stringContaining('30 s') }])
  expect(stderr).toBe('')
})

describe('a failure', () => {
  test('of some rows comes with the results of all of them', async () => {
    const { transport } = service((_, __, body) =>
      body.includes('"steps":2') ? failing(400, 'MOTION_002') : {},
    )
    const rows = [1, 2, 3].map((steps) => ({ steps, proof: `proof-of-row-${steps}` }))
    const { told } = await talk([], [['motion_submit', { rows }]], { env: testnet, transport })
    const [{ texts, isError, said } = told[0]!] = told
    expect({ isError, code: said.exit_code, error: said.error?.['code'] }).toEqual({
      isError: true,
      code: 10,
      error: 'CLI_PARTIAL',
    })
    expect((said.result as { status: string }[]).map(({ status }) => status)).toEqual([
      'applied',
      'rejected',
      'applied',
    ])
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
      { success: false, error: said.error },
      said.result,
    ])
  })

  test('whose outcome nobody knows is told as that, and the next claim is not sent', async () => {
    const { transport, writes } = service((line) =>
      line.startsWith('POST') ? new TransportFailure('sent', new Error('socket hang up')) : {},
    )
    const { told, home } = await talk(
      ['--allow', 'token claim'],
      [['token_claim'], ['token_claim'], ['token_price']],
      {
        env: testnet,
        transport,
      },
    )
    expect(told.map(({ said }) => [said.exit_code, said.error?.['code'], said.error?.['outcome']])).toEqual([
      [9, 'CLI_OUTCOME_UNKNOWN', 'unknown'],
      [9, 'CLI_EARLIER_UNKNOWN', 'not_sent'],
      [0, undefined, undefined],
    ])
    expect(told[0]!.said.error).toMatchObject({ retryable: false })
    expect([writes(), await stateOf(home)]).toEqual([['POST /token/claim'], ['unknown']])
  })

  test.each([
    [failing(401, 'AUTH_002'), 4, 'rejected'],
    [failing(400, 'MOTION_001'), 5, 'rejected'],
    [failing(503, 'CHAIN_001'), 9, 'unknown'],
  ])('of the service ends a call with its exit code and outcome: %o', async (answer, code, outcome) => {
    const { transport } = service((line) => (line.startsWith('POST') ? answer : {}))
    const { told, stderr } = await talk([], [['motion_submit', { steps: 1, proof: 'a-proof-of-it' }]], {
      env: testnet,
      transport,
    })
    expect(
      told.map(({ said, isError }) => [
        said.exit_code,
        said.error?.['exit_code'],
        said.error?.['outcome'],
        isError,
      ]),
    ).toEqual([[code, code, outcome, true]])
    expect(stderr).toBe('')
  })

  test.each<[name: string, given: object, message: string]>([
    ['motion_daily', { fields: 'x' }, 'motion_daily does not take fields.'],
    ['motion_daily', { 'a b': 1 }, 'motion_daily does not take such an input.'],
    ['api', {}, 'path is required.'],
    ['api', { path: null }, 'path is required.'],
    ['token_claim', { dry_run: 'true' }, 'dry_run must be true or false.'],
    ['token_claim', { body: [] }, 'body must be an object.'],
    ['motion_submit', { rows: {} }, 'rows must be a list of objects.'],
    ['motion_submit', { rows: [[]] }, 'rows must be a list of objects.'],
    ['motion_submit', { proof: true }, 'proof must be a text or a number.'],
  ])('of %s with %j is wrong usage, nothing sent', async (name, given, message) => {
    const { transport, lines } = service()
    const { told } = await talk(['--allow', 'token claim,api'], [[name, given]], { env: testnet, transport })
    expect(told.map(({ said }) => said)).toEqual([
      {
        exit_code: 2,
        success: false,
        error: expect.objectContaining({ message, code: 'CLI_USAGE', outcome: 'not_sent' }),
      },
    ])
    expect(lines).toEqual([])
  })
})

test('what the service repeats of a credential is hidden in results and failures alike', async () => {
  const { MOVECLI_API_KEY: key, MOVECLI_TOKEN: token } = testnet
  const { transport } = service((line) =>
    line === 'GET /token/price'
      ? { body: { success: true, data: { said: `${key} and ${token}` } } }
      : failing(400, 'ODD', [['x-request-id', key]]),
  )
  const odd = service(() => ({
    status: 400,
    body: { success: false, error: { code: 'ODD', message: key, details: token } },
  }))
  const { told, stdout, stderr } = await talk([], [['token_price']], { env: testnet, transport })
  expect(told[0]!.said.result).toEqual({ said: '[redacted] and [redacted]' })
  const failed = await talk([], [['token_price'], ['token_balance']], {
    env: testnet,
    transport: odd.transport,
  })
  expect(failed.told.map(({ said }) => said.exit_code)).toEqual([5, 5])
  for (const text of [stdout, stderr, failed.stdout, failed.stderr]) expect(text).not.toMatch(/93hf7|8s7dk/)
})
