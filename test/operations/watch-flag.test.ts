/** --watch: polls within the hourly limit, prints what changed, ends with Ctrl-C. */
import { expect, test } from 'vitest'
import { digits, writeJson } from '../../src/contract/lossless-json.ts'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { noon } from '../support/clock.ts'
import { reply } from '../support/world.ts'

const env = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'http://127.0.0.1:1/v1',
  MOVECLI_API_KEY: 'a-key-for-tests',
  MOVECLI_TOKEN: 'a-token-for-tests',
}

/** A service that gives one balance after the other, `null` for no connection; Ctrl-C comes with the last pause. */
function watching(balances: (string | null)[], more: Partial<Setting> = {}) {
  let time = noon
  let asked = 0
  const pauses: number[] = []
  const stop = new AbortController()
  const at: number[] = []
  const transport: Transport = async () => {
    at.push(time)
    const balance = balances[Math.min(asked++, balances.length - 1)]
    if (balance === null) throw new TransportFailure('connect', new Error('connection refused'))
    return reply(200, `{"success":true,"data":{"balance":${balance}}}`)
  }
  const sleep = async (ms: number) => {
    pauses.push(ms)
    time += ms
    if (asked >= balances.length || pauses.length > 300) stop.abort('SIGINT')
  }
  const setting: Setting = {
    home: freshFolder(),
    transport,
    now: () => new Date(time),
    sleep,
    signal: stop.signal,
    ...more,
    env: { ...env, ...more.env },
  }
  return { setting, pauses, at, requests: () => asked }
}

test('each balance that differs from the last is a row, and Ctrl-C ends with 130', async () => {
  const { setting, pauses } = watching(['1.10', '1.10', '2.50', '2.50', '1.10'])
  const { code, stdout, stderr } = await movecli('token balance --watch 5m', setting)
  expect({ code, stdout }).toEqual({ code: 130, stdout: 'balance\n1.10\n2.50\n1.10\n' })
  expect(stderr).toBe('Interrupted.\n')
  expect(pauses).toEqual([300_000, 300_000, 300_000, 300_000, 300_000])
})

test('as JSON each is a line of its own, written as it comes, and --jq filters each', async () => {
  const lines = await movecli('token balance --watch 1m --json', watching(['1.10', '2.50']).setting)
  expect(lines.stdout).toBe('{"balance":1.10}\n{"balance":2.50}\n')
  const filtered = await movecli(
    ['token', 'balance', '--watch', '1m', '--jq', '.balance'],
    watching(['1.10', '2.50']).setting,
  )
  expect(filtered.stdout).toBe('1.10\n2.50\n')
})

test('a day of motion is watched too, on a terminal as a table with one header', async () => {
  const { setting } = watching(['1'])
  const record = (steps: string) => ({
    date: '2026-03-04',
    steps: digits(steps),
    distance: digits(1),
    duration: digits(60),
    calories: digits(1),
    earnings: {
      mft: digits(1),
      k_day: digits(1),
      multipliers: { nft: digits(1), streak: digits(1), social: digits(1) },
    },
  })
  const stop = new AbortController()
  let polls = 0
  const transport: Transport = async () =>
    reply(200, writeJson({ success: true, data: record(polls++ === 0 ? '100' : '250') }))
  const sleep = async () => {
    if (polls > 2) stop.abort('SIGINT')
  }
  const { code, stdout } = await movecli('motion daily --watch 30', {
    ...setting,
    transport,
    sleep,
    signal: stop.signal,
    tty: true,
    columns: 120,
    env: { ...env, NO_COLOR: '1' },
  })
  expect(code).toBe(130)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
    ['Date', 'Steps'],
    ['2026-03-04', '100'],
    ['2026-03-04', '250'],
  ])
})

test('an outage later on is said and waited out; at the beginning it is the result', async () => {
  const later = watching(['1', null, '2'])
  const { code, stdout, stderr } = await movecli('token balance --watch 1m --retries 0', later.setting)
  expect({ code, stdout }).toEqual({ code: 130, stdout: 'balance\n1\n2\n' })
  expect(stderr).toMatch(
    /note: 2026-03-04T12:01:00\.000Z Cannot connect to 127\.0\.0\.1:1\. Nothing was sent\./,
  )
  const first = await movecli('token balance --watch 1m --retries 0', watching([null]).setting)
  expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 8, stdout: '' })
})

