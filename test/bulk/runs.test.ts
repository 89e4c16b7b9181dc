import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquire } from '../../src/disk/lock.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { file, row, rows, service, statuses, submit, type Answer } from './support.ts'
import { clock } from '../support/clock.ts'

const runsOf = (home: string) => join(home, '.local/state/movecli/journal/runs')
const folderOf = (home: string, run: string) => {
  const folder = join(runsOf(home), run)
  return join(folder, readdirSync(folder)[0]!)
}
const stepsOf = (it: { sent: Record<string, unknown>[] }) => it.sent.map(({ steps }) => Number(steps) - 1000)

test('every row is sent once, and said with its line, its id and what came back', async () => {
  const it = service()
  const { code, said } = await submit(
    `--from ${file('rows.ndjson', [row(1, { id: 'a' }), row(2)])} --concurrency 1`,
    {
      service: it,
    },
  )
  expect({ code, said }).toEqual({
    code: 0,
    said: [
      { row: 1, id: 'a', status: 'applied', data: { n: 1 } },
      { row: 2, id: null, status: 'applied', data: { n: 2 } },
    ],
  })
})

test('the same command again sends nothing: every row was applied before', async () => {
  const [home, it, path] = [freshFolder(), service(), file('rows.ndjson', rows(3))]
  await submit(`--from ${path}`, { home, service: it })
  const { code, said } = await submit(`--from ${path}`, { home, service: it })
  expect({ code, sent: it.sent.length, said: statuses(said) }).toEqual({
    code: 0,
    sent: 3,
    said: ['1 skipped', '2 skipped', '3 skipped'],
  })
})

test('rejected and unresolved rows end with 10, and are sent again only when that is asked for', async () => {
  const home = freshFolder()
  let answers: Record<number, Answer> = { 2: 'MOTION_002', 3: 'lost' }
  const it = service(({ steps }) => answers[Number(steps) - 1000] ?? 'applied')
  const words = `--from ${file('rows.ndjson', rows(4))} --concurrency 1`
  const time = clock()
  const first = await submit(words, { home, service: it, ...time })
  answers = {}
  const second = await submit(words, { home, service: it, ...time })
  const failed = await submit(`${words} --retry-failed`, { home, service: it, ...time })
  const unknown = await submit(`${words} --retry-unknown`, { home, service: it, ...time })
  expect([first, second, failed, unknown].map(({ code, said }) => [code, ...statuses(said)])).toEqual([
    [10, '1 applied', '2 rejected', '3 unknown', '4 applied'],
    [10, '1 skipped', '2 rejected', '3 unknown', '4 skipped'],
    [10, '1 skipped', '2 applied', '3 unknown', '4 skipped'],
    [0, '1 skipped', '2 skipped', '3 applied', '4 skipped'],
  ])
  expect(first.said[1]?.code).toBe('MOTION_002')
  expect(second.said[1]?.code).toBe('MOTION_002')
  expect(stepsOf(it)).toEqual([1, 2, 3, 4, 2, 3])
})

test('--run names a run whose input may grow', async () => {
  const [home, it] = [freshFolder(), service()]
  await submit(`--from ${file('a.ndjson', rows(2))} --run jan`, { home, service: it })
  const { code, said } = await submit(`--from ${file('b.csv', csvOf(3))} --run jan`, { home, service: it })
  expect({ code, sent: stepsOf(it).sort(), said: statuses(said) }).toEqual({
    code: 0,
    sent: [1, 2, 3],
    said: ['2 skipped', '3 skipped', '4 applied'],
  })
})
const csvOf = (count: number) =>
  [
    'proof,duration,distance,steps',
    ...rows(count).map((each) => `${each['proof']},31m,3200m,${each['steps']}`),
  ].join('\n')

