/** --openmetrics of smoke, limits and bulk submission: which figures the file has, and what keeps it from being written. */
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { env, file, rows, service, submit } from '../bulk/support.ts'
import { smoke } from '../smoke/support.ts'
import { figuresIn } from '../support/metrics.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'

const place = (folder = freshFolder()) => join(folder, 'movecli.prom')

test('smoke writes its checks, latencies and how it ended, readable by others and nothing beside it', async () => {
  const path = place()
  const { code, rows: checks, passed, skipped } = await smoke(`--openmetrics ${path} --repeat 3`)
  expect(code).toBe(0)
  const { text, figure } = figuresIn(path)
  const common = { network: 'sandbox', profile: '', suite: 'read' }
  expect(figure('movecli_smoke_exit_code', common)).toBe(0)
  expect(figure('movecli_smoke_checks', { ...common, status: 'passed' })).toBe(passed.length)
  expect(figure('movecli_smoke_checks', { status: 'skipped' })).toBe(skipped.length)
  expect(figure('movecli_smoke_checks', { status: 'failed' })).toBe(0)
  for (const { name, status } of checks)
    expect(figure('movecli_smoke_check_status', { check: name, status })).toBe(1)
  expect(
    figure('movecli_smoke_request_duration_seconds_count', { operation: 'token.price' }),
  ).toBeGreaterThan(2)
  expect(figure('movecli_smoke_clock_skew_seconds')).toBe(0)
  expect(figure('movecli_smoke_start_timestamp_seconds')).toBe(Date.parse('2026-03-04T12:00:00Z') / 1000)
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o644)
  expect(readdirSync(join(path, '..'))).toEqual(['movecli.prom'])
})

test('a check that fails is in the figures with the exit code', async () => {
  const path = place()
  const wrong = {
    answer: (answer: { body: { data?: Record<string, unknown> } }) => void delete answer.body.data?.['steps'],
  }
  const { code, failed } = await smoke(`--openmetrics ${path}`, { defect: wrong })
  expect(code).toBe(10)
  const { figure } = figuresIn(path)
  expect(figure('movecli_smoke_exit_code')).toBe(10)
  expect(figure('movecli_smoke_checks', { status: 'failed' })).toBe(failed.length)
  expect(figure('movecli_smoke_check_status', { check: failed[0]!, status: 'failed' })).toBe(1)
})

test('a run that ends with 4 for what was skipped has its figures too', async () => {
  const path = place()
  const { code, skipped } = await smoke(`--openmetrics ${path} --suite full --require-all`)
  expect({ code, figure: figuresIn(path).figure('movecli_smoke_exit_code') }).toEqual({ code: 4, figure: 4 })
  expect(figuresIn(path).figure('movecli_smoke_checks', { status: 'skipped' })).toBeGreaterThan(
    skipped.length,
  )
})

test('limits writes what it prints', async () => {
  const path = place()
  const home = freshFolder()
  const setting = { home, env: { ...env, MOVECLI_RATE_LIMIT: undefined }, transport: service().transport }
  await movecli('token price', setting)
  const { code, stdout } = await movecli(`limits --json --openmetrics ${path}`, setting)
  const printed = JSON.parse(stdout) as Record<string, number>
  const { figure } = figuresIn(path)
  expect({ code, limit: printed['limit'], used: printed['used'], left: printed['left'] }).toEqual({
    code: 0,
    limit: 5000,
    used: 1,
    left: 4999,
  })
  expect(figure('movecli_limit_requests', { network: 'testnet' })).toBe(5000)
  expect(figure('movecli_limit_used_requests')).toBe(1)
  expect(figure('movecli_limit_left_requests')).toBe(4999)
  expect(figure('movecli_limit_left_for_bulk_requests')).toBe(printed['left_for_bulk'])
})

test('without a limit of ours there is no figure of one', async () => {
  const path = place()
  await movecli(`limits --openmetrics ${path}`, { env, transport: service().transport })
  const { figure } = figuresIn(path)
  expect(figure('movecli_limit_used_requests')).toBe(0)
  expect(figure('movecli_limit_requests')).toBeUndefined()
})

test('a bulk run writes rows by their status, what is left of the hour, and its exit code', async () => {
  const path = place()
  const it = service((_, nth) => (nth === 2 ? 'MOTION_002' : 'applied'))
  const ran = await submit(
    `--from ${file('rows.ndjson', rows(20))} --run day --rate-limit 100 --openmetrics ${path}`,
    { service: it, ...clock() },
  )
  expect(ran.code).toBe(10)
  const { figure } = figuresIn(path)
  const status = (name: string) =>
    figure('movecli_submit_rows', { network: 'testnet', run: 'day', status: name })
  expect(['applied', 'rejected', 'left'].map(status)).toEqual([19, 1, 0])
  expect(figure('movecli_submit_exit_code')).toBe(10)
  expect(figure('movecli_submit_running')).toBe(0)
  expect(figure('movecli_submit_input_rows')).toBe(20)
  expect(figure('movecli_submit_limit_requests')).toBe(100)
  const used = figure('movecli_submit_limit_used_requests') ?? 0
  expect(used).toBeGreaterThanOrEqual(20)
  expect(figure('movecli_submit_limit_left_for_bulk_requests')).toBe(98 - used)
})

