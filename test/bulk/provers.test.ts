/** --prover with --from: proofs are made while rows are sent, and a prover that fails costs its row alone. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { failures, prover, runs, type Failing } from '../support/prover.ts'
import { file, service, statuses, submit } from './support.ts'

const plain = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    steps: 1001 + n,
    distance: 3.2,
    duration: 1860,
    id: `row-${n + 1}`,
  }))
const input = (count: number) => file('rows.ndjson', plain(count))

/** A service that takes the proofs of these provers, each for its own motion. */
const verifying = () =>
  service(({ steps, proof }) => (proof === `proof-${String(steps)}` ? 'applied' : 'MOTION_002'))
const ways = { 'a process for each row': '', 'one process for all': ' --prover-lines' }
const others = ['1 applied', '2 applied', '4 applied', '5 applied', '6 applied']

describe.each(Object.entries(ways))('%s', (_, lines) => {
  test('every row is sent once, with the proof of its own motion', async () => {
    const it = verifying()
    const { path, asked } = prover()
    const { code, said } = await submit(`--from ${input(12)} --prover ${path} --prover-jobs 3${lines}`, {
      service: it,
    })
    expect({ code, said: said.length }).toEqual({ code: 0, said: 12 })
    expect(it.sent.map(({ steps }) => steps).sort()).toEqual(
      asked()
        .map(({ steps }) => steps)
        .sort(),
    )
    const processes = new Set(asked().map(({ pid }) => pid))
    expect(processes.size).toBe(lines === '' ? 12 : 3)
    expect([...processes].filter(runs)).toEqual([])
  })

  test.each(Object.keys(failures) as Failing[])(
    'a prover that %s costs its row, and nothing else',
    async (kind) => {
      const it = verifying()
      const home = freshFolder()
      const broken = prover({ at1003: failures[kind] })
      const rows = input(6)
      const line = `--from ${rows} --run r${lines} --timeout 2s --prover`
      const { code, said, stderr } = await submit(`${line} ${broken.path}`, { service: it, home })
      expect(statuses(said)).toEqual([...others, '3 rejected'].sort())
      expect(said.find(({ row }) => row === 3)).toMatchObject({ id: 'row-3', code: 'CLI_PROVER' })
      expect({ code, sent: it.sent.length }).toEqual({ code: 10, sent: 5 })
      expect(stderr).toContain('Run the prover by itself to see why it failed')
      expect(stderr).toContain('--retry-failed')
      expect(
        broken
          .asked()
          .map(({ pid }) => pid)
          .filter(runs),
      ).toEqual([])

      const good = prover()
      const again = await submit(`${line} ${good.path}`, { service: it, home })
      expect({ code: again.code, asked: good.asked() }).toEqual({ code: 10, asked: [] })
      const mended = await submit(`${line} ${good.path} --retry-failed`, { service: it, home })
      expect({ code: mended.code, sent: it.sent.length }).toEqual({ code: 0, sent: 6 })
      expect(good.asked().map(({ steps }) => steps)).toEqual([1003])
    },
  )

  test('a row whose outcome is unknown is not proved or sent again, nor is it settled by a prover that fails', async () => {
    const it = service(({ steps }, nth) => (steps === 1003 && nth <= 4 ? 'lost' : 'applied'))
    const home = freshFolder()
    const line = `--from ${input(4)} --run r --concurrency 1${lines} --prover`
    expect((await submit(`${line} ${prover().path}`, { service: it, home })).code).toBe(10)
    const good = prover()
    expect((await submit(`${line} ${good.path}`, { service: it, home })).code).toBe(10)
    expect(good.asked()).toEqual([])
    const dies = prover({ at1003: 'process.exit(1)' })
    const { said } = await submit(`${line} ${dies.path} --retry-unknown`, { service: it, home })
    expect(said.find(({ row }) => row === 3)).toMatchObject({ status: 'unknown', code: 'CLI_PROVER' })
    expect((await submit(`${line} ${good.path}`, { service: it, home })).code).toBe(10)
    expect({ sent: it.sent.length, asked: good.asked() }).toEqual({ sent: 4, asked: [] })
  })

  test('a row that the service did not take goes again with the proof that it has', async () => {
    const it = service((_, nth) => (nth === 2 ? 'RATE_001' : 'applied'))
    const good = prover()
    const { code } = await submit(`--from ${input(4)} --prover ${good.path} --concurrency 1${lines}`, {
      service: it,
    })
    expect({ code, sent: it.sent.length, asked: good.asked().length }).toEqual({ code: 0, sent: 5, asked: 4 })
  })

  test('a run that stops ends its provers at once', async () => {
    const stop = new AbortController()
    const hanging = prover({ at1003: failures.hangs })
    const it = service()
    const run = submit(`--from ${input(6)} --prover ${hanging.path}${lines}`, {
      service: it,
      signal: stop.signal,
    })
    await expect
      .poll(() => hanging.asked().some(({ steps }) => steps === 1003), { timeout: 60_000 })
      .toBe(true)
    stop.abort('SIGINT')
    const { code, said } = await run
    expect({ code, rejected: said.filter(({ status }) => status !== 'applied') }).toEqual({
      code: 130,
      rejected: [],
    })
    expect(it.sent.filter(({ steps }) => Number(steps) > 1002)).toEqual([])
    await expect.poll(() => hanging.asked().filter(({ pid }) => runs(pid))).toEqual([])
  })

  test('the journal has digests of the proofs, and no proof', async () => {
    const home = freshFolder()
    await submit(`--from ${input(3)} --prover ${prover().path}${lines}`, { service: verifying(), home })
    const runsFolder = join(home, '.local/state/movecli/journal/runs')
    const all = readdirSync(runsFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('rows.log'))
      .map((name) => readFileSync(join(runsFolder, name), 'utf8'))
      .join('')
    expect([all.match(/"proof":"[\w-]{16}"/g)?.length, all.includes('proof-10')]).toEqual([3, false])
  })
})

