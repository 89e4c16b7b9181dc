/** What is said of a row that this run has as rejected or unresolved, and that was sent in another place too. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'
import { env, file, row, service, statuses, submit, type Answer } from './support.ts'

/** One home and one service whose answers may be changed; `run` gives the summary too. */
function setUp(answers: Record<number, Answer> = {}) {
  const it = service(({ steps }) => answers[Number(steps) - 1000] ?? 'applied')
  const setting = { home: freshFolder(), service: it, ...clock() }
  const summary = join(setting.home, 'summary.json')
  return {
    answers,
    sent: () => it.sent.map(({ steps }) => Number(steps) - 1000),
    run: async (list: readonly object[], words: string) => {
      const path = file('rows.ndjson', list)
      const ran = await submit(
        `--from ${path} --concurrency 1 --max-wait 1s --summary ${summary} ${words}`,
        setting,
      )
      const sum = () => JSON.parse(readFileSync(summary, 'utf8')) as Record<string, number>
      return { ...ran, statuses: statuses(ran.said), sum }
    },
    alone: async (line: string) => movecli(line, { ...setting, env, transport: it.transport }),
  }
}

const named = (n: number, id: string) => row(n, { id })
const messageOf = (said: readonly object[]): string => (said[0] as { message?: string }).message ?? ''
const places: [string, string][] = [
  ['--run one --shard 1/1', 'in run one (shard 1/1)'],
  ['--run two', 'in run two'],
]

test.each(places.flatMap(([words, place]) => ['a', undefined].map((id) => [words, place, id] as const)))(
  'a rejected row that was applied elsewhere (%s) is said to be applied before, %s, with or without a flag (id %s)',
  async (words, place, id) => {
    const { answers, run, sent } = setUp({ 1: 'MOTION_002' })
    const list = [row(1, id === undefined ? {} : { id })]
    await run(list, '--run one')
    delete answers[1]
    expect((await run(list, `${words} --retry-failed`)).code).toBe(0)
    for (const flags of ['', '--skip-applied', '--skip-applied --retry-failed', '--resubmit']) {
      const again = await run(list, `--run one ${flags}`)
      expect({ code: again.code, statuses: again.statuses, said: messageOf(again.said) }, flags).toEqual({
        code: 0,
        statuses: ['1 skipped'],
        said: `Applied before, ${place}.`,
      })
      expect(again.sum()).toMatchObject({ skipped: 1, rejected: 0, unknown: 0 })
      expect(again.stderr).toContain('1 skipped (applied before)')
      expect(again.stderr).not.toContain('Correct')
    }
    expect((await run(list, '--run one --retry-failed')).code).toBe(2)
    const plan = JSON.parse((await run(list, '--run one --plan --json')).stdout) as object
    expect(plan).toMatchObject({ left: 0, applied: 1, sent_before: 0 })
    expect(sent()).toEqual([1, 1])
    expect((await run(list, '--run one --retry-failed --resubmit')).statuses).toEqual(['1 applied'])
  },
)

test.each(places)('a rejected row that is in doubt elsewhere (%s) is unknown', async (words, place) => {
  const { answers, run, sent } = setUp({ 1: 'MOTION_002' })
  const list = [named(1, 'a')]
  await run(list, '--run one')
  answers[1] = 'lost'
  await run(list, `${words} --retry-failed`)
  answers[1] = 'applied'
  for (const flags of ['', '--skip-applied', '--skip-applied --retry-failed', '--resubmit']) {
    const again = await run(list, `--run one ${flags}`)
    expect({ code: again.code, statuses: again.statuses }, flags).toEqual({
      code: 10,
      statuses: ['1 unknown'],
    })
    expect(messageOf(again.said)).toContain(
      `${place}, and this one is not known to be applied. --retry-failed`,
    )
    expect(again.sum()).toMatchObject({ unknown: 1, rejected: 0 })
    expect(again.stderr).toContain('--retry-failed with --resubmit sends them again')
    expect(again.stderr).not.toMatch(/--retry-unknown|Correct/)
  }
  for (const flags of ['--retry-failed', '--retry-failed --retry-unknown'])
    expect((await run(list, `--run one ${flags}`)).code).toBe(2)
  expect(sent()).toEqual([1, 1])
  expect((await run(list, '--run one --retry-failed --resubmit')).statuses).toEqual(['1 applied'])
})

