/**
 * Two commands at one time: a row that a living process may be sending is sent by nobody
 * else, whatever was said about repeats.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thisProcess } from '../../src/disk/liveness.ts'
import { takePlanningLock } from '../../src/journal/runs/planning.ts'
import { turnsFolder } from '../../src/journal/writes/write-lock.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'
import { env, file, row, rows, service, statuses, submit, type Answer, type RowText } from './support.ts'

const named = (n: number, id: string) => row(n, { id })
const stepsIn = (it: { sent: Record<string, unknown>[] }) => it.sent.map(({ steps }) => Number(steps) - 1000)

type Ran = Awaited<ReturnType<typeof submit>>

/**
 * Runs `first` row by row, and `then` while the service has its `nth` row. Returns what
 * each of them sent, and how it ended.
 */
async function beside(
  first: { rows: readonly RowText[]; words: string; say?: (n: number, nth: number) => Answer; nth?: number },
  second: { rows: readonly RowText[]; words: string },
) {
  const home = freshFolder()
  const other = service()
  const again = async (words = second.words) =>
    submit(`--from ${file('b.ndjson', second.rows)} --concurrency 1 ${words}`, { home, service: other })
  const runs: Ran[] = []
  const one = service(async ({ steps }, nth) => {
    if (nth === (first.nth ?? 1)) runs.push(await again())
    return first.say?.(Number(steps) - 1000, nth) ?? 'applied'
  })
  const words = `--from ${file('a.ndjson', first.rows)} --concurrency 1 ${first.words}`
  const { code } = await submit(words, { home, service: one })
  const [inner] = runs
  const meanwhile = stepsIn(other)
  return {
    firstCode: code,
    code: inner?.code,
    stderr: inner?.stderr ?? '',
    sent: stepsIn(one),
    meanwhile,
    again,
    later: () => stepsIn(other),
  }
}

const flags = ['', '--skip-applied', '--resubmit', '--resubmit --dry-run']

test.each(flags.flatMap((flag) => [flag, 'in flight'].map((what) => [what, flag] as const)))(
  'a row that a run at work has announced, or has %s, ends another run with 8 (%s)',
  async (what, flag) => {
    const n = what === 'in flight' ? 1 : 12
    const it = await beside(
      { rows: rows(12), words: '--run A' },
      { rows: [row(n)], words: `--run B ${flag}` },
    )
    expect([it.firstCode, it.sent.length, it.code, it.meanwhile]).toEqual([0, 12, 8, []])
    expect(it.stderr).toContain('CLI_BUSY')
    expect(it.stderr).toMatch(
      /The run A \(process \d+\) may be sending 1 row of this input\. Nothing was sent\./,
    )
    expect(it.stderr).toContain('Wait for it to end')
  },
)

test('once that run has ended, what was said about repeats decides', async () => {
  const it = await beside(
    { rows: rows(3), words: '--run A' },
    { rows: [row(3), row(4)], words: '--run B --resubmit' },
  )
  expect([it.code, it.meanwhile]).toEqual([8, []])
  expect((await it.again('--run B')).code).toBe(2)
  expect(statuses((await it.again('--run B --skip-applied')).said)).toEqual(['1 skipped', '2 applied'])
  expect(statuses((await it.again('--run C --resubmit')).said)).toEqual(['1 applied', '2 applied'])
  expect(it.later()).toEqual([4, 3, 4])
})

test.each<[Answer, string, number, number[]]>([
  ['applied', '', 2, []],
  ['applied', '--skip-applied', 0, []],
  ['applied', '--resubmit', 0, [1]],
  ['lost', '', 2, []],
  ['lost', '--resubmit', 0, [1]],
  ['MOTION_002', '', 0, [1]],
])(
  'what a run at work has settled (%s) is no longer under way (%s)',
  async (answer, flag, code, meanwhile) => {
    const it = await beside(
      { rows: rows(3), words: '--run A', nth: 2, say: (n) => (n === 1 ? answer : 'applied') },
      { rows: [row(1)], words: `--run B ${flag}` },
    )
    expect([it.code, it.meanwhile, it.sent]).toEqual([code, meanwhile, [1, 2, 3]])
  },
)

test('of equal rows one may be applied while another is still to leave', async () => {
  const it = await beside(
    { rows: [named(1, 'x'), named(1, 'y')], words: '--run A', nth: 2 },
    { rows: [row(1)], words: '--run B --resubmit' },
  )
  expect([it.code, it.meanwhile]).toEqual([8, []])
})