test.each(['', ' --prover-lines'])(
  'a run that goes on, whose next row gets no proof, sends the rows after it and keeps that on record%s',
  async (lines) => {
    const [it, home] = [verifying(), freshFolder()]
    const [good, broken] = [prover(), prover({ at1003: failures['ends with an error'] })]
    const line = (count: number, more: string) =>
      `--from ${input(count)} --run r --concurrency 1 --prover-jobs 1${lines} --prover ${more}`
    expect((await submit(line(2, good.path), { service: it, home })).code).toBe(0)
    const { code, said } = await submit(line(6, broken.path), { service: it, home })
    expect({ code, said: statuses(said) }).toEqual({
      code: 10,
      said: ['1 skipped', '2 skipped', '3 rejected', '4 applied', '5 applied', '6 applied'],
    })
    expect(it.sent.map(({ steps }) => steps)).toEqual([1001, 1002, 1004, 1005, 1006])
    const again = await submit(line(6, good.path), { service: it, home })
    expect({ code: again.code, row: again.said[2] }).toMatchObject({ code: 10, row: { code: 'CLI_PROVER' } })
    const retried = await submit(line(6, `${good.path} --retry-failed`), { service: it, home })
    expect({ code: retried.code, sent: it.sent.length }).toEqual({ code: 0, sent: 6 })
  },
)

test('rows that have a proof keep it', async () => {
  const it = service()
  const good = prover()
  const rows = file('rows.ndjson', [{ steps: 1001, proof: 'mine' }, { steps: 1002 }])
  expect((await submit(`--from ${rows} --prover ${good.path}`, { service: it })).code).toBe(0)
  expect(it.sent).toEqual([
    { steps: 1001, proof: 'mine' },
    { steps: 1002, proof: 'proof-1002' },
  ])
})

