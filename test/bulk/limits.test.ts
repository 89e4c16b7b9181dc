/**
 * What holds a run back: the hourly limit, a shard's part of it, pauses, the session's
 * end; none of it by a clock that may be set.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import type { Transport } from '../../src/contract/wire.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env, file, rows, service, submit } from './support.ts'
import { clock } from '../support/clock.ts'
import { reply } from '../support/world.ts'

const hour = 3_600_000
const words = (count: number, more = '') => `--from ${file('rows.ndjson', rows(count))} ${more}`

/** A clock on the wall that is moved by `by` at the n-th nap, beside one that nobody moves. */
function moved(by: number, nth: number) {
  const time = clock()
  const began = time.now().getTime()
  let off = 0
  return {
    naps: time.naps,
    now: () => new Date(time.now().getTime() + off),
    ticks: () => time.now().getTime() - began + 10 * hour,
    sleep: async (ms: number, signal?: AbortSignal) => {
      if (time.naps.length === nth) off = by
      await time.sleep(ms, signal)
    },
  }
}

test.each([-hour, hour, -40 * 24 * hour])(
  'a pause is as long as it is, though the clock is set by %i ms meanwhile',
  async (by) => {
    const time = moved(by, 0)
    const it = service((_, nth) => (nth === 1 ? 'CHAIN_001' : 'applied'))
    const { code } = await submit(words(20, '--max-wait 10s --concurrency 1'), { service: it, ...time })
    expect({ code, sent: it.sent.length }).toEqual({ code: 10, sent: 20 })
    expect(time.naps.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2000)
  },
)

test.each([
  ['a rejected row of a run with --on-error stop', '--on-error stop', 'MOTION_001', 10],
  ['a failure of another row', '', 'AUTH_002', 4],
])('%s ends a pause', async (_, more, answer, exit) => {
  let began = () => {}
  const pausing = new Promise<void>((resolve) => (began = resolve))
  const it = service(async (_body, nth) => {
    if (nth === 1) return 'CHAIN_001'
    await pausing
    return answer
  })
  let ended = false
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    began()
    await pause(5000, undefined, { signal }).catch(() => (ended = true))
  }
  const { code } = await submit(words(6, `--concurrency 2 ${more}`), { service: it, sleep })
  expect({ code, ended, sent: it.sent.length }).toEqual({ code: exit, ended: true, sent: 2 })
})

test.each([-hour, hour, -3 * hour, 40 * 24 * hour])(
  'no more than the limit leaves in any hour, though the clock is set by %i ms between runs and under way',
  async (by) => {
    const home = freshFolder()
    const time = moved(by, 3)
    const times: number[] = []
    const it = service(() => {
      times.push(time.ticks())
      return 'applied'
    })
    const setting = { home, service: it, ...time, env: { MOVECLI_RATE_LIMIT: '50' } }
    expect((await submit(words(120), setting)).code).toBe(0)
    const later = { ...setting, now: () => new Date(time.now().getTime() - by / 2) }
    expect((await submit(`--from ${file('b.ndjson', rows(60, 500))}`, later)).code).toBe(0)
    const most = Math.max(
      ...times.map((at) => times.filter((other) => other >= at && other < at + hour).length),
    )
    expect({ sent: it.sent.length, most }).toEqual({ sent: 180, most: 49 })
  },
)

test('a shard takes its part of the limit, also of one in the environment; a typed --rate-limit says otherwise', async () => {
  const plan = async (more: string, own: Record<string, string | undefined> = {}) => {
    const { stdout } = await submit(words(20, `--plan --json ${more}`), {
      env: { MOVECLI_RATE_LIMIT: undefined, ...own },
    })
    const { limit, free_now } = JSON.parse(stdout) as Record<string, number>
    return [limit, free_now]
  }
  expect(await plan('')).toEqual([5000, 4900])
  expect(await plan('--shard 1/8')).toEqual([625, 612])
  expect(await plan('--shard 1/8', { MOVECLI_TOKEN: '' })).toEqual([125, 122])
  // Never more together than there is.
  expect(await plan('--shard 1/3')).toEqual([1666, 1632])
  expect(await plan('--shard 1/8', { MOVECLI_RATE_LIMIT: '80' })).toEqual([10, 9])
  expect(await plan('--shard 1/8 --rate-limit 1000')).toEqual([1000, 980])
  expect(await plan('--shard 1/8 --rate-limit 0')).toEqual([null, null])
})

