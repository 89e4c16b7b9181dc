/** An input that is edited between runs: what was applied or is unresolved is known by its content, whatever it is named. */
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env, file, row, rows, service, statuses, submit, type Answer } from './support.ts'
import { clock } from '../support/clock.ts'

/** One home and one service whose answers may be changed; `run` submits rows under `--run r` unless it is told otherwise. */
function setUp(answers: Record<number, Answer> = {}) {
  const it = service(({ steps }) => answers[Number(steps) - 1000] ?? 'applied')
  const setting = { home: freshFolder(), service: it, ...clock() }
  return {
    setting,
    answers,
    sent: () => it.sent.map(({ steps }) => Number(steps) - 1000),
    run: async (list: readonly object[], words = '--run r') =>
      submit(`--from ${file('rows.ndjson', list)} --concurrency 1 ${words}`, setting),
    alone: async (line: string) => movecli(line, { ...setting, env, transport: it.transport }),
  }
}

const named = (n: number, id: string) => row(n, { id })

test.each<[string, object[], object[]]>([
  ['added', rows(3), [1, 2, 3].map((n) => named(n, `id-${n}`))],
  ['taken away', [1, 2, 3].map((n) => named(n, `id-${n}`)), rows(3)],
  ['changed', [1, 2, 3].map((n) => named(n, `id-${n}`)), [1, 2, 3].map((n) => named(n, `other-${n}`))],
  [
    'moved on by one',
    [1, 2, 3].map((n) => named(n, `id-${n}`)),
    [1, 2, 3].map((n) => named(n, `id-${n + 7}`)),
  ],
])(
  'ids that were %s stop the run: applied and unresolved rows are known by their content',
  async (_, before, after) => {
    const { run, sent } = setUp({ 2: 'lost' })
    await run(before)
    const stopped = await run(after)
    expect({
      code: stopped.code,
      said: stopped.stderr.includes('run r, under another id: 2 applied, 1 unknown'),
    }).toEqual({ code: 2, said: true })
    expect(sent()).toEqual([1, 2, 3])
    const skipped = await run([...after, row(4)], '--run r --skip-applied')
    expect([skipped.code, ...statuses(skipped.said)]).toEqual([
      10,
      '1 skipped',
      '2 unknown',
      '3 skipped',
      '4 applied',
    ])
    expect((await run(after, '--run r --resubmit')).code).toBe(10)
    expect(sent()).toEqual([1, 2, 3, 4, 1, 2, 3])
  },
)

test('equal rows with an id each are meant twice: sent twice, and skipped when the run goes on', async () => {
  const { run, sent, answers } = setUp({ 2: 'AUTH_002' })
  const twins = [named(1, 'a'), named(1, 'b'), named(2, 'c'), named(1, 'd')]
  expect((await run(twins)).code).toBe(4)
  delete answers[2]
  expect(statuses((await run(twins)).said)).toEqual(['1 skipped', '2 skipped', '3 applied', '4 applied'])
  expect(statuses((await run(twins)).said)).toEqual(['1 skipped', '2 skipped', '3 skipped', '4 skipped'])
  expect(sent()).toEqual([1, 1, 2, 2, 1])
})

test('rows that were meant three times are, though an input between had two of them', async () => {
  const { run, sent, answers } = setUp({ 1: 'AUTH_002' })
  const [a, b, c] = ['a', 'b', 'c'].map((id) => named(1, id))
  expect((await run([a!, b!, c!])).code).toBe(4)
  delete answers[1]
  expect((await run([a!, b!, named(2, 'd'), named(2, 'e')])).code).toBe(0)
  const last = await run([a!, b!, c!])
  expect([last.code, ...statuses(last.said)]).toEqual([0, '1 skipped', '2 skipped', '3 applied'])
  expect(sent()).toEqual([1, 1, 1, 2, 2, 1])
})

test('a row that is added equal to one that was applied stops the run, and so does one of equal rows that is renamed', async () => {
  const { run, sent } = setUp()
  await run([named(1, 'a'), named(2, 'b'), named(2, 'c')])
  expect((await run([named(1, 'a'), named(1, 'x')])).code).toBe(2)
  expect((await run([named(2, 'b'), named(2, 'x')])).code).toBe(2)
  expect((await run([named(2, 'x')])).code).toBe(2)
  expect((await run([named(2, 'b'), named(3, 'm'), named(3, 'n')])).code).toBe(0)
  const added = [named(1, 'a'), named(1, 'x')]
  const left = await run(added, '--run r --skip-applied')
  expect({ code: left.code, statuses: statuses(left.said) }).toEqual({
    code: 10,
    statuses: ['1 skipped', '2 unknown'],
  })
  expect((await run(added)).code).toBe(2)
  expect(statuses((await run(added, '--run r --resubmit')).said)).toEqual(['1 skipped', '2 applied'])
  expect((await run(added)).code).toBe(0)
  expect(sent()).toEqual([1, 2, 2, 3, 3, 1])
})