test('a kept prover that answers twice, or is a line ahead, is restarted, and few rows are lost', async () => {
  const doubled =
    "process.stdout.write('proof-1003\\n'); setTimeout(() => process.stdout.write('proof-1003\\n'), 3)"
  const it = verifying()
  const { path, asked } = prover({ at1003: doubled, waitMs: 5 })
  const { code, said } = await submit(`--from ${input(120)} --prover ${path} --prover-lines`, { service: it })
  const lost = said.filter(({ status }) => status !== 'applied')
  // Heard while the prover has nothing to answer, the second line costs no row.
  expect({ code, said: said.length }).toEqual({ code: lost.length > 0 ? 10 : 0, said: 120 })
  expect(lost.length).toBeLessThan(30)
  expect(new Set(asked().map(({ pid }) => pid)).size).toBeGreaterThan(1)
})

test('a kept prover that prints every answer twice costs its rows, and no second copy is ever sent', async () => {
  const it = verifying()
  const twice =
    'const write = process.stdout.write.bind(process.stdout); process.stdout.write = (text) => write(text + text)'
  const { path } = prover({ first: twice })
  const { code, said } = await submit(`--from ${input(8)} --prover ${path} --prover-lines`, { service: it })
  expect({ code, said: said.map(({ code: reason }) => reason) }).toEqual({
    code: 10,
    said: Array(8).fill('CLI_PROVER'),
  })
  expect(it.sent).toEqual([])
})

test('one line too many among many answers costs few rows, and the others leave with their own proofs', async () => {
  const it = verifying()
  const { path, asked } = prover({ at1003: "process.stdout.write('proof-1003\\nextra\\n')" })
  const rows = plain(100).map((row, n) => ({ ...row, steps: n === 60 ? 1003 : 2000 + n }))
  const from = file('rows.ndjson', rows)
  const { said } = await submit(`--from ${from} --prover ${path} --prover-lines`, { service: it })
  expect(it.sent.filter(({ proof, steps }) => proof !== `proof-${String(steps)}`)).toEqual([])
  expect(said.filter(({ status }) => status !== 'applied').map(({ row }) => row)).toEqual([61])
  // Those that were answered before it were asked about again.
  expect(asked().length).toBeGreaterThan(100)
})

test('a proof that the service refuses has its prover watched longer, so that it stays a line behind no more', async () => {
  const it = verifying()
  // From the third motion on, the first process is a line behind: it prints each line with the next one, or 60 ms later.
  const first = `
const fs = require('node:fs')
const write = process.stdout.write.bind(process.stdout)
let [held, timer] = ['', undefined]
const flush = () => { write(held); held = '' }
const hold = (text) => { clearTimeout(timer); flush(); held = text; timer = setTimeout(flush, 60) }
const isFirst = !fs.existsSync(__filename + '.ran')
fs.writeFileSync(__filename + '.ran', '')`
  const at1003 = "if (isFirst) { held = 'extra\\n'; process.stdout.write = hold }; answer()"
  const { path, asked } = prover({ first, at1003, waitMs: 5 })
  const { said } = await submit(`--from ${input(200)} --prover ${path} --prover-lines`, { service: it })
  const lost = said.filter(({ status }) => status !== 'applied')
  expect(said.length).toBe(200)
  expect(lost.length).toBeLessThan(100)
  expect(new Set(asked().map(({ pid }) => pid)).size).toBeGreaterThan(1)
})

test('a kept prover ends once the last proof is made, while the last rows are being sent', async () => {
  const kept = prover()
  const hasEnded = () => kept.asked().length === 3 && !kept.asked().some(({ pid }) => runs(pid))
  let ended = false
  const it = service(async ({ steps }) => {
    if (steps === 1003)
      ended = await vi.waitUntil(hasEnded, { timeout: 20_000, interval: 5 }).catch(() => false)
    return 'applied'
  })
  const { code } = await submit(`--from ${input(3)} --prover ${kept.path} --prover-lines`, { service: it })
  expect({ code, ended, sent: it.sent.length }).toEqual({ code: 0, ended: true, sent: 3 })
})

