/** What is unresolved, or was applied, stays so: whatever a later attempt meets, and whichever file must be made anew. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordVerdict } from '../../src/journal/writes/ledger.ts'
import { rowsOfRuns } from '../../src/journal/runs/rows-as-writes.ts'
import type { Write } from '../../src/journal/writes/fold.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { prover } from '../support/prover.ts'
import { env, file, row, rows, service, statuses, submit, type Answer } from './support.ts'
import { clock } from '../support/clock.ts'
import { reply } from '../support/world.ts'

/** A home, a service whose answers may be changed, and the runs that were made there. */
function setUp(answers: Record<number, Answer> = {}) {
  const home = freshFolder()
  const it = service(({ steps }) => answers[Number(steps) - 1000] ?? 'applied')
  const time = clock()
  const setting = { home, service: it, ...time }
  const state = join(home, '.local/state/movecli')
  const run = async (path: string, words: string) =>
    submit(`--from ${path} --concurrency 1 ${words}`, setting)
  const alone = async (line: string) => movecli(line, { home, env, transport: it.transport, ...time })
  const sent = () => it.sent.map(({ steps }) => Number(steps) - 1000)
  const folder = (name: string) => {
    const place = join(state, 'journal/runs', name)
    return join(place, readdirSync(place)[0]!)
  }
  return {
    home,
    time,
    it,
    answers,
    state,
    run,
    alone,
    sent,
    folder,
    forget: (name: string) => rmSync(join(folder(name), 'digests'), { force: true }),
  }
}

test.each<[string, Answer, string, string, Answer]>([
  ['an unresolved row', 'lost', '--retry-unknown', 'unknown', 'AUTH_001'],
  ['an unresolved row', 'lost', '--retry-unknown', 'unknown', 'refused'],
  ['an unresolved row', 'lost', '--retry-unknown', 'unknown', 'RATE_001'],
  ['a rejected row', 'MOTION_002', '--retry-failed', 'rejected', 'AUTH_001'],
])(
  '%s (%s) that is sent again with %s stays %s where the service does not take it (%s)',
  async (_, first, flag, state, second) => {
    const { answers, run, alone, sent, forget } = setUp({ 1: first })
    const path = file('rows.ndjson', rows(2))
    await run(path, '--run a')
    answers[1] = second
    const again = await run(path, `--run a ${flag} --max-wait 1s`)
    expect([4, 7, 8]).toContain(again.code)
    const { stdout } = await alone(`journal ls --state ${state} --json`)
    expect((JSON.parse(stdout) as object[]).length).toBe(1)
    answers[1] = 'applied'
    const before = sent().length
    for (const made of [false, true]) {
      if (made) forget('a')
      expect(statuses((await run(path, '--run a')).said)).toEqual([`1 ${state}`, '2 skipped'])
      expect((await run(file('b.ndjson', [row(2)]), '--run b')).code).toBe(2)
    }
    expect(sent().length).toBe(before)
  },
)

test('a row that was mended after it was not taken is known by what was sent last', async () => {
  const { answers, run, alone, forget, sent } = setUp({ 1: 'AUTH_001' })
  expect((await run(file('a.ndjson', [row(1, { id: 'x' })]), '--run a')).code).toBe(4)
  answers[2] = 'lost'
  expect((await run(file('b.ndjson', [row(2, { id: 'x' })]), '--run a')).code).toBe(10)
  answers[2] = 'applied'
  forget('a')
  const before = sent().length
  const other = await run(file('c.ndjson', [row(2)]), '--run c')
  const single = await alone(
    `motion submit --steps 1002 --distance 3.2 --duration 1860 --proof ${String(row(2)['proof'])}`,
  )
  const pruned = await alone('journal prune --before 0 --json')
  expect({ otherCode: other.code, singleCode: single.code, stdout: JSON.parse(pruned.stdout) }).toMatchObject(
    { otherCode: 2, singleCode: 9, stdout: { runs_dropped: 0 } },
  )
  expect(sent().length).toBe(before)
  expect((await run(file('d.ndjson', [row(3)]), '--run a')).code).toBe(0)
})