test('contents that changed places with their ids stop the run, also where the changed rows are left out', async () => {
  const { run, sent } = setUp()
  await run([named(1, 'a'), named(2, 'b')])
  const moved = [named(5, 'a'), named(1, 'c')]
  expect((await run(moved)).code).toBe(2)
  expect((await run(moved, '--run r --skip-invalid')).code).toBe(2)
  const { said } = await run(moved, '--run r --skip-invalid --skip-applied')
  expect(statuses(said)).toEqual(['1 invalid', '2 skipped'])
  expect(sent()).toEqual([1, 2])
})

test('a rejected row is corrected under its id: sent with --retry-failed, on record as the same row', async () => {
  const { run, sent, alone } = setUp({ 1: 'MOTION_002' })
  await run([named(1, 'a'), named(2, 'b')])
  const mended = [named(9, 'a'), named(2, 'b')]
  expect(statuses((await run(mended)).said)).toEqual(['1 rejected', '2 skipped'])
  expect(statuses((await run(mended, '--run r --retry-failed')).said)).toEqual(['1 applied', '2 skipped'])
  expect(statuses((await run(mended)).said)).toEqual(['1 skipped', '2 skipped'])
  expect(sent()).toEqual([1, 2, 9])
  const { stdout } = await alone('journal ls --json')
  expect((JSON.parse(stdout) as { state: string }[]).map(({ state }) => state)).toEqual([
    'applied',
    'applied',
  ])
  expect((await run([named(1, 'a'), named(2, 'b')])).code).toBe(2)
  expect((await run([row(9)], '--run other')).code).toBe(2)
  expect(statuses((await run([row(1)], '--run other')).said)).toEqual(['1 rejected'])
})

test('an unresolved row keeps its content until a person has said that it was not applied', async () => {
  const { run, sent, alone, answers } = setUp({ 1: 'lost' })
  await run([named(1, 'a')])
  const changed = [named(9, 'a')]
  for (const words of ['--run r', '--run r --retry-failed', '--run r --retry-unknown'])
    expect((await run(changed, words)).code).toBe(2)
  const [write] = JSON.parse((await alone('journal ls --state unknown --json')).stdout) as { id: string }[]
  await alone(`journal resolve ${write!.id} --as not-applied`)
  delete answers[1]
  expect(statuses((await run(changed)).said)).toEqual(['1 applied'])
  expect(sent()).toEqual([1, 9])
})

test.each<[string, string]>([
  ['another number of shards', '--shard 1/3'],
  ['no shards', ''],
])('a run of two shards that goes on with %s finds what each of them sent', async (_, words) => {
  const { run, sent } = setUp()
  const list = rows(12)
  await run(list, '--run r --shard 1/2')
  await run(list, '--run r --shard 2/2')
  const stopped = await run(list, `--run r ${words}`)
  expect({ code: stopped.code, said: stopped.stderr.includes('run r (shard 1/2)') }).toEqual({
    code: 2,
    said: true,
  })
  const skipped = await run(list, `--run r ${words} --skip-applied`)
  expect([skipped.code, new Set(skipped.said.map(({ status }) => status))]).toEqual([0, new Set(['skipped'])])
  expect(sent().length).toBe(12)
})

test('ids that are changed take no row to another shard unseen; equal rows of two shards stay legal', async () => {
  const { run, sent } = setUp()
  const list = Array.from({ length: 12 }, (_, n) => named(1 + (n >> 1), `id-${n}`))
  const whole = async (words: string, made = list) => [
    (await run(made, `--run r --shard 1/2 ${words}`)).code,
    (await run(made, `--run r --shard 2/2 ${words}`)).code,
  ]
  expect(await whole('')).toEqual([0, 0])
  expect(await whole('')).toEqual([0, 0])
  const renamed = list.map((each) => ({ ...each, id: `${String(each['id'])}-x` }))
  expect(await whole('', renamed)).toEqual([2, 2])
  expect(await whole('--skip-applied', renamed)).toEqual([0, 0])
  expect(sent().length).toBe(12)
})

test('a row equal to a single motion that was applied or is unresolved stops the run', async () => {
  const { run, sent, alone } = setUp({ 2: 'lost' })
  const line = (n: number) =>
    `motion submit --steps ${1000 + n} --distance 3.20 --duration 31m --proof ${String(row(n)['proof'])}`
  expect((await alone(line(1))).code).toBe(0)
  expect((await alone(line(2))).code).toBe(9)
  const stopped = await run(rows(3))
  expect({
    code: stopped.code,
    said: stopped.stderr.includes('single motions: 1 applied, 1 unknown'),
  }).toEqual({ code: 2, said: true })
  const { said } = await run(rows(3), '--run r --skip-applied')
  expect(statuses(said)).toEqual(['1 skipped', '2 unknown', '3 applied'])
  expect(sent()).toEqual([1, 2, 3])
})