test('--plan of a shard ends when its own part allows its last row, not when the whole limit would', async () => {
  const time = clock()
  const line = words(200, '--plan --json --shard 1/2')
  const { stdout } = await submit(line, { env: { MOVECLI_RATE_LIMIT: '100' }, ...time })
  const plan = JSON.parse(stdout) as { left: number; done_at: string }
  // 49 rows at once and as many with each hour; the whole limit would take 98.
  const hours = Math.floor((Date.parse(plan.done_at) - time.now().getTime()) / hour)
  expect(hours).toBe(Math.ceil(plan.left / 49) - 1)
})

test('more shards than the limit has requests are refused before anything is sent', async () => {
  const it = service(() => 'applied')
  const run = async (more: string, own: Record<string, string | undefined> = {}) =>
    submit(words(3, more), { service: it, env: { MOVECLI_RATE_LIMIT: undefined, ...own } })
  for (const more of ['--shard 1/5001', '--shard 5001/5001 --plan', '--shard 1/5001 --dry-run']) {
    const { code, stdout, stderr } = await run(more)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('A limit of 5000 requests an hour cannot be divided among 5001 shards.')
  }
  expect((await run('--shard 1/81', { MOVECLI_RATE_LIMIT: '80' })).stderr).toContain('Use at most 80 shards')
  expect(it.sent).toEqual([])
  expect((await run('--shard 1/5000 --plan')).code).toBe(0)
  expect((await run('--shard 1/5001 --plan --rate-limit 1')).code).toBe(0)
  expect((await run('--shard 1/5001 --plan --rate-limit 0')).code).toBe(0)
})

test('shards on one machine send within their parts and within the limit', async () => {
  const home = freshFolder()
  const time = clock()
  const at: number[] = []
  const it = service(() => {
    at.push(time.now().getTime())
    return 'applied'
  })
  await movecli('config set rateLimit 40', { home })
  const own = { MOVECLI_RATE_LIMIT: undefined }
  const path = file('rows.ndjson', rows(60))
  for (const shard of ['1/2', '2/2'])
    expect(
      (await submit(`--from ${path} --shard ${shard}`, { home, service: it, env: own, ...time })).code,
    ).toBe(0)
  const most = Math.max(
    ...at.map((each) => at.filter((other) => other >= each && other < each + hour).length),
  )
  expect(at.length).toBe(60)
  expect(most).toBeLessThanOrEqual(39)
  expect(at.filter((each) => each < at[0]! + hour).length).toBe(19)
})

test.each([false, true])(
  'shards with --rate-limit on one machine stay within it together, and with others: at once %s',
  async (atOnce) => {
    const home = freshFolder()
    const time = clock()
    const at: number[] = []
    const it = service(() => {
      at.push(time.now().getTime())
      return 'applied'
    })
    const path = file('rows.ndjson', rows(60))
    const other = file('other.ndjson', rows(10, 500))
    const run = async (words: string) =>
      submit(`--from ${words} --rate-limit 20`, {
        home,
        service: it,
        env: { MOVECLI_RATE_LIMIT: undefined },
        ...time,
      })
    const lines = [other, ...[1, 2, 3, 4].map((index) => `${path} --shard ${index}/4`)]
    const codes: number[] = []
    if (atOnce) codes.push(...(await Promise.all(lines.map(run))).map(({ code }) => code))
    else for (const line of lines) codes.push((await run(line)).code)
    expect({ codes, at: at.length }).toEqual({ codes: [0, 0, 0, 0, 0], at: 70 })
    for (const each of at)
      expect(at.filter((one) => one >= each && one < each + hour).length).toBeLessThanOrEqual(20)
  },
)