test('what an earlier command of a run settled says nothing of the equal row that it sends now', async () => {
  const home = freshFolder()
  const other = service()
  const runs: Ran[] = []
  const twins = [named(1, 'x'), named(1, 'y')]
  let answer: Answer = 'AUTH_002'
  const it = service(async (_, nth) => {
    if (nth === 3)
      runs.push(
        await submit(`--from ${file('b.ndjson', [row(1)])} --run B --resubmit`, { home, service: other }),
      )
    return nth === 2 ? answer : 'applied'
  })
  const words = `--from ${file('a.ndjson', [...twins, row(2)])} --run A --concurrency 1`
  expect((await submit(words, { home, service: it })).code).toBe(4)
  answer = 'applied'
  expect((await submit(words, { home, service: it })).code).toBe(0)
  expect([runs[0]?.code, stepsIn(other), stepsIn(it)]).toEqual([8, [], [1, 1, 1, 2]])
})

test('a row that waits to be sent once more is under way', async () => {
  const home = freshFolder()
  const other = service()
  const runs: Ran[] = []
  const time = clock()
  const sleep = async (ms: number, signal?: AbortSignal) => {
    const words = `--from ${file('b.ndjson', [row(1)])} --run B --resubmit`
    if (runs.length === 0) runs.push(await submit(words, { home, service: other }))
    await time.sleep(ms, signal)
  }
  const it = service((_, nth) => (nth === 1 ? 'RATE_001' : 'applied'))
  const words = `--from ${file('a.ndjson', rows(2))} --run A --concurrency 1`
  expect((await submit(words, { home, service: it, ...time, sleep })).code).toBe(0)
  expect([runs[0]?.code, stepsIn(other), stepsIn(it)]).toEqual([8, [], [1, 1, 2]])
})

test.each<[string, string, string]>([
  ['--run r --shard 1/1', '--run r', 'run r (shard 1/1)'],
  ['--run r', '--run r --shard 1/1', 'run r'],
  ['--run r --shard 1/1', '--run r --resubmit', 'run r (shard 1/1)'],
])('a run divided otherwise is another run: %s beside %s', async (one, other, name) => {
  const list = rows(12)
  const it = await beside({ rows: list, words: one }, { rows: list, words: other })
  expect([it.firstCode, it.sent.length, it.code, it.meanwhile]).toEqual([0, 12, 8, []])
  expect(it.stderr).toContain(`The ${name} (process`)
  expect(it.stderr).toContain('may be sending 12 rows of this input')
})

test.each(['', '--resubmit'])('runs that have no row in common go on side by side (%s)', async (flag) => {
  const it = await beside({ rows: rows(3), words: '--run A' }, { rows: rows(3, 4), words: `--run B ${flag}` })
  expect([it.firstCode, it.sent, it.code, it.meanwhile]).toEqual([0, [1, 2, 3], 0, [4, 5, 6]])
})

test.each([
  ['', 1],
  ['--resubmit', 1],
  ['', 6],
  ['--resubmit', 6],
] as const)(
  'shards of one run send their rows side by side, equal ones with ids of their own too (%s, at row %i)',
  async (flag, nth) => {
    const list = Array.from({ length: 24 }, (_, n) => named(1 + (n >> 1), `id-${n}`))
    const it = await beside(
      { rows: list, words: `--run r --shard 1/2 ${flag}`, nth },
      { rows: list, words: `--run r --shard 2/2 ${flag}` },
    )
    const sent = [...it.sent, ...it.meanwhile].toSorted((a, b) => a - b)
    expect([it.firstCode, it.code, sent]).toEqual([0, 0, list.map((_, n) => 1 + (n >> 1))])
  },
)

test.each(['', '--skip-applied', '--resubmit'])(
  'a shard does not send under another id what a shard beside it has announced (%s)',
  async (flag) => {
    const list = (id: string) => Array.from({ length: 30 }, (_, n) => named(n, `${id}-${n}`))
    const it = await beside(
      { rows: list('a'), words: '--run r --shard 1/2' },
      { rows: list('b'), words: `--run r --shard 2/2 ${flag}` },
    )
    expect([it.firstCode, it.code, it.meanwhile]).toEqual([0, 8, []])
    expect(it.stderr).toContain('The run r (shard 1/2) (process')
  },
)

const line = (n: number) =>
  `motion submit --steps ${1000 + n} --distance 3.20 --duration 31m --proof ${String(row(n)['proof'])}`