test('a single motion equal to a row that a run at work has announced is not sent', async () => {
  const home = freshFolder()
  const codes: number[] = []
  const single = service()
  const line = (n: number) =>
    `motion submit --steps ${1000 + n} --distance 3.20 --duration 31m --proof ${String(row(n)['proof'])}`
  const it = service(async (_, nth) => {
    if (nth === 1)
      for (const n of [200, 201])
        codes.push((await movecli(line(n), { home, env, transport: single.transport })).code)
    return 'applied'
  })
  const words = `--from ${file('rows.ndjson', rows(200))} --concurrency 1`
  const { code } = await submit(words, { home, service: it })
  expect([code, codes, single.sent.length, it.sent.length]).toEqual([0, [8, 0], 1, 200])
})

test('the look back reaches 30 days back, to the day', async () => {
  const { run, sent, setting } = setUp()
  await run(rows(3))
  const runs = join(setting.home, '.local/state/movecli/journal/runs/r')
  utimesSync(join(runs, readdirSync(runs)[0]!, 'rows.log'), setting.now(), setting.now())
  setting.pass(30 * 86_400_000)
  expect((await run(rows(3), '--run other')).code).toBe(2)
  setting.pass(86_400_000)
  expect((await run(rows(3), '--run other')).code).toBe(0)
  expect(sent().length).toBe(6)
})

test('a byte of the index that is another hides no row from another run', async () => {
  const { run, sent, setting } = setUp()
  await run(rows(2))
  const runs = join(setting.home, '.local/state/movecli/journal/runs/r')
  const index = join(runs, readdirSync(runs)[0]!, 'digests')
  const whole = readFileSync(index)
  for (let at = 0; at < whole.length; at += 3) {
    const harmed = Buffer.from(whole)
    harmed[at]! ^= 1
    writeFileSync(index, harmed)
    const { code } = await run(rows(2), '--run other --skip-applied')
    // What it covers is part of it too: a journal shorter than that is damaged.
    expect([at, code === 0 || code === 3, sent().length]).toEqual([at, true, 2])
  }
})

test('what was applied under an id whose row has changed is known to another run, also once its own run has gone on', async () => {
  const { run, sent } = setUp()
  await run([named(1, 'a')])
  expect((await run([named(2, 'a'), named(3, 'b')], '--run r --skip-invalid')).code).toBe(10)
  expect((await run(rows(1), '--run other')).code).toBe(2)
  expect(sent()).toEqual([1, 3])
})

test('a damaged count of how many equal rows were meant sends none of them', async () => {
  const { run, sent, setting } = setUp()
  const twins = [named(1, 'a'), named(1, 'b')]
  await run(twins)
  const runs = join(setting.home, '.local/state/movecli/journal/runs/r')
  const path = join(runs, readdirSync(runs)[0]!, 'equals')
  const counts = readFileSync(path)
  expect(counts[16]).toBe(2)
  counts[16] = 3
  writeFileSync(path, counts)
  expect((await run([...twins, named(1, 'c')])).code).toBe(2)
  expect(sent()).toEqual([1, 1])
})

test.each<[Answer, string, string[]]>(
  (['applied', 'lost'] as const).flatMap((answer) => [
    [answer, '--shard 1/1', ['']],
    [answer, '', ['--shard 1/1']],
    [answer, '--shard 1/1', ['--shard 1/2', '--shard 2/2']],
  ]),
)(
  'ids that were sent (%s) with other values are not sent by another number of shards (%s, then %s)',
  async (answer, first, then) => {
    const { run, sent, answers } = setUp()
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    ids.forEach((_, at) => (answers[at + 1] = answer))
    await run(
      ids.map((id, at) => named(at + 1, id)),
      `--run r ${first}`,
    )
    const count = sent().length
    expect(count).toBe(8)
    const edited = ids.map((id, at) => named(at + 11, id))
    for (const words of then) expect((await run(edited, `--run r ${words}`)).code).toBe(2)
    expect(sent().length).toBe(count)
    for (const words of then) expect((await run(edited, `--run r ${words} --resubmit`)).code).toBe(0)
    expect(sent().length).toBe(count + 8)
  },
)

test('an id whose row was rejected by another number of shards takes other values, and in another run it is another row', async () => {
  const { run, sent } = setUp({ 1: 'MOTION_002' })
  await run([named(1, 'x')], '--run r --shard 1/1')
  expect((await run([named(2, 'x')], '--run r')).code).toBe(0)
  expect((await run([named(3, 'x')], '--run s')).code).toBe(0)
  expect(sent()).toEqual([1, 2, 3])
})