test('--plan says how many rows were sent before, in whichever run, and how many are left', async () => {
  const home = freshFolder()
  const path = file('rows.ndjson', rows(20))
  await submit(`--from ${path} --run jan --shard 1/2`, { home })
  const other = await submit(`--from ${path} --shard 1/2 --plan --json`, { home })
  const same = await submit(`--from ${path} --run jan --shard 1/2 --plan --json`, { home })
  const found = [other, same].map(({ stdout }) => JSON.parse(stdout) as Record<string, number>)
  expect([other.code, same.code, found[0]!['left'], found[1]!['left']]).toEqual([0, 0, 0, 0])
  expect([found[0]!['sent_before'], found[1]!['sent_before']]).toEqual([found[0]!['rows'], 0])
})

test('a list does not wait for our own count longer than --max-wait', async () => {
  const home = freshFolder()
  const time = clock()
  const transport: Transport = async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const items = page > 10 ? [] : Array.from({ length: 20 }, (_, n) => ({ id: page * 20 + n }))
    return reply(200, { success: true, data: { items } })
  }
  const line = 'nft ls --all --json --max-wait 1s --rate-limit 3'
  const { code, stderr } = await movecli(line, {
    home,
    env: { ...env, MOVECLI_RATE_LIMIT: '' },
    transport,
    ...time,
  })
  expect({ code, naps: time.naps }).toEqual({ code: 7, naps: [] })
  expect((JSON.parse(stderr) as { error: { code: string } }).error.code).toBe('CLI_RATE_LIMITED')
  const patient = await movecli(line.replace('1s', '4h'), { home, env, transport, ...clock() })
  expect({ code: patient.code, stdout: (JSON.parse(patient.stdout) as unknown[]).length }).toEqual({
    code: 0,
    stdout: 200,
  })
})

test('a row that the service refused for its limit, or that never reached it, leaves again by the gate and the count alone', async () => {
  for (const answer of ['RATE_001', 'refused']) {
    const time = clock()
    let tries = 0
    const it = service(() => (++tries === 3 ? answer : 'applied'))
    const home = freshFolder()
    const own = { MOVECLI_RATE_LIMIT: '1000' }
    const ran = await submit(words(5, '--concurrency 1 --json'), { home, service: it, env: own, ...time })
    const { stdout } = await movecli('limits --json', { home, env: { ...env, ...own }, now: time.now })
    expect({ answer, code: ran.code, tries }).toEqual({ answer, code: 0, tries: 6 })
    // The one pause is the gate's, a second or so; each attempt was counted, and so was a read that asked first.
    expect(time.naps[0]).toBeGreaterThanOrEqual(750)
    expect((JSON.parse(stdout) as { used: number }).used).toBeGreaterThanOrEqual(tries + it.reads)
  }
})

test.each([
  ['behind', hour],
  ['ahead of', -hour],
])(
  '--plan judges the end of the session by the clock of the service, with the local one %s it',
  async (_, skew) => {
    const home = freshFolder()
    const time = clock()
    await changeSettings(join(home, '.config/movecli'), (all) =>
      withProfile(all, 'ops', (each) => ({ ...each, network: 'testnet' as const })),
    )
    const own = { MOVECLI_TOKEN: undefined, MOVECLI_API_KEY: undefined, MOVECLI_PROFILE: 'ops' }
    const plan = async (more: number) => {
      await changeCredentials(join(home, '.local/state/movecli'), 'ops', () => ({
        origin: 'https://service.example',
        apiKey: 'a-key-of-ours',
        token: 'a-token-of-ours',
        expiresAt: new Date(time.now().getTime() + skew + more).toISOString(),
        clockSkewMs: String(skew),
      }))
      const env = { ...own, MOVECLI_RATE_LIMIT: '20' }
      const { stdout } = await submit(words(50, '--plan --json'), { home, ...time, env })
      return (JSON.parse(stdout) as { token_lives: boolean }).token_lives
    }
    // 19 rows at once and as many with each of two hours.
    expect([await plan(1.5 * hour), await plan(2.5 * hour)]).toEqual([false, true])
  },
)