test('an id whose content changed is an error of the input; what was never taken may change', async () => {
  const home = freshFolder()
  const it = service(({ steps }) => (steps === 1002 ? 'AUTH_002' : 'applied'))
  const before = file('a.ndjson', [row(1, { id: 'a' }), row(2, { id: 'b' })])
  await submit(`--from ${before} --run x --concurrency 1`, { home, service: it })
  const both = await submit(
    `--from ${file('b.ndjson', [row(5, { id: 'a' }), row(6, { id: 'b' })])} --run x --json`,
    { home, service: it },
  )
  const { error } = JSON.parse(both.stderr) as { error: { details: string } }
  const one = await submit(`--from ${file('c.ndjson', [row(1, { id: 'a' }), row(6, { id: 'b' })])} --run x`, {
    home,
    service: it,
  })
  expect({ codes: [both.code, one.code], details: error.details, sent: stepsOf(it) }).toEqual({
    codes: [2, 0],
    details:
      'line 1: id was applied, or sent with an unknown outcome, with other content; give the changed row its own id',
    sent: [1, 2, 6],
  })
})

test('rows that name no device keep the one they were begun with', async () => {
  const [home, it, path] = [freshFolder(), service(), file('rows.ndjson', rows(2))]
  await submit(`--from ${path} --device-id one`, { home, service: it })
  const { code, stderr } = await submit(`--from ${path} --device-id two`, { home, service: it })
  expect({ code, sent: it.sent.length, told: stderr.includes('another device_id') }).toEqual({
    code: 2,
    sent: 2,
    told: true,
  })
})

test('the device that a run was begun with is that of its rows that name none, wherever they stand, and of no other', async () => {
  const home = freshFolder()
  const go = async (run: string, list: readonly unknown[], device: string) =>
    (await submit(`--from ${file('rows.ndjson', list)} --run ${run} --device-id ${device}`, { home })).code
  const [bare, own] = [row(1), row(2, { device_id: 'own' })]
  expect([await go('first', [bare, own], 'one'), await go('first', [bare, own], 'two')]).toEqual([0, 2])
  // No row took it, so another is none.
  const [third, fourth] = [row(3, { device_id: 'own' }), row(4)]
  expect([await go('none', [third], 'one'), await go('none', [third], 'two')]).toEqual([0, 0])
  expect(await go('none', [third, fourth], 'two')).toBe(0)
  // Rows that all name theirs may go on in a run of others.
  expect(await go('first', [own], 'two')).toBe(0)
})

test('a row that another run of this address applied or left unresolved stops the run before anything is sent', async () => {
  const home = freshFolder()
  const time = clock()
  const it = service(({ steps }) => (steps === 1002 ? 'lost' : 'applied'))
  await submit(`--from ${file('a.ndjson', rows(3))} --run a`, { home, service: it, ...time })
  const words = `--from ${file('b.ndjson', rows(5))} --run b`
  const stopped = await submit(`${words} --json`, { home, service: it, ...time })
  const { error } = JSON.parse(stopped.stderr) as { error: { message: string; details: string } }
  expect({ code: stopped.code, sent: it.sent.length, details: error.details }).toEqual({
    code: 2,
    sent: 3,
    details: 'run a: 2 applied, 1 unknown, on 2026-03-04',
  })
  expect(error.message).toContain('2 applied, 1 unknown')
  const skipping = await submit(`${words} --skip-applied`, { home, service: it, ...time })
  expect([skipping.code, ...statuses(skipping.said)]).toEqual([
    10,
    '1 skipped',
    '2 unknown',
    '3 skipped',
    '4 applied',
    '5 applied',
  ])
  const again = await submit(`${words} --resubmit --concurrency 1`, { home, service: service(), ...time })
  expect(statuses(again.said)).toEqual(['1 applied', '2 applied', '3 applied', '4 skipped', '5 skipped'])
})

test('what was sent on several days is named by the first and the last of them', async () => {
  const home = freshFolder()
  const time = clock()
  for (const count of [1, 2, 3]) {
    await submit(`--from ${file('a.ndjson', rows(count))} --run a`, { home, ...time })
    time.pass(86_400_000)
  }
  const { stderr } = await submit(`--from ${file('b.ndjson', rows(3))} --run b --json`, { home, ...time })
  const { error } = JSON.parse(stderr) as { error: { details: string } }
  expect(error.details).toBe('run a: 3 applied, 0 unknown, from 2026-03-04 to 2026-03-06')
})