/** A balance, then this answer, then another balance; Ctrl-C comes with the pause after that. */
async function amid(answer: () => ReturnType<typeof reply>, line = 'token balance --watch 1m --retries 0') {
  let polls = 0
  const transport: Transport = async () => {
    polls += 1
    return polls === 2 ? answer() : reply(200, `{"success":true,"data":{"balance":${polls}}}`)
  }
  const { setting } = watching(['1'], { transport })
  const stop = new AbortController()
  const sleep = async () => {
    if (polls >= 3) stop.abort('SIGINT')
  }
  return movecli(line, { ...setting, sleep, signal: stop.signal })
}
const failing = (status: number, code: string) => () =>
  reply(status, { success: false, error: { code, message: 'no', details: '' } })

test.each([
  ['limited', failing(429, 'RATE_001'), 130],
  ['unavailable', failing(503, 'CHAIN_001'), 130],
  ['no answer that can be used', () => reply(200, 'busy'), 130],
  ['a refusal of the session', failing(401, 'AUTH_002'), 4],
  ['a refusal', failing(400, 'E_1'), 5],
  ['nothing there', failing(404, 'NFT_001'), 6],
])('a later poll that meets %s is asked again only where that may help', async (_, answer, exit) => {
  const { code, stdout, stderr } = await amid(answer)
  const goesOn = exit === 130
  expect({ code, stdout }).toEqual({ code: exit, stdout: goesOn ? 'balance\n1\n3\n' : 'balance\n1\n' })
  expect(/^note: 2026-03-04T/m.test(stderr)).toBe(goesOn)
})

test('what departs from the document is said once, not with every poll', async () => {
  const { setting, requests } = watching(['"1"', '"2"', '"2"'])
  const { code, stderr } = await movecli('motion daily --watch 1m', setting)
  expect({ code, requests: requests(), said: stderr.match(/is not as documented/g)?.length }).toEqual({
    code: 130,
    requests: 3,
    said: 1,
  })
})

test('polls stay within the hourly limit: in no hour are there more', async () => {
  const { setting, at } = watching(Array.from({ length: 30 }, (_, n) => String(n)))
  const { code } = await movecli('token balance --watch 1s --rate-limit 10 --json', setting)
  expect(code).toBe(130)
  expect(at).toHaveLength(30)
  const most = Math.max(
    ...at.map((from) => at.filter((time) => time >= from && time < from + 3_600_000).length),
  )
  expect(most).toBeLessThanOrEqual(10)
  expect(most).toBeGreaterThan(5)
})

test.each(['0', '500ms', '25d', 'often'])('--watch %s is exit 2, nothing sent', async (interval) => {
  const { setting, requests } = watching(['1'])
  const { code, stdout } = await movecli(['token', 'balance', '--watch', interval], setting)
  expect({ code, stdout, requests: requests() }).toEqual({ code: 2, stdout: '', requests: 0 })
})

test('several wallets are watched at once, each for its own changes', async () => {
  const home = freshFolder()
  const { setting } = watching(['1', '7', '1', '1', '1', '9'])
  for (const name of ['a', 'b']) {
    const url = 'http://127.0.0.1:1/v1'
    const login = ['login', '-p', name, '-n', 'testnet', '--base-url', url, '--key-only', '--key']
    expect((await movecli(login, { home, stdin: `key-of-${name}\n` })).code).toBe(0)
    expect(
      (await movecli(['config', 'set', '-p', name, 'networks.testnet.baseUrl', url], { home })).code,
    ).toBe(0)
  }
  const line = 'token balance --watch 1m --all-profiles -n testnet --json'
  const { code, stdout, stderr } = await movecli(line, {
    ...setting,
    home,
    env: { ...env, MOVECLI_API_KEY: '', MOVECLI_TOKEN: '' },
  })
  expect({ code, stderr }).toMatchObject({ code: 130 })
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as { profile: string; balance: number })
  const first = rows.slice(0, 2)
  expect(first.map(({ profile }) => profile)).toEqual(['a', 'b'])
  expect(first.map(({ balance }) => balance).toSorted((a, b) => a - b)).toEqual([1, 7])
  // Whoever had 7 has 1 now; of the two after that one has 9.
  expect(rows.slice(2).map(({ balance }) => balance)).toEqual([1, 9])
})