test.each<[string, 'sent' | 'waits', string]>([
  ['is on its way', 'sent', '--resubmit'],
  ['is on its way', 'sent', ''],
  ['waits to be sent once more', 'waits', '--resubmit'],
  ['waits to be sent once more', 'waits', ''],
])('a row equal to a single motion that %s (%s) is not sent beside it (%s)', async (_, when, flag) => {
  const home = freshFolder()
  const other = service()
  const runs: Ran[] = []
  const time = clock()
  const meet = async () => {
    const words = `--from ${file('b.ndjson', [row(1)])} --run B ${flag}`
    if (runs.length === 0) runs.push(await submit(words, { home, service: other }))
  }
  const it = service(async (_body, nth) => {
    if (when === 'sent') await meet()
    return nth === 1 && when === 'waits' ? 'RATE_001' : 'applied'
  })
  const sleep = async (ms: number, signal?: AbortSignal) => {
    await meet()
    await time.sleep(ms, signal)
  }
  const { code } = await movecli(line(1), { home, env, transport: it.transport, ...time, sleep })
  expect([code, runs[0]?.code, stepsIn(other)]).toEqual([0, 8, []])
  expect(runs[0]?.stderr).toMatch(
    /A single motion \(record \w+, process \d+\) may be the same as 1 row of this input/,
  )
})

test('a single motion equal to a row of a run at work is not sent beside it', async () => {
  const home = freshFolder()
  const other = service()
  const singles: Awaited<ReturnType<typeof movecli>>[] = []
  const it = service(async (_body, nth) => {
    if (nth === 1) singles.push(await movecli(line(3), { home, env, transport: other.transport, ...clock() }))
    return 'applied'
  })
  const words = `--from ${file('a.ndjson', rows(3))} --run A --concurrency 1`
  const { code } = await submit(words, { home, service: it })
  expect([code, singles[0]?.code, stepsIn(other)]).toEqual([0, 8, []])
  expect(singles[0]?.stderr).toMatch(
    /error: The run A \(process \d+\) may be sending an equal motion\. Nothing was sent\./,
  )
})

test('a single motion whose equal row became unknown while it waited for its turn is not sent', async () => {
  const [home, other] = [freshFolder(), freshFolder()]
  await submit(`--from ${file('a.ndjson', rows(1))}`, { home: other, service: service(() => 'lost') })
  const [state, theirs] = [home, other].map((each) => join(each, '.local/state/movecli'))
  const place = { state: state!, owner: { origin: 'https://service.example' } }
  const planning = await takePlanningLock(place, 0, new AbortController().signal)
  const it = service()
  const single = movecli(line(1), { home, env, transport: it.transport })
  // It has looked at the journal once it holds what keeps equal motions apart; then it waits for who decides.
  await expect.poll(() => existsSync(turnsFolder(state!)), { timeout: 30_000 }).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 500))
  cpSync(join(theirs!, 'journal/runs'), join(state!, 'journal/runs'), { recursive: true })
  await planning.release()
  const { code, stderr } = await single
  expect({ code, sent: stepsIn(it) }).toEqual({ code: 8, sent: [] })
  expect(stderr).toMatch(/The record \w+ may be sending an equal motion\. Nothing was sent\./)
})

test('a single motion says who decides what to send, and how to free that where nobody can tell whether it lives', async () => {
  const home = freshFolder()
  await submit(`--from ${file('a.ndjson', rows(1))} --run A`, { home })
  const planning = join(home, '.local/state/movecli/journal/planning')
  const lock = join(planning, readdirSync(planning)[0]!)
  writeFileSync(join(lock, '7'), JSON.stringify({ ...thisProcess(), pid: 1, space: 'pid:[1]' }))
  const it = service()
  const { code, stderr } = await movecli(`${line(9)} --max-wait 1s`, { home, env, transport: it.transport })
  expect([code, stepsIn(it)]).toEqual([8, []])
  expect(stderr).toContain(
    'Another movecli is deciding what to send to this service (process 1 of another container',
  )
  expect(stderr).toContain('movecli journal unlock journal')
})

/** A home as it is while run A has its first row of three in flight; its lock is of a process in another container. */
async function cutOff(): Promise<string> {
  const home = freshFolder()
  const it = service((_, nth) => {
    if (nth === 1) cpSync(join(live, '.local'), join(home, '.local'), { recursive: true })
    return 'applied'
  })
  const live = freshFolder()
  await submit(`--from ${file('a.ndjson', rows(3))} --run A --concurrency 1`, { home: live, service: it })
  const lock = join(folderIn(home), 'lock')
  for (const name of readdirSync(lock))
    writeFileSync(
      join(lock, name),
      JSON.stringify({ ...thisProcess(), pid: 1, space: 'pid:[1]', note: 'a run at work' }),
    )
  return home
}
const folderIn = (home: string) => {
  const run = join(home, '.local/state/movecli/journal/runs/A')
  return join(run, readdirSync(run)[0]!)
}

