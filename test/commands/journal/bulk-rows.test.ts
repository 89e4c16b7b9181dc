/**
 * Rows of bulk runs in the journal's commands: listed, shown, settled by a person's
 * verdict, and in the way of a single motion.
 */
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquire } from '../../../src/disk/lock.ts'
import { encodeLine } from '../../../src/disk/log-format.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { env, file, row, rows, service, statuses, submit, type Answer } from '../../bulk/support.ts'
import { clock } from '../../support/clock.ts'
import { errorOf } from '../../support/world.ts'

/** A run of four rows: applied, rejected, unresolved, applied. */
async function setUp() {
  const home = freshFolder()
  const answers: Record<number, Answer> = { 2: 'MOTION_002', 3: 'lost' }
  const it = service(({ steps }) => answers[Number(steps) - 1000] ?? 'applied')
  const time = clock()
  const setting = { home, service: it, ...time }
  const path = file('rows.ndjson', [...rows(2), row(3, { id: 'c' }), row(4)])
  const again = async (more = '') => submit(`--from ${path} --run jan --concurrency 1 ${more}`, setting)
  await again()
  answers[3] = 'applied'
  const run = async (line: string | readonly string[]) =>
    movecli(line, { home, env, transport: it.transport, ...time })
  const list = async (filter = '') =>
    JSON.parse((await run(`journal ls --json ${filter}`)).stdout) as Record<string, unknown>[]
  const sent = () => it.sent.map(({ steps }) => Number(steps) - 1000)
  const id = String((await list('--state unknown'))[0]?.['id'])
  return { home, time, setting, again, run, list, sent, id }
}

test('ls lists them among the other writes, the newest first, with their run and line', async () => {
  const { time, run, list } = await setUp()
  time.pass(1000)
  await run('motion submit --steps 7')
  const found = await list()
  expect(found.map(({ state, run: name, line }) => [state, name, line])).toEqual([
    ['applied', null, null],
    ['applied', 'jan', 4],
    ['unknown', 'jan', 3],
    ['rejected', 'jan', 2],
    ['applied', 'jan', 1],
  ])
  expect(found[3]).toMatchObject({
    operation: 'motion.submit',
    network: 'testnet',
    status: 400,
    code: 'MOTION_002',
  })
  expect((await list('--operation token.claim')).length).toBe(0)
  expect((await list('--run jan')).map(({ line }) => line)).toEqual([4, 3, 2, 1])
  expect(await list('--run feb')).toEqual([])
})

test('show has every step of a row, and for an unresolved one the way on', async () => {
  const { run, id } = await setUp()
  const short = await run(`journal show ${id.slice(0, 12)} --json`)
  expect(JSON.parse(short.stdout)).toMatchObject({ id, run: 'jan' })
  const { code, stdout } = await run(`journal show ${id} --json`)
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    stdout: {
      id,
      state: 'unknown',
      run: 'jan',
      line: 3,
      pid: process.pid,
      path: '/motion/submit',
      steps: [{ state: 'sending' }, { state: 'unknown' }],
    },
  })
  expect((await run(`journal show ${id}`)).stderr).toContain(`journal resolve ${id} --as applied|not-applied`)
})

test.each([
  ['applied', 'skipped', []],
  ['not-applied', 'applied', [3]],
])('a row that is resolved as %s is %s by the next run', async (as, status, more) => {
  const { run, again, list, sent, id } = await setUp()
  const before = sent().length
  const { code, stdout } = await run(['journal', 'resolve', id, '--as', as, '--note', 'ticket 12', '--json'])
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({
    code: 0,
    stdout: { id, state: 'resolved', as, note: 'ticket 12' },
  })
  expect(await list('--state resolved')).toMatchObject([{ id, as }])
  const { said } = await again()
  expect(statuses(said)).toEqual(['1 skipped', '2 rejected', `3 ${status}`, '4 skipped'])
  expect(sent().slice(before)).toEqual(more)
})

test('the note of a verdict on a row goes with it', async () => {
  const { run, id } = await setUp()
  await run(['journal', 'resolve', id, '--as', 'not-applied', '--note', 'ticket 12'])
  expect(JSON.parse((await run(`journal show ${id} --json`)).stdout)).toMatchObject({ note: 'ticket 12' })
  expect((await run(`journal show ${id}`)).stdout).toContain('ticket 12')
  await run(`journal resolve ${id} --as applied`)
  expect(JSON.parse((await run(`journal show ${id} --json`)).stdout)).toMatchObject({ as: 'applied' })
  expect((await run(`journal show ${id}`)).stdout).not.toContain('ticket 12')
})

test('a verdict counts in the look-back of other runs too', async () => {
  const { setting, run, id } = await setUp()
  const line = `--from ${file('b.ndjson', [row(3)])} --run feb`
  expect((await submit(line, setting)).error).toContain('1 unknown')
  await run(`journal resolve ${id} --as applied`)
  expect((await submit(line, setting)).error).toContain('1 applied')
  await run(`journal resolve ${id} --as not-applied`)
  expect((await submit(line, setting)).code).toBe(0)
})

