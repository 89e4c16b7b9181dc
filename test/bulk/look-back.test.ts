/** What is said of rows that were sent before: each record of another run, or of this one, counts once. */
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env, file, row, service, statuses, submit, type Answer, type RowText } from './support.ts'
import { clock } from '../support/clock.ts'

/** One home and one service, asked for its answer to the `nth` row that it is sent. */
function setUp(say: (n: number, nth: number) => Answer | Promise<Answer> = () => 'applied') {
  const it = service(({ steps }, nth) => say(Number(steps) - 1000, nth))
  const setting = { home: freshFolder(), service: it, ...clock() }
  return {
    run: async (list: readonly RowText[], words: string) =>
      submit(`--from ${file('rows.ndjson', list)} --concurrency 1 ${words}`, setting),
    alone: async (line: string) => movecli(line, { ...setting, env, transport: it.transport }),
    sent: () => it.sent.map(({ steps, proof }) => [Number(steps) - 1000, proof]),
  }
}

const named = (n: number, id: string) => row(n, { id })
/** A motion with another proof each time. */
const proved = (n: number, proof: string, more: RowText = {}) => row(n, { proof, ...more })

/** The lines of the refusal that name a run. */
const details = (stderr: string): string[] =>
  stderr
    .split('\n')
    .flatMap((line) => /(run|single motions)\b.*: .*(\d+ applied, \d+ unknown.*)/.exec(line)?.[2] ?? [])

test('one record of another run counts once, however many rows have its content', async () => {
  const { run } = setUp()
  await run([row(1)], '--run a')
  const { stderr, code } = await run([named(1, 'x'), named(1, 'y'), row(2)], '--run b')
  expect({ code, details: details(stderr) }).toEqual({
    code: 2,
    details: ['1 applied, 0 unknown, on 2026-03-04'],
  })
  expect(stderr).toMatch(/2 rows were sent before: [^(]*\(1 applied\); nothing was sent\./)
})

test('a row that no record speaks of is not said to be applied, though an equal one was', async () => {
  const { run, sent } = setUp()
  await run([row(1)], '--run a')
  const twins = [named(1, 'x'), named(1, 'y'), row(2)]
  const left = await run(twins, '--run b --skip-applied')
  expect({ code: left.code, statuses: statuses(left.said) }).toEqual({
    code: 10,
    statuses: ['1 skipped', '2 unknown', '3 applied'],
  })
  expect(left.said.find(({ id }) => id === 'y')).toMatchObject({
    message: expect.stringContaining('--resubmit') as string,
  })
  expect(sent().length).toBe(2)
})

test('an unknown record and an applied one are told apart, for rows that are equal', async () => {
  const { run } = setUp((_, nth) => (nth === 1 ? 'lost' : 'applied'))
  const twins = [named(1, 'x'), named(1, 'y')]
  await run(twins, '--run a')
  const renamed = [named(1, 'v'), named(1, 'w')]
  for (const words of ['--run a', '--run b']) {
    const refused = await run(renamed, words)
    expect(details(refused.stderr)).toEqual(['1 applied, 1 unknown, on 2026-03-04'])
    const left = await run(renamed, `${words} --skip-applied`)
    expect({ code: left.code, statuses: statuses(left.said) }).toEqual({
      code: 10,
      statuses: ['1 skipped', '2 unknown'],
    })
  }
})

test('as many records of another run count as there are, for one row too', async () => {
  const { run } = setUp((_, nth) => (nth === 2 ? 'lost' : 'applied'))
  await run([named(1, 'x'), named(1, 'y')], '--run a')
  const { stderr } = await run([row(1)], '--run b')
  expect(details(stderr)).toEqual(['1 applied, 1 unknown, on 2026-03-04'])
  expect(stderr).toMatch(/1 row was sent before: [^(]*\(1 applied, 1 unknown\); nothing was sent\./)
})

test('one single motion counts once, however many rows have its content', async () => {
  const { run, alone } = setUp()
  await alone('motion submit --steps 1001 --distance 3.2 --duration 1860 --proof p')
  const { stderr } = await run([named(1, 'x'), named(1, 'y')], '--run b')
  expect(details(stderr)).toEqual(['1 applied, 0 unknown, on 2026-03-04'])
})

test.each<[string, RowText[], string]>([
  ['one that it applied', [row(1)], '1 applied, 0 unknown, still running'],
  ['one that it applied and one that it has not', [row(1), row(4)], '1 applied, 0 unknown, still running'],
  ['equal rows', [named(1, 'x'), named(1, 'y')], '1 applied, 0 unknown, still running'],
])('a row that a run at work announced and has settled counts once: for %s', async (_, list, counted) => {
  const told: string[] = []
  const { run } = setUp(async (n) => {
    if (n === 2 && told.length === 0) told.push(...details((await run(list, '--run b')).stderr))
    return 'applied'
  })
  expect((await run([row(1), row(2), row(3)], '--run a')).code).toBe(0)
  expect(told).toEqual([counted])
})

test('equal motions are one, whatever their proofs, in one input as in two runs; an id each sends both', async () => {
  const { run, sent } = setUp()
  const unnamed = [proved(1, 'one'), proved(1, 'two')]
  const refused = await run(unnamed, '--run a')
  expect({ code: refused.code, sent: sent() }).toEqual({ code: 2, sent: [] })
  expect(refused.stderr).toContain('line 2 is a duplicate of line 1 (proofs are not compared)')
  const meant = [proved(1, 'one', { id: 'morning' }), proved(1, 'two', { id: 'evening' })]
  expect((await run(meant, '--run a')).code).toBe(0)
  expect(statuses((await run(meant, '--run a')).said)).toEqual(['1 skipped', '2 skipped'])
  expect((await run([proved(1, 'three')], '--run b')).code).toBe(2)
  expect((await run([...meant, proved(1, 'three', { id: 'night' })], '--run a')).code).toBe(2)
  expect(sent()).toEqual([
    [1, 'one'],
    [1, 'two'],
  ])
})

test('a row without an id keeps its identity when its proof is made again', async () => {
  const { run, sent } = setUp((_, nth) => (nth === 1 ? 'MOTION_002' : 'applied'))
  const before = await run([proved(1, 'one')], '--run a')
  expect(statuses(before.said)).toEqual(['1 rejected'])
  expect(statuses((await run([proved(1, 'two')], '--run a')).said)).toEqual(['1 rejected'])
  expect(statuses((await run([proved(1, 'two')], '--run a --retry-failed')).said)).toEqual(['1 applied'])
  expect(statuses((await run([proved(1, 'three')], '--run a')).said)).toEqual(['1 skipped'])
  expect(sent()).toEqual([
    [1, 'one'],
    [1, 'two'],
  ])
})