test('a run whose process nobody can tell to be gone is held, until it is unlocked', async () => {
  const home = await cutOff()
  const it = service()
  const submitted = async (n: number, words: string) =>
    submit(`--from ${file('b.ndjson', [row(n)])} --run B ${words}`, { home, service: it })
  for (const n of [1, 3])
    for (const words of ['', '--skip-applied', '--resubmit']) {
      const { code, stderr } = await submitted(n, words)
      expect([n, words, code, stderr.includes('movecli journal unlock A')]).toEqual([n, words, 8, true])
    }
  const single = await movecli(line(3), { home, env, transport: it.transport })
  expect([single.code, single.stderr.includes('movecli journal unlock A')]).toEqual([8, true])
  expect(it.sent).toEqual([])
  expect((await movecli('journal unlock A --yes', { home, env })).code).toBe(0)
  expect((await submitted(1, '')).code).toBe(2)
  expect((await submitted(3, '')).code).toBe(0)
  expect(stepsIn(it)).toEqual([3])
})

test('a plan that was written without a place in the journal holds up all its rows, and one that cannot be read every run', async () => {
  const home = await cutOff()
  const it = service()
  const plan = join(folderIn(home), 'plan')
  const submitted = async () =>
    submit(`--from ${file('b.ndjson', [row(2)])} --run B --resubmit`, { home, service: it })
  truncateSync(plan, readFileSync(plan).length - 8)
  expect((await submitted()).code).toBe(8)
  rmSync(plan)
  mkdirSync(plan)
  expect((await submitted()).code).toBe(3)
  expect(it.sent).toEqual([])
})

test('--plan says who may be sending rows of the input, and counts none of them as sent before', async () => {
  const home = await cutOff()
  const path = file('b.ndjson', rows(4))
  const { code, stdout } = await submit(`--from ${path} --run B --plan --json`, { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ sent_before: 0 })
  expect((await submit(`--from ${path} --run B --plan`, { home })).stderr).toContain(
    'may be sending 3 rows of this input',
  )
})

const dated = (n: number, day: number) =>
  row(n, { id: `day-2026-01-${day}`, date: `2026-01-${String(day).padStart(2, '0')}` })

test.each([...flags, '--plan'].flatMap((flag) => [1, 3].map((day) => [day, flag] as const)))(
  'a date that a run at work has yet to send, or has in flight (day %d), is not sent with other values (%s)',
  async (day, flag) => {
    const it = await beside(
      { rows: [dated(1, 1), dated(2, 2), dated(3, 3)], words: '--run A' },
      { rows: [dated(9, day), dated(10, 7)], words: `--run B ${flag}` },
    )
    expect([it.firstCode, it.sent, it.code, it.meanwhile]).toEqual([
      0,
      [1, 2, 3],
      flag === '--plan' ? 0 : 8,
      [],
    ])
    expect(it.stderr).toMatch(
      /The run A \(process \d+\) may be sending 1 row of this input\. Nothing was sent\./,
    )
  },
)

test.each<[Answer, string, number, number[]]>([
  ['applied', '', 2, []],
  ['applied', '--skip-applied', 10, []],
  ['applied', '--resubmit', 0, [9]],
  ['lost', '', 2, []],
  ['MOTION_002', '', 0, [9]],
])(
  'a date that a run at work has settled (%s) is as it is on record (%s)',
  async (answer, flag, code, meanwhile) => {
    const it = await beside(
      {
        rows: [dated(1, 1), dated(2, 2)],
        words: '--run A',
        nth: 2,
        say: (n) => (n === 1 ? answer : 'applied'),
      },
      { rows: [dated(9, 1)], words: `--run B ${flag}` },
    )
    expect([it.code, it.meanwhile, it.sent]).toEqual([code, meanwhile, [1, 2]])
  },
)