test('a rejected row that was applied as a single motion, or under another id of its run, is said to be applied', async () => {
  const { answers, run, alone, sent } = setUp({ 1: 'MOTION_002', 2: 'MOTION_002' })
  const list = [named(1, 'a'), named(2, 'b')]
  await run(list, '--run one')
  for (const n of [1, 2]) delete answers[n]
  const single = await alone(
    `motion submit --steps 1001 --distance 3.2 --duration 1860 --proof ${String(row(1)['proof'])}`,
  )
  expect(single.code).toBe(0)
  expect((await run([named(2, 'c')], '--run one')).code).toBe(0)
  const again = await run(list, '--run one')
  expect({ code: again.code, said: again.said.map((each) => messageOf([each])) }).toEqual({
    code: 0,
    said: ['Applied before, as a single motion.', 'Applied before, under another id of this run.'],
  })
  expect(sent()).toEqual([1, 2, 1, 2])
})

test('a rejected row stays rejected where what was applied is its twin, and the rows to be sent stop the run by themselves', async () => {
  const { answers, run, sent } = setUp({ 1: 'MOTION_002', 2: 'MOTION_002' })
  await run([named(1, 'a'), named(2, 'b')], '--run one')
  for (const n of [1, 2]) delete answers[n]
  await run([named(1, 'x'), named(3, 'y')], '--run two')
  // Of both runs: one that was rejected here, one that is new here.
  const both = [named(1, 'a'), named(2, 'b'), named(3, 'c')]
  const stopped = await run(both, '--run one')
  expect(stopped.code).toBe(2)
  expect(stopped.stderr).toContain('1 row was sent before')
  const skipped = await run(both, '--run one --skip-applied')
  expect({ code: skipped.code, statuses: skipped.statuses }).toEqual({
    code: 10,
    statuses: ['1 skipped', '2 rejected', '3 skipped'],
  })
  expect(skipped.stderr).toContain('Correct the rejected rows')

  const twins = [named(4, 'd'), named(4, 'e')]
  answers[4] = 'AUTH_002'
  await run(twins, '--run three')
  answers[4] = 'MOTION_002'
  await run(twins, '--run three --on-error stop')
  answers[4] = 'applied'
  expect((await run(twins, '--run three')).statuses).toEqual(['1 rejected', '2 applied'])
  expect((await run(twins, '--run three')).statuses).toEqual(['1 rejected', '2 skipped'])
  expect((await run(twins, '--run three --retry-failed')).statuses).toEqual(['1 applied', '2 skipped'])
  expect(sent()).toEqual([1, 2, 1, 3, 4, 4, 4, 4])
})

test.each<[string, object[], object[]]>([
  ['under another id', [named(1, 'a')], [named(1, 'b')]],
  ['without an id', [row(1)], [named(1, 'b')]],
  ['with an id now and none before', [named(1, 'a')], [row(1)]],
  ['under another id too', [named(1, 'a')], [named(1, 'a'), named(1, 'b')]],
  ['under another id too, behind it', [named(1, 'a')], [named(1, 'b'), named(1, 'a')]],
])(
  'a content in doubt %s of the same run is not sent by --retry-unknown; --skip-applied and --resubmit decide',
  async (_, before, after) => {
    const { answers, run, sent } = setUp({ 1: 'lost' })
    await run(before, '--run one')
    answers[1] = 'applied'
    for (const flags of ['', '--retry-unknown', '--retry-unknown --retry-failed']) {
      const { code, stderr } = await run(after, `--run one ${flags}`)
      expect({ code, sent: sent() }, flags).toEqual({ code: 2, sent: [1] })
      expect(stderr).toContain('run one, under another id: 0 applied, 1 unknown')
      expect(stderr).toMatch(/--skip-applied .*--resubmit/)
    }
    const skipped = await run(after, '--run one --retry-unknown --skip-applied')
    expect(skipped.said.find(({ id }) => id !== 'a')?.status).toBe('unknown')
    expect(sent().length).toBe(after.length)
    if (after.length === 1) expect((await run(after, '--run one --resubmit')).statuses).toEqual(['1 applied'])
  },
)