test('a kept prover that ends after each answer is started again, and costs no row', async () => {
  const it = verifying()
  const once = prover({ first: "process.stdin.once('data', () => setTimeout(() => process.exit(0), 20))" })
  const { code } = await submit(`--from ${input(4)} --prover ${once.path} --prover-lines`, { service: it })
  expect({ code, sent: it.sent.length }).toEqual({ code: 0, sent: 4 })
})

test.each([0, 3])(
  'a kept prover that ends with %i in the middle of a line costs that row alone',
  async (status) => {
    const it = verifying()
    const { path } = prover({ at1003: `process.stdout.write('proof-10'); process.exit(${status})` })
    const { code, said } = await submit(`--from ${input(8)} --prover ${path} --prover-lines`, { service: it })
    const lost = said.filter(({ status: each }) => each !== 'applied')
    expect({ code, lost: lost.map((each) => each.code) }).toEqual({ code: 10, lost: ['CLI_PROVER'] })
    expect(it.sent.filter(({ proof, steps }) => proof !== `proof-${String(steps)}`)).toEqual([])
  },
)

test.each([0, 3])('a kept prover that answers and ends with %i costs no other row', async (status) => {
  const it = verifying()
  const { path } = prover({ at1003: `process.stdout.write('proof-1003\\n'); process.exit(${status})` })
  const rows = plain(60).map((row, n) => ({ ...row, steps: n % 15 === 7 ? 1003 : 2000 + n, id: `${n}` }))
  const from = file('rows.ndjson', rows)
  const { code } = await submit(`--from ${from} --prover ${path} --prover-lines`, { service: it })
  expect({ code, sent: it.sent.length }).toEqual({ code: 0, sent: 60 })
  expect(it.sent.filter(({ proof, steps }) => proof !== `proof-${String(steps)}`)).toEqual([])
})

test('a kept prover that closes its input and answers, and stays, costs no other row', async () => {
  const it = verifying()
  const at1003 = "require('node:fs').closeSync(0); answer(); setInterval(() => {}, 1000)"
  const { code } = await submit(`--from ${input(8)} --prover ${prover({ at1003 }).path} --prover-lines`, {
    service: it,
  })
  expect({ code, sent: it.sent.length }).toEqual({ code: 0, sent: 8 })
})

test.each(['', '--prover-lines'])(
  'a proof that a prover says on stderr too is not shown: %s',
  async (flag) => {
    const proof = 'Pf9-'.repeat(16)
    const { path } = prover({ first: `process.stderr.write('made ${proof}, 0x${'ab'.repeat(40)}\\n')` })
    const { stderr } = await submit(`--from ${input(2)} --prover ${path} ${flag}`, { service: verifying() })
    expect(stderr).toContain('made [64 characters], [82 characters]')
    expect(stderr).not.toContain('Pf9-Pf9-')
  },
)

test('no secret of the environment reaches a prover, and what it says on stderr is harmless and bounded', async () => {
  const said =
    "process.stderr.write('\\u001b[31m' + JSON.stringify(Object.keys(process.env)) + 'y'.repeat(200000) + '\\n')"
  const { path } = prover({ first: said })
  const { code, stderr } = await submit(`--from ${input(2)} --prover ${path}`, { service: verifying() })
  expect(code).toBe(0)
  expect(stderr).toContain('\\x1b[31m[')
  expect(stderr).not.toMatch(/MOVECLI_(API_KEY|TOKEN)/)
  expect(stderr.length).toBeLessThan(80_000)
})