test('a person is told the limit, when the run is done and whether the session lasts', async () => {
  const shown = async (limit: string) => {
    const setting = { tty: true, columns: 200, env: { MOVECLI_RATE_LIMIT: limit, NO_COLOR: '1' }, ...clock() }
    const { stdout } = await submit(words(5, '--run jan --plan'), setting)
    return Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/)),
    ) as Record<string, string>
  }
  const plan = { Run: 'jan', Rows: '5', Left: '5', Session: 'its end is not known' }
  expect(await shown('0')).toMatchObject({
    ...plan,
    Limit: 'none',
    'Done by': 'as fast as the service answers',
  })
  expect(await shown('100')).toMatchObject({
    ...plan,
    Limit: '100 an hour',
    'Free now': '98',
    'Done by': '2026-03-04T12:00:00.000Z',
  })
})

test('what a run has taken of the hour and not used is given back at its end', async () => {
  const [home, time] = [freshFolder(), clock()]
  const own = { MOVECLI_RATE_LIMIT: '1000' }
  expect((await submit(words(5, '--concurrency 1'), { home, env: own, ...time })).code).toBe(0)
  const { stdout } = await movecli('limits --json', { home, env: { ...env, ...own }, now: time.now })
  expect((JSON.parse(stdout) as { used: number }).used).toBe(5)
})

test.each<[string, number, number]>([
  ['behind it', hour, 4],
  ['ahead of it', -hour, 0],
])('a session ends under way by the clock of the service, with the local one %s', async (_, skew, exit) => {
  const home = freshFolder()
  const time = clock()
  const ends = time.now().getTime() + skew + 60_000
  await changeSettings(join(home, '.config/movecli'), (all) =>
    withProfile(all, 'ops', (each) => ({ ...each, network: 'testnet' as const })),
  )
  await changeCredentials(join(home, '.local/state/movecli'), 'ops', () => ({
    origin: 'https://service.example',
    apiKey: 'a-key-of-ours',
    token: 'a-token-of-ours',
    expiresAt: new Date(ends).toISOString(),
    clockSkewMs: String(skew),
  }))
  // The local clock says an hour more, or that it was over an hour ago.
  const it = service((__, nth) => {
    if (nth === 2) time.pass(exit === 4 ? 61_000 : 30_000)
    return 'applied'
  })
  const own = { MOVECLI_TOKEN: undefined, MOVECLI_API_KEY: undefined, MOVECLI_PROFILE: 'ops' }
  const { code } = await submit(words(5, '--concurrency 1'), { home, service: it, ...time, env: own })
  expect({ code, sent: it.sent.length }).toEqual({ code: exit, sent: exit === 0 ? 5 : 2 })
})

test.each([
  ['ends before it', 20, false],
  ['lives as long', 1000, true],
])('--plan says that the session %s where the limit makes the run last', async (_, limit, lives) => {
  const home = freshFolder()
  const time = clock()
  const expiresAt = new Date(time.now().getTime() + hour / 2).toISOString()
  await changeSettings(join(home, '.config/movecli'), (all) =>
    withProfile(all, 'ops', (each) => ({ ...each, network: 'testnet' as const })),
  )
  const ours = { origin: 'https://service.example', apiKey: 'a-key-of-ours', token: 'a-token-of-ours' }
  await changeCredentials(join(home, '.local/state/movecli'), 'ops', () => ({ ...ours, expiresAt }))
  const own = { MOVECLI_TOKEN: undefined, MOVECLI_API_KEY: undefined, MOVECLI_PROFILE: 'ops' }
  const env = { ...own, MOVECLI_RATE_LIMIT: String(limit) }
  const { stdout } = await submit(words(50, '--plan --json'), { home, ...time, env })
  expect(JSON.parse(stdout)).toMatchObject({ token_expires_at: expiresAt, token_lives: lives })
})