test('the look back ends after 30 days, knows the address, and needs no index', async () => {
  const home = freshFolder()
  const time = clock()
  const it = service()
  const one = { home, service: it, ...time }
  await submit(`--from ${file('a.ndjson', rows(2))} --run a`, one)
  rmSync(join(folderOf(home, 'a'), 'digests'))
  const words = `--from ${file('b.ndjson', rows(2))}`
  const sameAddress = await submit(`${words} --run b`, one)
  const another = { MOVECLI_API_KEY: 'another-key', MOVECLI_TOKEN: 'another.session' }
  const otherAddress = await submit(`${words} --run c`, { ...one, env: another })
  expect(readdirSync(folderOf(home, 'a'))).toContain('digests')
  time.pass(31 * 86_400_000)
  const later = await submit(`${words} --run d`, one)
  expect([sameAddress, otherAddress, later].map(({ code }) => code)).toEqual([2, 0, 0])
})

test('a second process on a running run ends with 8 and sends nothing', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(2))]
  await submit(`--from ${path} --run x`, { home })
  const lock = await acquire(join(folderOf(home, 'x'), 'lock'), { wait: 0 })
  const it = service()
  const { code, stderr } = await submit(`--from ${file('b.ndjson', rows(4))} --run x`, { home, service: it })
  await lock.release()
  expect({ code, sent: it.sent.length, told: stderr.includes('Another process is sending the run') }).toEqual(
    {
      code: 8,
      sent: 0,
      told: true,
    },
  )
})

test('a run waits at most --max-wait for another that decides what it sends', async () => {
  const home = freshFolder()
  const words = `--from ${file('rows.ndjson', rows(2))}`
  await submit(`${words} --run first`, { home })
  const planning = join(home, '.local/state/movecli/journal/planning')
  const lock = await acquire(join(planning, readdirSync(planning)[0]!), { wait: 0 })
  const it = service()
  const began = performance.now()
  const { code, error } = await submit(`--from ${file('b.ndjson', rows(2, 5))} --max-wait 1s`, {
    home,
    service: it,
  })
  await lock.release()
  expect({ code, sent: it.sent.length }).toEqual({ code: 8, sent: 0 })
  expect(error).toContain('Another movecli is deciding what to send to this service (')
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a row whose sending has no end on disk is unresolved, and a torn last line is named', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(2))]
  await submit(`--from ${path} --concurrency 1 --run x`, { home })
  const log = join(folderOf(home, 'x'), 'rows.log')
  // As a kill leaves it: the last row's outcome half written, no word that the run was closed, no index.
  rmSync(join(folderOf(home, 'x'), 'digests'))
  truncateSync(log, readFileSync(log, 'utf8').lastIndexOf('"applied"'))
  const it = service()
  const { code, said, stderr } = await submit(`--from ${path} --run x`, { home, service: it })
  expect({ code, sent: it.sent.length, said: statuses(said) }).toEqual({
    code: 10,
    sent: 0,
    said: ['1 skipped', '2 unknown'],
  })
  expect(stderr).toContain('is incomplete')
})

test('a damaged journal stops with its line, of this run and of another', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(2))]
  await submit(`--from ${path} --run x`, { home })
  const log = join(folderOf(home, 'x'), 'rows.log')
  writeFileSync(log, readFileSync(log, 'utf8').replace('"sending"', '"sendinG"'))
  rmSync(join(folderOf(home, 'x'), 'digests'))
  const own = await submit(`--from ${path} --run x`, { home })
  const other = await submit(`--from ${file('b.ndjson', rows(1, 9))} --run y`, { home })
  expect([own, other].map(({ code, stderr }) => [code, /damaged at line 4/.test(stderr)])).toEqual([
    [3, true],
    [3, true],
  ])
})

test('what is no file in the place of an index stops its own run and another, by its name', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(2))]
  await submit(`--from ${path} --run x`, { home })
  const index = join(folderOf(home, 'x'), 'digests')
  rmSync(index)
  mkdirSync(index)
  const it = service()
  const own = await submit(`--from ${path} --run x`, { home, service: it })
  const other = await submit(`--from ${file('b.ndjson', rows(1, 9))} --run y`, { home, service: it })
  expect(
    [own, other].map(({ code, stderr }) => [code, stderr.includes(`${index} is no regular file`)]),
  ).toEqual([
    [3, true],
    [3, true],
  ])
  expect(it.sent).toEqual([])
})