test('--retry-unknown sends the rows of their own id again, twins too', async () => {
  const { answers, run, sent } = setUp({ 1: 'lost' })
  const twins = [named(1, 'a'), named(1, 'b')]
  await run(twins, '--run one --max-wait 1h')
  answers[1] = 'applied'
  expect((await run(twins, '--run one --retry-unknown')).statuses).toEqual(['1 applied', '2 applied'])
  expect(sent()).toEqual([1, 1, 1, 1])
})

test('what sends unknown rows again is said of those at hand: of this run, of another, of both', async () => {
  const { answers, run } = setUp({ 1: 'lost', 2: 'lost' })
  await run([named(1, 'a')], '--run one')
  const elsewhere = await run([named(1, 'x')], '--run two --skip-applied')
  expect(elsewhere.stderr).toContain('--resubmit sends them again, with every other row of the input')
  expect(elsewhere.stderr).not.toContain('--retry-unknown')
  const own = await run([named(1, 'a')], '--run one')
  expect(own.stderr).toContain('--retry-unknown sends them again')
  expect(own.stderr).not.toContain('--resubmit')
  answers[2] = 'lost'
  const both = await run([named(1, 'x'), named(2, 'y')], '--run two --skip-applied --max-wait 1h')
  expect(both.statuses).toEqual(['1 unknown', '2 unknown'])
  expect(both.stderr).toContain(
    '--retry-unknown sends the rows of this run again; --resubmit sends those that were sent elsewhere',
  )
})

test.each<[Answer, number]>([
  ['AUTH_002', 4],
  [{ status: 401, code: 'AUTH_001' }, 4],
  ['RATE_001', 7],
  ['refused', 8],
])(
  'a row in doubt whose next attempt the service does not take (%s) stays unknown, and counts as it',
  async (answer, exit) => {
    const { answers, run, alone } = setUp({ 1: 'lost' })
    const list = [named(1, 'a'), named(2, 'b')]
    await run(list, '--run one --max-wait 1h')
    answers[1] = answer
    const again = await run(list, '--run one --retry-unknown --max-wait 0')
    expect({ code: again.code, statuses: again.statuses.slice(0, 1) }).toEqual({
      code: exit,
      statuses: ['1 unknown'],
    })
    expect(messageOf(again.said.filter(({ row: line }) => line === 1))).toBe(
      'An earlier attempt may have been applied, and the service has taken no other.',
    )
    expect(again.sum()).toMatchObject({ rows: 2, unknown: 1, exit })
    expect(again.sum()['left']).toBe(1 - again.said.filter(({ row: line }) => line === 2).length)
    const { stdout } = await alone('journal ls --state unknown --json')
    expect((JSON.parse(stdout) as object[]).length).toBe(1)
    // The lines are movecli's words, and not the service's.
    expect(again.stderr).toMatch(/^ {2}details {2}unknown: lines 1$/m)
  },
)

test('a row that is being sent takes no verdict, and its process is said to be running', async () => {
  const home = freshFolder()
  const said: { code: number; stderr: string }[] = []
  const say = async (line: string) => movecli(`journal ${line}`, { home, env })
  const it = service(async () => {
    const [found] = JSON.parse((await say('ls --json')).stdout) as [{ id: string }]
    said.push(await say(`resolve ${found.id} --as not-applied`), await say('unlock one'))
    return 'applied'
  })
  expect(
    (await submit(`--from ${file('rows.ndjson', [row(1)])} --run one`, { home, service: it })).code,
  ).toBe(0)
  expect(said.map(({ code }) => code)).toEqual([8, 8])
  for (const { stderr } of said) {
    expect(stderr).toContain(`rocess ${process.pid} is still running`)
    expect(stderr).not.toContain('cannot see')
  }
})