test('an unresolved row here and elsewhere stays so here, whatever is said of the other', async () => {
  const { answers, run, alone, sent } = setUp({ 1: 'lost' })
  const path = file('rows.ndjson', rows(1))
  await run(path, '--run a')
  await run(path, '--run b --resubmit')
  answers[1] = 'applied'
  const before = sent().length
  await run(path, '--run a --retry-unknown --skip-applied')
  const { stdout } = await alone('journal ls --state unknown --json')
  const unresolved = JSON.parse(stdout) as { id: string; run: string }[]
  expect(unresolved.map(({ run: name }) => name).sort()).toEqual(['a', 'b'])
  await alone(`journal resolve ${unresolved.find(({ run: name }) => name === 'b')?.id} --as not-applied`)
  expect((await run(path, '--run c')).code).toBe(2)
  expect(sent().length).toBe(before)
})

test('a verdict on a row that was settled since it was looked at is refused', async () => {
  const { answers, run, state, sent } = setUp({ 1: 'lost' })
  const path = file('rows.ndjson', rows(1))
  await run(path, '--run a')
  const found: Write[] = []
  for await (const write of rowsOfRuns(state)) found.push(write)
  answers[1] = 'applied'
  await run(path, '--run a --retry-unknown')
  const verdict = recordVerdict(state, found[0]!, { at: new Date(), as: 'not-applied' })
  await expect(verdict).rejects.toMatchObject({ fault: { exit: 2 } })
  await run(path, '--run a')
  expect(sent()).toEqual([1, 1])
})

test('a journal that is shorter than its index covers is damaged: nothing is sent by anyone', async () => {
  const { run, sent, folder } = setUp()
  const path = file('rows.ndjson', rows(3))
  await run(path, '--run a')
  const log = join(folder('a'), 'rows.log')
  const whole = readFileSync(log)
  for (const left of [0, whole.indexOf(10) + 1, whole.length - 1]) {
    writeFileSync(log, whole.subarray(0, left))
    const codes = [await run(path, '--run a'), await run(path, '--run b')].map(({ code, stderr }) => [
      code,
      /shorter than it was/.test(stderr),
    ])
    expect(codes).toEqual([
      [3, true],
      [3, true],
    ])
  }
  expect(sent().length).toBe(3)
})

test('a journal that is gone beside its index is damaged: neither a run nor an equal motion is sent', async () => {
  const { run, alone, sent, folder } = setUp()
  const path = file('rows.ndjson', rows(3))
  await run(path, '--run a')
  rmSync(join(folder('a'), 'rows.log'))
  const single = `motion submit --steps 1001 --distance 3.2 --duration 1860 --proof ${String(row(1)['proof'])}`
  for (const { code, stderr } of [
    await run(path, '--run a'),
    await run(path, '--run b'),
    await alone(single),
  ])
    expect([code, stderr]).toEqual([3, expect.stringContaining('is shorter than it was')])
  expect(sent().length).toBe(3)
})

test('a journal that is taken away while its rows are sent ends the run before the next row, and with 10, for some were sent', async () => {
  const { it, run, folder } = setUp()
  let removed = 0
  const send = it.transport
  it.transport = async (request) => {
    if (it.sent.length === 3 && removed++ === 0) rmSync(join(folder('a'), 'rows.log'))
    return send(request)
  }
  const { code, stderr } = await run(file('rows.ndjson', rows(50)), '--run a')
  expect([
    code,
    stderr.includes('removed or replaced') && stderr.includes('If the folder was moved, bring it back'),
    it.sent.length,
    existsSync(join(folder('a'), 'plan')),
  ]).toEqual([10, true, 4, false])
})

test.each([
  ['1', 'is too short to hide', { balance: '1.10', ones: '1 and 1', list: [true, '01'] }],
  ['proof', 'is too short to hide', { balance: '1.10', proof: 'the proof' }],
  ['1.10-1', 'is hidden', { balance: '1.10', 'n 1.10-1': ['the 1.10-1'] }],
])('the data of an applied row is that of a single motion: proof %s %s', async (proof, how, data) => {
  const it = service()
  it.transport = async () => reply(200, { success: true, data })
  const { code, said } = await submit(`--from ${file('rows.ndjson', [{ steps: 5, proof }])}`, { service: it })
  const single = await submit(`--steps 5 --proof ${proof} --json`, { service: it })
  expect([code, single.code, said[0]?.data]).toEqual([0, 0, JSON.parse(single.stdout)])
  const shown = JSON.stringify(said[0]?.data)
  expect([shown === JSON.stringify(data), shown.includes('[redacted]')]).toEqual(
    how === 'is hidden' ? [false, true] : [true, false],
  )
})