test('a shard is told what is left of its own part of the limit', async () => {
  const path = place()
  await submit(`--from ${file('rows.ndjson', rows(20))} --shard 1/2 --openmetrics ${path}`, {
    ...clock(),
    env: { MOVECLI_RATE_LIMIT: '100' },
  })
  const { figure } = figuresIn(path)
  const used = figure('movecli_submit_limit_used_requests') ?? 0
  expect(used).toBeGreaterThan(0)
  expect(figure('movecli_submit_limit_left_for_bulk_requests')).toBe(49 - used)
})

test('while a shard waits for its part of the hour the figures say so, and how long', async () => {
  const path = place()
  const time = clock()
  const began = time.now().getTime()
  const seen: (number | undefined)[][] = []
  const left: number[] = []
  const sleep = async (ms: number, signal?: AbortSignal) => {
    await time.sleep(ms, signal)
    if (ms < 30_000) return
    // The file is written beside the wait.
    const waits = () => existsSync(path) && (figuresIn(path).figure('movecli_submit_wait_seconds') ?? 0) > 0
    for (let look = 0; look < 50 && !waits(); look++) await new Promise((resolve) => setTimeout(resolve, 20))
    const { figure } = figuresIn(path)
    seen.push([
      figure('movecli_submit_running', { shard: '1/2' }),
      figure('movecli_submit_limit_left_for_bulk_requests'),
      figure('movecli_submit_rows', { status: 'applied' }),
    ])
    left.push(figure('movecli_submit_wait_seconds') ?? 0)
  }
  const { code } = await submit(
    `--from ${file('rows.ndjson', rows(40))} --shard 1/2 --rate-limit 10 --openmetrics ${path}`,
    { ...time, sleep },
  )
  expect(code).toBe(0)
  expect(seen).toContainEqual([1, 0, 9])
  expect(Math.max(...left)).toBeGreaterThan(1800)
  expect(Math.max(...left)).toBeLessThanOrEqual(3600)
  const { figure } = figuresIn(path)
  const waited = figure('movecli_submit_waited_seconds', { reason: 'the hourly limit' })
  expect(waited).toBeGreaterThan(3500)
  // No second is counted twice, however often the figures were written meanwhile.
  expect(waited).toBeLessThanOrEqual((time.now().getTime() - began) / 1000)
  expect(figure('movecli_submit_wait_seconds')).toBe(0)
})

test.each([5, 18])(
  'the rate is in rows a second, of %i rows too, whose end follows at once',
  async (count) => {
    const path = place()
    const time = clock()
    const it = service(() => {
      time.pass(1000)
      return 'applied'
    })
    const words = `--from ${file('rows.ndjson', rows(count))} --concurrency 1 --openmetrics ${path}`
    await submit(words, { service: it, ...time })
    expect(figuresIn(path).figure('movecli_submit_rows_per_second')).toBe(1)
  },
)

test.each(['--plan', '--dry-run'])('with %s nothing is written', async (flag) => {
  const folder = freshFolder()
  await submit(`--from ${file('rows.ndjson', rows(2))} ${flag} --openmetrics ${place(folder)}`)
  expect(readdirSync(folder)).toEqual([])
})

test.each(['limits', 'smoke'])('with --dry-run %s writes nothing', async (command) => {
  const folder = freshFolder()
  const { code } = await movecli(`${command} -n sandbox --dry-run --openmetrics ${place(folder)}`)
  expect([code, readdirSync(folder)]).toEqual([0, []])
})

test('a file that cannot be replaced is refused before anything is sent', async () => {
  const folder = freshFolder()
  const home = freshFolder()
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'kept'), 'mine')
  symlinkSync(join(folder, 'kept'), join(folder, 'link'))
  const it = service()
  const input = file('rows.ndjson', rows(2))
  for (const path of [
    join(folder, 'taken'),
    join(folder, 'link'),
    join(folder, 'none', 'x.prom'),
    '/dev/stdout',
    input,
    join(home, '.local/state/movecli/x.prom'),
  ]) {
    mkdirSync(join(home, '.local/state/movecli'), { recursive: true })
    const { code } = await submit(`--from ${input} --openmetrics ${path}`, { service: it, home })
    expect({ path, code, sent: it.sent.length }).toEqual({ path, code: 2, sent: 0 })
  }
})

test('--openmetrics of a single motion is refused: it goes with --from', async () => {
  const { code, stderr } = await movecli('motion submit --steps 1 --openmetrics x.prom -n sandbox')
  expect(code).toBe(2)
  expect(stderr).toContain('--openmetrics needs --from.')
})

test('rows were applied though their figures could not be written: exit 1 says so, and that nothing is sent twice', async () => {
  const folder = freshFolder()
  const path = place(folder)
  const it = service(() => {
    // Something else takes the name while the rows are sent.
    mkdirSync(path, { recursive: true })
    return 'applied'
  })
  const { code, stderr } = await submit(`--from ${file('rows.ndjson', rows(3))} --openmetrics ${path}`, {
    service: it,
  })
  expect({ code, sent: it.sent.length }).toEqual({ code: 1, sent: 3 })
  expect(stderr).toMatch(/figures could not be written[\s\S]*no row is sent twice/)
})