test('nothing is sent where the state folder cannot be written', async () => {
  const home = freshFolder()
  mkdirSync(join(home, '.local/state'), { recursive: true })
  writeFileSync(join(home, '.local/state/movecli'), 'in the way')
  const it = service()
  const { code, stdout } = await submit(`--from ${file('rows.ndjson', rows(2))}`, { home, service: it })
  expect({ code, stdout, sent: it.sent.length }).toEqual({ code: 3, stdout: '', sent: 0 })
})

test('shards are the same each time, share no row and leave none out', async () => {
  const home = freshFolder()
  const path = file('rows.ndjson', [...rows(50), { steps: -1 }])
  const parts = [1, 2, 3].map(() => service())
  const codes: number[] = []
  const said: string[] = []
  for (const [at, it] of parts.entries()) {
    const ran = await submit(`--from ${path} --shard ${at + 1}/3 --skip-invalid`, { home, service: it })
    codes.push(ran.code)
    said.push(...ran.said.map((each) => `${each.row} ${each.status}`))
  }
  const twice = await submit(`--from ${path} --shard 2/3 --skip-invalid`, { home, service: parts[1]! })
  const all = parts.flatMap(stepsOf)
  expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  expect(said.length).toBe(51)
  expect(codes.sort()).toEqual([0, 0, 10])
  expect(twice.said.every(({ status }) => status === 'skipped' || status === 'invalid')).toBe(true)
  expect(Math.min(...parts.map(({ sent }) => sent.length))).toBeGreaterThan(5)
})

test('a row that comes twice is invalid in the shard of the first alone, and no shard waits for it', async () => {
  const path = file('rows.ndjson', [...rows(6), row(2)])
  const ran = await Promise.all(
    [1, 2, 3].map(async (index) => submit(`--from ${path} --shard ${index}/3 --skip-invalid`, {})),
  )
  const said = ran.flatMap(({ said: each }) => each)
  const place = ran.findIndex(({ said: each }) => each.some(({ row: line }) => line === 2))
  expect(statuses(said)).toEqual([...[1, 2, 3, 4, 5, 6].map((line) => `${line} applied`), '7 invalid'])
  expect(ran.map(({ code }) => code)).toEqual([0, 1, 2].map((at) => (at === place ? 10 : 0)))
})

test('--dry-run refuses what a run would refuse, and shows what it would send', async () => {
  const home = freshFolder()
  await submit(`--from ${file('a.ndjson', rows(2))} --run a`, { home })
  const words = `--from ${file('b.ndjson', rows(3))} --run b --dry-run`
  const refused = await submit(words, { home })
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('2 rows were sent before')
  const lines = async (more: string) =>
    (await submit(`${words} ${more}`, { home })).said.map(({ row: line }) => line)
  expect([await lines('--skip-applied'), await lines('--resubmit')]).toEqual([[3], [1, 2, 3]])
  const bad = file('c.ndjson', [{ steps: -1 }, row(9)])
  expect((await submit(`--from ${bad} --dry-run`, { home })).code).toBe(2)
  const { said } = await submit(`--from ${bad} --dry-run --skip-invalid`, { home })
  expect(said.map(({ row: line }) => line)).toEqual([2])
})

test('--plan counts what was applied here and elsewhere, what is in doubt elsewhere, and what is invalid', async () => {
  const home = freshFolder()
  const time = clock()
  const it = service(({ steps }) => (steps === 1002 || steps === 1003 ? 'lost' : 'applied'))
  const setting = { home, service: it, ...time }
  await submit(`--from ${file('a.ndjson', rows(3))} --run a`, setting)
  const path = file('b.ndjson', [...rows(5), { steps: -1 }])
  const plan = async (run: string) =>
    JSON.parse(
      (await submit(`--from ${path} --run ${run} --skip-invalid --plan --json`, setting)).stdout,
    ) as object
  const counts = { run: 'b', rows: 6, left: 2, applied: 1, invalid: 1, sent_before: 3 }
  expect(await plan('b')).toMatchObject(counts)
  // The rows of the run itself that are in doubt are neither left nor sent before.
  expect(await plan('a')).toMatchObject({ ...counts, run: 'a', sent_before: 0 })
})