test('a motion whose outcome is unknown is the same with another proof: as a row, in another run, by a prover, or alone', async () => {
  const home = freshFolder()
  const motion = { steps: 1001, distance: 3.2, duration: 1860 }
  const rowsOf = (...list: object[]) => file('rows.ndjson', list)
  const lost = service(() => 'lost')
  expect((await submit(`--from ${rowsOf({ ...motion, proof: 'one' })}`, { service: lost, home })).code).toBe(
    10,
  )
  expect(lost.sent.length).toBe(1)
  const it = service()
  const { path, asked } = prover()
  const again = [
    `--from ${rowsOf({ ...motion, proof: 'two' })}`,
    `--from ${rowsOf({ ...motion, proof: 'two', id: 'day' })}`,
    `--from ${rowsOf(motion)} --prover ${path}`,
    `--from ${rowsOf(motion)} --prover ${path} --prover-lines`,
  ]
  for (const words of again) expect((await submit(words, { service: it, home })).code, words).toBe(2)
  expect(
    (await submit('--steps 1001 --distance 3.2 --duration 1860 --proof two', { service: it, home })).code,
  ).toBe(9)
  expect({ sent: it.sent, asked: asked() }).toEqual({ sent: [], asked: [] })
})

test('a single motion whose outcome is unknown stops a row of it with another proof', async () => {
  const home = freshFolder()
  const single = await submit('--steps 1001 --proof one', { service: service(() => 'lost'), home })
  expect(single.code).toBe(9)
  const it = service()
  const rows = file('rows.ndjson', [{ steps: 1001, proof: 'two' }])
  expect((await submit(`--from ${rows}`, { service: it, home })).code).toBe(2)
  expect(it.sent).toEqual([])
})

test.each(['MOTION_001', 404])(
  'an unresolved row that is sent again and rejected (%s) stays unresolved: whether the first attempt was applied nobody knows',
  async (refusal) => {
    const { answers, run, alone, sent, forget } = setUp({ 1: 'lost' })
    const path = file('rows.ndjson', [row(1, { id: 'x' })])
    await run(path, '--run a')
    answers[1] = refusal
    const again = await run(path, '--run a --retry-unknown')
    expect({ code: again.code, said: again.said }).toMatchObject({
      code: 10,
      said: [
        {
          status: 'unknown',
          message: expect.stringMatching(/^An earlier attempt may have been applied\. This one was refused/),
        },
      ],
    })
    answers[1] = 'applied'
    const before = sent().length
    const single = `motion submit --steps 1001 --distance 3.2 --duration 1860 --proof ${String(row(1)['proof'])}`
    for (const made of [false, true]) {
      if (made) forget('a')
      expect(statuses((await run(path, '--run a --retry-failed')).said)).toEqual(['1 unknown'])
      expect((await run(file('b.ndjson', [row(1)]), '--run b')).code).toBe(2)
      expect((await run(file('c.ndjson', [row(1, { id: 'x', date: '2026-01-01' })]), '--run c')).code).toBe(2)
      expect((await alone(single)).code).toBe(9)
    }
    expect(sent().length).toBe(before)
    const { stdout } = await alone('journal ls --state unknown --json')
    const [{ id }] = JSON.parse(stdout) as [{ id: string }]
    expect((await alone(`journal resolve ${id} --as not-applied`)).code).toBe(0)
    expect((await run(path, '--run a')).code).toBe(0)
    expect(sent().length).toBe(before + 1)
  },
)

test('a row of a date that is sent again and rejected with other values keeps what is unresolved of it', async () => {
  const { answers, run, sent } = setUp({ 1: 'lost', 2: 'MOTION_001' })
  const dated = (n: number) => file(`${n}.ndjson`, [row(n, { id: 'day-2026-01-01', date: '2026-01-01' })])
  await run(dated(1), '--run a')
  expect((await run(dated(1), '--run a --retry-unknown')).code).toBe(10)
  answers[1] = 'MOTION_001'
  expect((await run(dated(1), '--run a --retry-unknown')).code).toBe(10)
  answers[2] = 'applied'
  const before = sent().length
  expect((await run(dated(2), '--run b')).code).toBe(2)
  expect((await run(dated(2), '--run a')).code).toBe(2)
  expect(sent().length).toBe(before)
})