test('what is settled or at work is not for a verdict', async () => {
  const { home, run, list, id } = await setUp()
  const [applied] = await list('--state applied')
  expect((await run(`journal resolve ${String(applied?.['id'])} --as not-applied`)).code).toBe(2)
  const folder = join(home, '.local/state/movecli/journal/runs/jan')
  const lock = await acquire(join(folder, readdirSync(folder)[0]!, 'lock'), { wait: 0 })
  expect((await run(`journal resolve ${id} --as applied`)).code).toBe(8)
  await lock.release()
  expect((await run(`journal resolve ${id} --as applied`)).code).toBe(0)
})

test('export has a row for every step of theirs', async () => {
  const { run } = await setUp()
  const { stdout } = await run('journal export --format ndjson')
  const steps = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(steps.map(({ line, state }) => `${String(line)} ${String(state)}`)).toEqual([
    '1 sending',
    '1 applied',
    '2 sending',
    '2 rejected',
    '3 sending',
    '3 unknown',
    '4 sending',
    '4 applied',
  ])
})

test('a single motion that equals an unresolved row is refused with its record, and sent once that is settled', async () => {
  const { run, sent, id } = await setUp()
  const before = sent().length
  const motion = row(3)
  const words = [
    '--steps',
    String(motion['steps']),
    '--distance',
    '3.20',
    '--duration',
    '31m',
    '--proof',
    String(motion['proof']),
  ]
  const refused = await run(['motion', 'submit', ...words, '--json'])
  expect({
    refusedCode: refused.code,
    refusedErrorCode: errorOf(refused)['code'],
    said: refused.stderr.includes(id),
  }).toEqual({ refusedCode: 9, refusedErrorCode: 'CLI_EARLIER_UNKNOWN', said: true })
  const other = await run(['motion', 'submit', ...words.slice(0, 4), '--json'])
  expect({ code: other.code, sent: sent().length }).toEqual({ code: 0, sent: before + 1 })
  await run(`journal resolve ${id} --as not-applied`)
  expect((await run(['motion', 'submit', ...words])).code).toBe(0)
})

test('motion submit --reconcile shows an unresolved row with its evidence and sends nothing', async () => {
  const { run, sent, id } = await setUp()
  const before = sent().length
  const shown = await run('motion submit --reconcile --json')
  expect({
    shownCode: shown.code,
    shownErrorCode: errorOf(shown)['code'],
    said: shown.stderr.includes(id),
  }).toEqual({ shownCode: 9, shownErrorCode: 'CLI_EARLIER_UNKNOWN', said: true })
  await run(`journal resolve ${id} --as applied`)
  const settled = await run('motion submit --reconcile --json')
  expect({ code: settled.code, stdout: JSON.parse(settled.stdout), sent: sent().length }).toMatchObject({
    code: 0,
    stdout: { records: [] },
    sent: before,
  })
})

test('damage in the journal of a run stops what reads it, with its line', async () => {
  const { home, run } = await setUp()
  const { readFileSync, writeFileSync } = await import('node:fs')
  const folder = join(home, '.local/state/movecli/journal/runs/jan')
  const log = join(folder, readdirSync(folder)[0]!, 'rows.log')
  writeFileSync(log, readFileSync(log, 'utf8').replace('"sending"', '"sendinG"'))
  for (const line of ['ls', 'export', 'show 0000000000000000', 'resolve 0000000000000000 --as applied']) {
    const { code, stderr } = await run(`journal ${line}`)
    expect({ line, code, said: stderr.includes('damaged at line 4') }).toEqual({ line, code: 3, said: true })
  }
})

test('prune keeps the runs of a newer movecli, and drops none where it wrote the journal', async () => {
  const { home, run, id } = await setUp()
  expect((await run(`journal resolve ${id} --as applied`)).code).toBe(0)
  const [runs, writes] = ['runs', 'writes.log'].map((each) =>
    join(home, '.local/state/movecli/journal', each),
  )
  const [journal = ''] = readdirSync(runs!, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('rows.log'),
  )
  const path = join(runs!, journal)
  const own = readFileSync(path, 'utf8')
  const newer = own.replace(/^.*\n/, encodeLine({ format: 2 }))
  const dropped = async (more = '') =>
    JSON.parse((await run(`journal prune --before 0 --json ${more}`)).stdout)
  const put = (text: string) => {
    writeFileSync(path, text)
    utimesSync(path, 0, 0)
  }
  put(newer)
  expect([await dropped('--dry-run'), await dropped()]).toMatchObject([
    { runs_dropped: 0 },
    { runs_dropped: 0 },
  ])
  put(own)
  writeFileSync(writes!, encodeLine({ format: 2 }))
  expect((await run('journal prune --before 0')).code).toBe(3)
  expect(existsSync(path)).toBe(true)
  rmSync(writes!)
  expect(await dropped()).toMatchObject({ runs_dropped: 1 })
})