test('--plan and --dry-run send nothing and leave nothing behind', async () => {
  const home = freshFolder()
  const it = service()
  const path = file('rows.ndjson', rows(3))
  const plan = await submit(`--from ${path} --plan --json`, { home, service: it })
  const dry = await submit(`--from ${path} --dry-run`, { home, service: it })
  expect(JSON.parse(plan.stdout)).toMatchObject({
    rows: 3,
    left: 3,
    applied: 0,
    limit: null,
    token_lives: null,
  })
  expect(dry.said.map((each) => [each.row, (each as unknown as { dry_run: boolean }).dry_run])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  expect(dry.stdout).not.toContain('sandbox-proof')
  expect({ sent: it.sent.length, left: readdirSync(home) }).toEqual({ sent: 0, left: [] })
})

test('journal prune drops old runs, but none that has an unresolved row', async () => {
  const home = freshFolder()
  const time = clock()
  const it = service(({ steps }) => (steps === 1002 ? 'lost' : 'applied'))
  await submit(`--from ${file('a.ndjson', rows(1))} --run settled`, { home, service: it, ...time })
  await submit(`--from ${file('b.ndjson', rows(1, 2))} --run unknown`, { home, service: it, ...time })
  const now = () => new Date(Date.now() + 100 * 86_400_000)
  const young = await movecli('journal prune --before 90d --json', { home })
  const dry = await movecli('journal prune --before 90d --json --dry-run', { home, now })
  const old = await movecli('journal prune --before 90d --json', { home, now })
  const dropped = [young, dry, old].map(
    ({ stdout }) => (JSON.parse(stdout) as { runs_dropped: number }).runs_dropped,
  )
  expect({ dropped, left: readdirSync(runsOf(home)) }).toEqual({ dropped: [0, 1, 1], left: ['unknown'] })
})

test('a stop during the check ends with 130 and sends nothing', async () => {
  const stop = new AbortController()
  const it = service()
  stop.abort('SIGINT')
  const { code } = await submit(`--from ${file('a.ndjson', rows(3))}`, { service: it, signal: stop.signal })
  expect({ code, sent: it.sent.length }).toEqual({ code: 130, sent: 0 })
})

test('where requests cannot be counted, bulk does not send within a limit', async () => {
  const home = freshFolder()
  const state = join(home, '.local/state/movecli')
  mkdirSync(state, { recursive: true })
  writeFileSync(join(state, 'limits'), 'in the way')
  const it = service()
  const env = { MOVECLI_RATE_LIMIT: '1000' }
  const { code, stderr } = await submit(`--from ${file('a.ndjson', rows(3))}`, { home, service: it, env })
  expect({ code, sent: it.sent.length, told: stderr.includes('Cannot count') }).toEqual({
    code: 3,
    sent: 0,
    told: true,
  })
})

test('bulk stays within the hourly limit, and waits for it longer than --max-wait', async () => {
  const time = clock()
  const it = service()
  const times: number[] = []
  const { transport } = it
  it.transport = async (request) => {
    times.push(time.now().getTime())
    return transport(request)
  }
  const env = { MOVECLI_RATE_LIMIT: '100' }
  const { code } = await submit(`--from ${file('a.ndjson', rows(250))} --max-wait 1m`, {
    service: it,
    env,
    ...time,
  })
  const most = Math.max(
    ...times.map((at) => times.filter((other) => other >= at && other < at + 3_600_000).length),
  )
  expect({ code, sent: it.sent.length, most }).toEqual({ code: 0, sent: 250, most: 98 })
})

test('a run without a row to send waits for no limit: one that fills the hour ends, and so does the same again', async () => {
  const [time, home, it] = [clock(), freshFolder(), service()]
  const setting = { home, service: it, env: { MOVECLI_RATE_LIMIT: '10' }, ...time }
  const line = `--from ${file('a.ndjson', rows(9))} --run full`
  expect((await submit(line, setting)).code).toBe(0)
  const again = await submit(line, setting)
  expect({ code: again.code, said: new Set(again.said.map(({ status }) => status)) }).toEqual({
    code: 0,
    said: new Set(['skipped']),
  })
  expect({ sent: it.sent.length, naps: time.naps.filter((ms) => ms > 1000) }).toEqual({ sent: 9, naps: [] })
})

/** What `journal unlock` does to a lock. */
const freeLock = (path: string) => truncateSync(join(path, readdirSync(path).toSorted((a, b) => +b - +a)[0]!))

test('a run that was freed while it is at work sends no further row, and who takes it then sends the rest once', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(40))]
  const it = service((_, nth) => {
    if (nth === 9) freeLock(join(folderOf(home, 'x'), 'lock'))
    return 'applied'
  })
  const summary = join(home, 'summary.json')
  const words = `--from ${path} --run x --concurrency 2 --summary ${summary}`
  const { code, stderr, said } = await submit(words, { home, service: it })
  expect({ code, stderr }).toEqual({
    code: 8,
    stderr: expect.stringContaining('is no longer held by this process: movecli journal unlock freed it'),
  })
  const sent = it.sent.length
  expect(sent).toBeLessThanOrEqual(10)
  expect(said.map(({ status }) => status)).toEqual(Array(sent).fill('applied'))
  expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({ applied: sent, left: 40 - sent, exit: 8 })
  expect((await submit(words, { home, service: it })).code).toBe(0)
  expect(stepsOf(it).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
})