test('a date that waits to be sent once more is not sent with other values', async () => {
  const home = freshFolder()
  const other = service()
  const runs: Ran[] = []
  const time = clock()
  const sleep = async (ms: number, signal?: AbortSignal) => {
    const words = `--from ${file('b.ndjson', [dated(9, 1)])} --run B --resubmit`
    if (runs.length === 0) runs.push(await submit(words, { home, service: other }))
    await time.sleep(ms, signal)
  }
  const it = service((_, nth) => (nth === 1 ? 'RATE_001' : 'applied'))
  const words = `--from ${file('a.ndjson', [dated(1, 1), dated(2, 2)])} --run A --concurrency 1`
  expect((await submit(words, { home, service: it, ...time, sleep })).code).toBe(0)
  expect([runs[0]?.code, stepsIn(other), stepsIn(it)]).toEqual([8, [], [1, 1, 2]])
})

test('a date with other values beside an equal row is counted once each, and the same id without a date holds up nothing', async () => {
  const both = await beside(
    { rows: [dated(1, 1), dated(2, 2)], words: '--run A' },
    { rows: [dated(1, 1), dated(9, 2)], words: '--run B' },
  )
  expect([both.code, both.meanwhile]).toEqual([8, []])
  expect(both.stderr).toContain('may be sending 2 rows of this input')
  const undated = await beside(
    { rows: [named(1, 'x'), named(2, 'y')], words: '--run A' },
    { rows: [named(9, 'y')], words: '--run B' },
  )
  expect([undated.code, undated.meanwhile]).toEqual([0, [9]])
})

test.each(flags)(
  'an activity that a run at work has yet to send is not sent a minute from it (%s)',
  async (flag) => {
    const activity = (n: number, time: string) =>
      row(n, { id: `activity-20260501T${time}Z`, date: '2026-05-01' })
    const it = await beside(
      { rows: [activity(1, '0630'), activity(2, '0700'), activity(3, '0800')], words: '--run A' },
      { rows: [activity(9, '0801'), activity(10, '1000')], words: `--run B ${flag}` },
    )
    expect([it.firstCode, it.sent, it.code, it.meanwhile]).toEqual([0, [1, 2, 3], 8, []])
    expect(it.stderr).toMatch(/The run A \(process \d+\) may be sending 1 row of this input\./)
  },
)

const during = (n: number, from: string, to: string) =>
  row(n, {
    id: `activity-20260501T${from.replace(':', '')}Z`,
    interval: `2026-05-01T${from}Z/2026-05-01T${to}Z`,
  })
const morning = [during(1, '06:30', '07:00'), during(2, '07:30', '07:50'), during(3, '08:00', '09:30')]

test.each(flags)(
  'an activity of the time of one that a run at work has yet to send is not sent (%s)',
  async (flag) => {
    const second = [during(9, '08:45', '09:35'), during(10, '10:00', '10:30')]
    const it = await beside({ rows: morning, words: '--run A' }, { rows: second, words: `--run B ${flag}` })
    expect([it.firstCode, it.sent, it.code, it.meanwhile]).toEqual([0, [1, 2, 3], 8, []])
    expect(it.stderr).toMatch(/The run A \(process \d+\) may be sending 1 row of this input\./)
    expect((await it.again('--run B --skip-applied')).code).toBe(10)
    expect(it.later()).toEqual([10])
  },
)

test('what a run at work has settled of a time is looked up as done', async () => {
  const second = [during(9, '06:40', '07:00')]
  const it = await beside(
    { rows: morning, words: '--run A', nth: 3 },
    { rows: second, words: '--run B --skip-applied' },
  )
  expect([it.firstCode, it.code, it.meanwhile]).toEqual([0, 10, []])
})

test('shards of one input with activities of one time go on side by side', async () => {
  const both = [
    during(1, '06:30', '09:00'),
    ...morning.slice(1),
    during(4, '06:45', '06:55'),
    during(5, '08:10', '08:20'),
  ]
  const it = await beside(
    { rows: both, words: '--run A --shard 1/2' },
    { rows: both, words: '--run A --shard 2/2' },
  )
  expect([it.firstCode, it.code]).toEqual([0, 0])
  expect([...it.sent, ...it.meanwhile].toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(it.meanwhile.length).toBeGreaterThan(0)
})

test('an id that a run of this name with another number of shards has yet to send is not sent with other values', async () => {
  const it = await beside(
    { rows: [named(1, 'x'), named(2, 'y')], words: '--run A --shard 1/1' },
    { rows: [named(9, 'y')], words: '--run A --resubmit' },
  )
  expect([it.firstCode, it.sent, it.code, it.meanwhile]).toEqual([0, [1, 2], 8, []])
  expect(it.stderr).toContain('may be sending 1 row of this input')
})