test.each([
  ['--prover-lines', '--prover-lines goes with --prover alone'],
  ['--prover-jobs 2', '--prover-jobs goes with --prover alone'],
  ['--prover /bin/true --prover-jobs 0', '--prover-jobs'],
  ['--prover ./nothing-here', 'There is no program'],
])('%s is wrong usage, and nothing is sent', async (words, message) => {
  const it = service()
  const { code, stderr } = await submit(`--from ${input(2)} ${words}`, { service: it })
  expect({ code, sent: it.sent }).toEqual({ code: 2, sent: [] })
  expect(stderr).toContain(message)
})

test('a prover that is removed during the run costs the rows that are left, as one that fails', async () => {
  const { path } = prover({ at1003: "require('node:fs').rmSync(process.argv[1]); answer()" })
  const { code, said } = await submit(`--from ${input(5)} --prover ${path} --concurrency 1`, {
    service: verifying(),
  })
  expect(code).toBe(10)
  const rows = said.toSorted((a, b) => a.row - b.row)
  expect(rows.map(({ status, code: failed }) => [status, failed])).toEqual([
    ...Array.from({ length: 3 }, () => ['applied', undefined]),
    ...Array.from({ length: 2 }, () => ['rejected', 'CLI_PROVER']),
  ])
})

test('--dry-run names the prover in place of the proof, and starts none', async () => {
  const { path, asked } = prover()
  const { stdout } = await submit(`--from ${input(1)} --prover ${path} --dry-run`)
  expect(stdout).toContain('"proof":"[made by the prover]"')
  expect(asked()).toEqual([])
})

test('a single motion gives its prover the same time limit', async () => {
  const hanging = prover({ at1003: failures.hangs })
  const it = service()
  const { code, stderr } = await submit(`--steps 1003 --timeout 1s --prover ${hanging.path}`, { service: it })
  expect({ code, sent: it.sent }).toEqual({ code: 2, sent: [] })
  expect(stderr).toContain('error: The prover did not answer within 1 s. (CLI_PROVER)')
  await expect.poll(() => hanging.asked().filter(({ pid }) => runs(pid))).toEqual([])
})

test('of a kept prover that prints no line in time it is said that each must be flushed', async () => {
  const hanging = prover({ at1003: failures.hangs })
  const { said } = await submit(`--from ${input(3)} --timeout 1s --prover ${hanging.path} --prover-lines`)
  expect(JSON.stringify(said)).toContain('The prover printed no line within 1 s (it must flush each one).')
})

test('a kept prover that goes on printing after an answer costs rows, and no line of its flood is ever sent', async () => {
  const flood = "for (let n = 0; n < 100000; n += 1) process.stdout.write('extra\\n')"
  const it = verifying()
  const { path } = prover({ at1003: `answer(); ${flood}`, first: "process.stdout.on('error', () => {})" })
  const rows = plain(50).map((row, n) => (n % 2 === 0 ? { ...row, steps: 1003 } : row))
  const { code, said } = await submit(`--from ${file('rows.ndjson', rows)} --prover ${path} --prover-lines`, {
    service: it,
  })
  expect({ code, said: said.length }).toEqual({ code: 10, said: 50 })
  expect(it.sent.filter(({ proof, steps }) => proof !== `proof-${String(steps)}`)).toEqual([])
})

test('rows in a named pipe that nobody writes to are refused at once', async () => {
  const pipe = join(freshFolder(), 'rows.ndjson')
  execFileSync('mkfifo', [pipe])
  const { code, stderr } = await submit(`--from ${pipe}`)
  expect(code).toBe(2)
  expect(stderr).toContain('is a named pipe')
})

test('a prover with arguments is wrong usage, and the hint names the way', async () => {
  const words = ['motion', 'submit', '-n', 'sandbox', '--steps', '1', '--prover', 'movecli sandbox proof']
  const { code, stderr } = await movecli(words)
  expect(code).toBe(2)
  expect(stderr).toContain('such as a script that runs this command')
})