/** What may become of the folder of a state under a run at work. */
const moves: [string, (state: string) => void][] = [
  ['moved away', (state) => renameSync(state, `${state}.old`)],
  [
    'replaced by its copy',
    (state) => {
      renameSync(state, `${state}.old`)
      cpSync(`${state}.old`, state, { recursive: true })
    },
  ],
  ['removed', (state) => rmSync(state, { recursive: true })],
]
test.each(moves)(
  'a run whose state folder was %s under way sends no further row: exit 8',
  async (_, move) => {
    const [home, path] = [freshFolder(), file('rows.ndjson', rows(40))]
    const it = service((_, nth) => {
      if (nth === 9) move(join(home, '.local/state/movecli'))
      return 'applied'
    })
    const { code, stderr } = await submit(`--from ${path} --run x --concurrency 2`, { home, service: it })
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining('or its folder was moved, replaced or removed'),
    })
    expect(it.sent.length).toBeLessThanOrEqual(10)
  },
)

test('a run that was freed leaves what the next one keeps there: its plan, and the rows that it planned', async () => {
  const [home, path] = [freshFolder(), file('rows.ndjson', rows(4))]
  const it = service((_, nth) => {
    if (nth !== 1) return 'applied'
    const folder = folderOf(home, 'x')
    freeLock(join(folder, 'lock'))
    writeFileSync(join(folder, 'plan'), 'of the next one')
    return 'applied'
  })
  await submit(`--from ${path} --run x --concurrency 1`, { home, service: it })
  expect(it.sent).toHaveLength(1)
  const folder = folderOf(home, 'x')
  expect(readFileSync(join(folder, 'plan'), 'utf8')).toBe('of the next one')
  const journal = readFileSync(join(folder, 'rows.log'), 'utf8')
  expect([journal.includes('"applied"'), journal.includes('"closed"')]).toEqual([true, false])
})

test('the summary does not take the place of the input', async () => {
  const [it, path] = [service(), file('rows.ndjson', rows(2))]
  const link = join(freshFolder(), 'link')
  symlinkSync(path, link)
  for (const summary of [path, link]) {
    const { code, stderr } = await submit(`--from ${path} --summary ${summary}`, { service: it })
    expect({ code, stderr, sent: it.sent }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/the same file|not the name of a file/),
      sent: [],
    })
  }
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
})

test('a run whose journal is gone while its index is there stops other runs: what it sent is not known', async () => {
  const [home, it, path] = [freshFolder(), service(), file('rows.ndjson', rows(3))]
  await submit(`--from ${path} --run x`, { home, service: it })
  rmSync(join(folderOf(home, 'x'), 'rows.log'))
  const { code, stderr } = await submit(`--from ${path} --run y`, { home, service: it })
  expect({ code, stderr, sent: it.sent.length }).toEqual({
    code: 3,
    stderr: expect.stringContaining('rows.log'),
    sent: 3,
  })
})
