import { readdirSync, rmSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/movecli.ts'
import { file, row, rows, service, statuses, submit } from './support.ts'
import { clock, noon } from '../support/clock.ts'
import { TransportFailure } from '../../src/contract/wire.ts'
import { machineDisk } from '../../src/disk/disk.ts'
import { figuresIn } from '../support/metrics.ts'
import { errorOf, reply } from '../support/world.ts'

const words = (count: number, more = '') => `--from ${file('rows.ndjson', rows(count))} ${more}`

test('as many rows are in flight as --concurrency says, and no more', async () => {
  let [now, most] = [0, 0]
  const it = service(async () => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 2))
    now -= 1
    return 'applied'
  })
  await submit(words(60, '--concurrency 5'), { service: it })
  expect(most).toBe(5)
})

test.each([
  ['without a limit of ours', '0'],
  ['within a limit', '50000'],
])(
  'an outage of a minute leaves at most the concurrency unresolved, and the run finishes by itself, %s',
  async (_, limit) => {
    const time = clock()
    const [from, to] = [time.now().getTime() + 3000, time.now().getTime() + 63_000]
    const down = () => time.now().getTime() >= from && time.now().getTime() < to
    const it = service(() => {
      time.pass(1)
      return down() ? 'CHAIN_001' : 'applied'
    })
    const { transport } = it
    it.transport = async (request) => {
      if (request.method === 'GET' && down())
        return transport({ ...request, method: 'POST', body: Buffer.from('{}') })
      return transport(request)
    }
    const env = { MOVECLI_RATE_LIMIT: limit }
    const { code, said } = await submit(words(10_000), { service: it, env, ...time })
    const unknown = said.filter(({ status }) => status === 'unknown').length
    expect({
      code,
      rows: said.length,
      applied: said.filter(({ status }) => status === 'applied').length,
    }).toEqual({
      code: 10,
      rows: 10_000,
      applied: 10_000 - unknown,
    })
    expect(unknown).toBeGreaterThan(0)
    expect(unknown).toBeLessThanOrEqual(8)
    expect(time.naps[0]).toBeGreaterThanOrEqual(750)
    expect(Math.max(...time.naps)).toBeGreaterThan(16_000)
  },
)

test('a service that cannot be reached leaves no row unresolved and holds the run until it is back', async () => {
  const time = clock()
  const back = time.now().getTime() + 60_000
  const it = service(() => (time.now().getTime() < back ? 'refused' : 'applied'))
  const { code, said } = await submit(words(20), { service: it, ...time })
  expect({ code, applied: said.filter(({ status }) => status === 'applied').length }).toEqual({
    code: 0,
    applied: 20,
  })
})

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test('after trouble one row goes alone, and all the speed comes back with it', async () => {
  const time = clock()
  let now = 0
  const flights: number[] = []
  let most = 0
  const it = service(async (_, nth) => {
    flights.push(++now)
    if (nth >= 10) most = Math.max(most, now)
    // The eighth is refused while the seven before it are under way, and later there are eight at once again.
    if (nth < 8) await until(() => time.naps.length > 0)
    if (nth >= 10 && nth <= 17) await until(() => most === 8)
    now -= 1
    return nth === 8 ? 503 : 'applied'
  })
  await submit(words(40), { service: it, ...time })
  expect(flights.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const alone = flights.indexOf(1, 8)
  expect(flights[alone + 1]).toBe(1)
  expect(Math.max(...flights.slice(alone))).toBe(8)
})

test('trouble that outlasts --max-wait ends with 8, and the same command goes on', async () => {
  const home = freshFolder()
  const time = clock()
  const line = words(20, '--max-wait 10m')
  const down = await submit(line, { home, service: service(() => 'refused'), ...time })
  const waited = time.naps.reduce((sum, ms) => sum + ms, 0)
  const up = await submit(line, { home, service: service(), ...time })
  expect({ codes: [down.code, up.code], applied: up.said.length }).toEqual({ codes: [8, 0], applied: 20 })
  expect(waited).toBeLessThanOrEqual(600_000)
  expect(waited).toBeGreaterThan(200_000)
  expect(down.stderr).toContain('20 left')
  expect(down.stderr).toContain('Run the same command again')
})

test('a 429 is waited out as the service asks; its row is sent again and no row is lost', async () => {
  const time = clock()
  let refused = 0
  const it = service((_, nth) => (nth === 5 && refused++ === 0 ? 'RATE_001' : 'applied'))
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return {
      ...answer,
      headers: answer.status === 429 ? [...answer.headers, ['retry-after', '90']] : answer.headers,
    }
  }
  const { code, said } = await submit(words(20, '--concurrency 1'), { service: it, ...time })
  expect({ code, applied: said.length, sent: it.sent.length }).toEqual({ code: 0, applied: 20, sent: 21 })
  expect(time.naps.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(90_000)
})

test('the code of the limit with another status is the limit all the same: its row is sent again', async () => {
  const time = clock()
  const limited = { status: 400, code: 'RATE_001' }
  const it = service((_, nth) => (nth === 3 ? limited : 'applied'))
  const { code, said } = await submit(words(6, '--concurrency 1'), { service: it, ...time })
  expect({ code, applied: said.filter(({ status }) => status === 'applied').length }).toEqual({
    code: 0,
    applied: 6,
  })
  expect([it.sent.length, time.naps.length > 0]).toEqual([7, true])
})

test('a limit that is used up for longer than --max-wait ends the run with 7 behind the row that was applied', async () => {
  const time = clock()
  const it = service()
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return { ...answer, headers: [...answer.headers, ['ratelimit', '"hour";r=0;t=7200']] }
  }
  const { code, said, stderr } = await submit(words(3, '--concurrency 1'), { service: it, ...time })
  expect({ code, said: statuses(said), naps: time.naps }).toEqual({ code: 7, said: ['1 applied'], naps: [] })
  expect(stderr).toContain('The service asks to wait 7200 s, which is longer than --max-wait allows.')
})

test.each([
  ['the service to recover', 'CHAIN_001', []],
  ["the service's rate limit", 'applied', [['ratelimit', '"hour";r=0;t=300']]],
] as const)('a wait for %s is named, on stderr and in the figures', async (why, first, headers) => {
  const time = clock()
  const path = join(freshFolder(), 'run.prom')
  const it = service((_, nth) => (nth === 1 ? first : 'applied'))
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return it.sent.length === 1 && request.method === 'POST'
      ? {
          ...answer,
          headers: [...answer.headers, ...headers.map(([name, value]): [string, string] => [name, value])],
        }
      : answer
  }
  const { stderr } = await submit(words(3, `--concurrency 1 --openmetrics ${path}`), { service: it, ...time })
  const waited = time.naps.reduce((sum, ms) => sum + ms, 0)
  expect(stderr).toContain(`Waiting ${Math.ceil(time.naps[0]! / 1000)} s for ${why}.\n`)
  const reasons = figuresIn(path).series.filter(({ name }) => name === 'movecli_submit_waited_seconds')
  expect(reasons.map(({ labels }) => labels['reason'])).toEqual([why])
  expect(reasons[0]?.value).toBeCloseTo(waited / 1000, 2)
})

test('a wait that is longer than --max-wait ends with 7 at once', async () => {
  const time = clock()
  const it = service(() => 'RATE_001')
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return { ...answer, headers: [...answer.headers, ['retry-after', '7200']] }
  }
  const { code } = await submit(words(3), { service: it, ...time })
  expect({ code, naps: time.naps }).toEqual({ code: 7, naps: [] })
})

test.each([
  [
    'X-RateLimit-Remaining and a time',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(noon / 1000 + 300) },
  ],
  ['RateLimit-Remaining and seconds', { 'ratelimit-remaining': '0', 'ratelimit-reset': '300' }],
  ['one RateLimit header', { ratelimit: '"hour";r=0;t=300' }],
  ['one older RateLimit header', { ratelimit: 'limit=5000, remaining=0, reset=300' }],
])('a limit that is used up is waited for before the service has to refuse: %s', async (_, headers) => {
  const time = clock()
  const it = service()
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return it.sent.length === 2
      ? { ...answer, headers: [...answer.headers, ...Object.entries(headers)] }
      : answer
  }
  const { code } = await submit(words(4, '--concurrency 1'), { service: it, ...time })
  expect({ code, waited: time.naps.reduce((sum, ms) => sum + ms, 0) }).toEqual({ code: 0, waited: 300_000 })
})

test.each(['AUTH_002', 401])(
  'an authentication failure (%s) stops the run at once with 4, and its rows are sent after the next login',
  async (failure) => {
    const home = freshFolder()
    const time = clock()
    const line = words(20, '--concurrency 2')
    const it = service((_, nth) => (nth >= 5 ? failure : 'applied'))
    const stopped = await submit(line, { home, service: it, ...time })
    const after = await submit(line, { home, service: service(), ...time })
    expect({ codes: [stopped.code, after.code], sent: it.sent.length <= 6 }).toEqual({
      codes: [4, 0],
      sent: true,
    })
    expect(statuses(after.said).filter((each) => each.endsWith('skipped')).length).toBe(4)
  },
)

test('--on-error stop ends at the first rejected row, --max-failures at that many', async () => {
  const it = service(({ steps }) => (Number(steps) % 2 === 0 ? 'MOTION_001' : 'applied'))
  const other = service(({ steps }) => (Number(steps) % 2 === 0 ? 'MOTION_001' : 'applied'))
  const first = await submit(words(20, '--concurrency 1 --on-error stop'), { service: it })
  const third = await submit(words(20, '--concurrency 1 --max-failures 3'), { service: other })
  expect({ codes: [first.code, third.code], sent: [it.sent.length, other.sent.length] }).toEqual({
    codes: [10, 10],
    sent: [2, 6],
  })
  expect(first.stderr).toContain('18 left')
})

test('--on-error stop counts no row that was rejected before: the rows behind it are sent', async () => {
  const home = freshFolder()
  const first = service(({ steps }) => (steps === 1001 ? 'MOTION_001' : 'applied'))
  await submit(words(2, '--run x'), { home, service: first })
  const it = service()
  const { said } = await submit(words(4, '--run x --on-error stop'), { home, service: it })
  expect(statuses(said)).toEqual(['1 rejected', '2 skipped', '3 applied', '4 applied'])
})

test('of two rows that end a run the first says why', async () => {
  let answered = () => {}
  const first = new Promise<void>((resolve) => (answered = resolve))
  const it = service(async (_, nth) => {
    if (nth === 1) await until(() => it.sent.length === 2)
    else await first
    return nth === 1 ? 'AUTH_002' : 'RATE_001'
  })
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    if (answer.status !== 429) {
      setImmediate(() => setImmediate(answered))
      return answer
    }
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    return { ...answer, headers: [...answer.headers, ['retry-after', '7200']] }
  }
  const { code, stderr } = await submit(words(2, '--concurrency 2 --json'), { service: it, ...clock() })
  expect({ code, error: errorOf({ stderr }) }).toMatchObject({ code: 4, error: { code: 'AUTH_002' } })
})

test('a service that refuses all reads for longer than --max-wait ends the run with 7, and says how to wait longer', async () => {
  const it = service((_, nth) => (nth === 1 ? 'CHAIN_001' : 'applied'))
  const { transport } = it
  it.transport = async (request) =>
    request.method === 'GET'
      ? reply(429, { success: false, error: { code: 'RATE_001', message: 'no', details: '' } })
      : transport(request)
  const { code, stderr } = await submit(words(3, '--concurrency 1 --max-wait 5m --json'), {
    service: it,
    ...clock(),
  })
  expect({ code, sent: it.sent.length, error: errorOf({ stderr }) }).toMatchObject({
    code: 7,
    sent: 1,
    error: {
      code: 'CLI_RATE_LIMITED',
      message:
        'The service refused requests for longer than --max-wait. The run stopped: 0 applied, 1 unknown, 2 left.',
      hint: 'Run the same command again to go on where it stopped. Allow a longer wait with --max-wait.',
    },
  })
})

test('a run says its name and its rows at the end, and keeps the id that the service gave to each request', async () => {
  const home = freshFolder()
  const it = service((_, nth) => (nth === 2 ? 'MOTION_001' : 'applied'))
  const { transport } = it
  it.transport = async (request) => {
    const answer = await transport(request)
    return { ...answer, headers: [...answer.headers, ['x-request-id', `request-${it.sent.length}`]] }
  }
  const first = await submit(words(2, '--run jan --concurrency 1'), { home, service: it })
  expect(first.code).toBe(10)
  const logs = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('rows.log'),
  )
  const kept = logs.map((name) => readFileSync(join(home, name), 'utf8')).join('')
  expect([1, 2].map((nth) => kept.includes(`"request-${nth}"`))).toEqual([true, true])
  const again = await submit(words(2, '--run jan --retry-failed'), { home })
  expect(again).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('run jan: 1 applied, 1 skipped (applied before)\n') as string,
  })
})

test('--max-failures counts no row that was in doubt before: the rows behind it are sent', async () => {
  const [home, time] = [freshFolder(), clock()]
  const lost = service(({ steps }) => (steps === 1001 ? 'lost' : 'applied'))
  await submit(words(2, '--run x --concurrency 1'), { home, service: lost, ...time })
  const it = service(({ steps }) => (steps === 1004 ? 'MOTION_001' : 'applied'))
  const { said } = await submit(words(6, '--run x --concurrency 1 --max-failures 1'), {
    home,
    service: it,
    ...time,
  })
  expect(statuses(said)).toEqual(['1 unknown', '2 skipped', '3 applied', '4 rejected'])
})

test('an outcome that the disk refuses to the end ends with 10, for the next run cannot know it', async () => {
  const disk = {
    ...machineDisk,
    write: (fd: number, bytes: Uint8Array, from: number) => {
      if (Buffer.from(bytes).includes('"state":"applied"')) throw new Error('no space')
      return machineDisk.write(fd, bytes, from)
    },
  }
  const { code, said, stderr } = await submit(words(1), { disk })
  expect({ code, said: statuses(said) }).toEqual({ code: 10, said: ['1 applied'] })
  expect(stderr).toContain("The outcome of 1 row could not be written to the run's journal.")
  const two = await submit(words(2), { disk })
  expect(two.stderr).toContain("The outcomes of 2 rows could not be written to the run's journal.")
})

test('the summary adds up, also where the run was stopped', async () => {
  const folder = freshFolder()
  const it = service((_, nth) => (nth === 2 ? 'MOTION_001' : nth === 4 ? 'AUTH_001' : 'applied'))
  await submit(words(6, `--concurrency 1 --run x --summary ${folder}/summary.json`), { service: it })
  expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual({
    rows: 6,
    applied: 2,
    skipped: 0,
    rejected: 1,
    unknown: 0,
    invalid: 0,
    left: 3,
    run: 'x',
    exit: 4,
  })
})

test('the summary and the figures have each row under its own status', async () => {
  const [home, folder] = [freshFolder(), freshFolder()]
  const time = clock()
  await submit(`--from ${file('a.ndjson', rows(2))} --run x`, { home, ...time })
  const it = service(({ steps }) => {
    const n = Number(steps) - 1000
    return n === 11 ? 'AUTH_001' : n > 6 ? 'lost' : n > 3 ? 'MOTION_001' : 'applied'
  })
  const bad = Array.from({ length: 5 }, () => ({ steps: -1 }))
  const input = file('b.ndjson', [...bad, ...rows(16)])
  const files = `--summary ${folder}/summary.json --openmetrics ${folder}/run.prom`
  const { code, stderr } = await submit(`--from ${input} --run x --skip-invalid --concurrency 1 ${files}`, {
    home,
    service: it,
    ...time,
  })
  const counts = { applied: 1, skipped: 2, rejected: 3, unknown: 4, invalid: 5, left: 6 }
  expect(code, stderr).toBe(4)
  expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual({
    rows: 21,
    ...counts,
    run: 'x',
    exit: 4,
  })
  const { figure } = figuresIn(join(folder, 'run.prom'))
  for (const [status, count] of Object.entries(counts))
    expect([status, figure('movecli_submit_rows', { status })]).toEqual([status, count])
  expect(figure('movecli_submit_start_timestamp_seconds')).toBe(noon / 1000)
  expect(figure('movecli_submit_update_timestamp_seconds')).toBe(time.now().getTime() / 1000)
})

test('a summary that is lost is in the exit code of the figures', async () => {
  const [folder, other] = [freshFolder(), freshFolder()]
  const it = service(() => {
    rmSync(folder, { recursive: true, force: true })
    return 'applied'
  })
  const files = `--summary ${folder}/summary.json --openmetrics ${other}/run.prom`
  const { code } = await submit(words(2, files), { service: it })
  const figures = figuresIn(join(other, 'run.prom'))
  expect({ code, exit: figures.figure('movecli_submit_exit_code') }).toEqual({ code: 1, exit: 1 })
})

test('a summary that cannot be written is said, and the rows are sent all the same', async () => {
  const submitted = async (rows: number) => {
    const folder = freshFolder()
    const it = service((_, nth) => {
      rmSync(folder, { recursive: true, force: true })
      return nth === 2 && rows > 2 ? 'MOTION_001' : 'applied'
    })
    return submit(words(rows, `--concurrency 1 --summary ${folder}/summary.json --json`), { service: it })
  }
  const well = await submitted(2)
  const badly = await submitted(4)
  expect(
    [well, badly].map(({ code, stderr }) => [code, stderr.includes('The summary could not be written')]),
  ).toEqual([
    [1, true],
    [10, true],
  ])
  expect([well, badly].map(({ stdout }) => (JSON.parse(stdout) as unknown[]).length)).toEqual([2, 4])
  expect(JSON.parse(well.stderr)).toMatchObject({ error: { code: 'CLI_OUTPUT', outcome: 'applied' } })
})

test('a summary has the exit that the process ends with where the figures cannot be written', async () => {
  const [folder, other] = [freshFolder(), freshFolder()]
  const it = service(() => {
    rmSync(folder, { recursive: true, force: true })
    return 'applied'
  })
  const files = `--openmetrics ${folder}/run.prom --summary ${other}/summary.json`
  const { code } = await submit(words(2, files), { service: it })
  const { exit } = JSON.parse(readFileSync(join(other, 'summary.json'), 'utf8')) as { exit: number }
  expect({ code, exit }).toEqual({ code: 1, exit: 1 })
})

test('a filter that jq dies of says that the rows were sent, and that they are not sent twice', async () => {
  const { code, stdout, stderr } = await submit(words(3, '--json --jq "a"*([1000000000]|add)'))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      code: 'CLI_OUTPUT',
      outcome: 'applied',
      hint: 'The command was carried out. The same command again sends no row twice.',
    },
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s sends no further row, waits for those in flight and leaves none unresolved', async (name, exit) => {
  const stop = new AbortController()
  const it = service(async (_, nth) => {
    if (nth === 20) stop.abort(name)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return 'applied'
  })
  const { code, said } = await submit(words(100), { service: it, signal: stop.signal })
  expect({
    code,
    unknown: said.filter(({ status }) => status !== 'applied'),
    all: said.length === it.sent.length,
  }).toEqual({
    code: exit,
    unknown: [],
    all: true,
  })
  expect(it.sent.length).toBeLessThan(30)
})

test('what is still in flight ten seconds after a stop is given up and named', async () => {
  const time = clock()
  const stop = new AbortController()
  const it = service()
  let flying = 0
  it.transport = async ({ signal }) =>
    new Promise((_, reject) => {
      flying += 1
      if (flying === 2) setImmediate(() => stop.abort('SIGINT'))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const { code, said, stderr } = await submit(words(5, '--concurrency 2'), {
    service: it,
    signal: stop.signal,
    ...time,
  })
  expect({ code, said: statuses(said), naps: time.naps }).toEqual({
    code: 130,
    said: ['1 unknown', '2 unknown'],
    naps: [10_000],
  })
  expect(stderr).toContain('unknown: lines 1, 2')
})

test.each([
  ['a service that does not answer', 'SIGINT', 130, 'unknown', 'Interrupted.'],
  ['a service that does not answer', 'SIGTERM', 143, 'unknown', 'Terminated.'],
  ['a service that is overloaded', 'SIGINT', 130, 'unknown', 'Interrupted.'],
  ['a refusal of who asks', 'SIGHUP', 143, 'left', 'Terminated.'],
] as const)(
  'a stop with a row in flight to %s ends with the code of the stop, however short --max-wait is: %s',
  async (what, name, exit, row, sentence) => {
    const stop = new AbortController()
    const it = service()
    it.transport = async ({ signal }) => {
      stop.abort(name)
      const answer = { success: false, error: { code: 'AUTH_001', message: 'no', details: '' } }
      if (what === 'a refusal of who asks') return reply(401, answer)
      if (what === 'a service that is overloaded') return reply(503, '')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new TransportFailure('sent', signal.reason)))
      })
    }
    const { code, stderr } = await submit(words(1, '--concurrency 1 --max-wait 0 --json'), {
      service: it,
      signal: stop.signal,
      ...clock(),
    })
    expect({ code, error: errorOf({ stderr }) }).toMatchObject({
      code: exit,
      error: { message: expect.stringContaining(`${sentence} The run stopped: `) },
    })
    expect(stderr).toContain(`1 ${row}`)
  },
)

test('a terminal shows the rows that did not go well, and only those', async () => {
  const it = service(({ steps }) => (steps === 1002 ? 'MOTION_002' : 'applied'))
  const { stdout, code } = await submit(words(3), { service: it, tty: true, env: { NO_COLOR: '1' } })
  expect({ code, trimEnd: stdout.trimEnd().split('\n') }).toEqual({
    code: 10,
    trimEnd: [
      expect.stringMatching(/^Row +Id +Status +Code +Reason$/),
      expect.stringMatching(/^ +2 +– +rejected +MOTION_002 +no$/),
    ],
  })
})

test('--json is one array, also where the run ends with 10', async () => {
  const it = service(({ steps }) => (steps === 1002 ? 'MOTION_002' : 'applied'))
  const { stdout, stderr, code } = await submit(words(3, '--concurrency 1 --json'), { service: it })
  expect({
    code,
    statuses: (JSON.parse(stdout) as { status: string }[]).map(({ status }) => status),
  }).toEqual({
    code: 10,
    statuses: ['applied', 'rejected', 'applied'],
  })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('no proof comes out again, also where the service repeats it', async () => {
  const proof = 'a-proof-that-nobody-may-see'
  const it = service()
  const { transport } = it
  it.transport = async (request) => {
    await transport(request)
    return reply(200, { success: true, data: { said: `thanks for ${proof}` } })
  }
  const path = file('rows.ndjson', [row(1, { proof })])
  const { stdout, stderr } = await submit(`--from ${path} -vv`, { service: it })
  expect(stdout).toContain('[redacted]')
  expect(stdout + stderr).not.toContain(proof)
})

test('no form of a proof is said or kept, whatever of an answer it stands in', async () => {
  const proof = 'a-proof-that-nobody-may-see-7q9Zr2XkP4tLw'
  const forms = [proof, Buffer.from(proof).toString('base64'), Buffer.from(proof).toString('hex')]
  const data = [
    ...forms.flatMap((form) => [{ said: form }, { deep: [{ [form]: 1 }] }, form, [form]]),
    { bytes: [...Buffer.from(proof)] },
  ].map((each): [number, object] => [200, { success: true, data: each }])
  const refused = forms.map((form): [number, object] => [
    400,
    { success: false, error: { code: form, message: `no: ${form}`, details: form } },
  ])
  for (const [status, body] of [...data, ...refused]) {
    const home = freshFolder()
    const it = service()
    it.transport = async () => ({ ...reply(status, body), headers: [['x-request-id', proof]] })
    const path = file('rows.ndjson', [row(1, { proof })])
    for (const more of ['', '-vv', `--json --summary ${home}/sum`]) {
      const { stdout, stderr } = await submit(`--from ${path} --run r${more.length} --resubmit ${more}`, {
        service: it,
        home,
      })
      const kept = readdirSync(home, { recursive: true, encoding: 'utf8' })
        .map((name) => join(home, name))
        .filter((each) => statSync(each).isFile())
        .map((each) => readFileSync(each, 'latin1'))
      const all = [stdout, stderr, ...kept].join('\n')
      for (const form of [...forms, [...Buffer.from(proof)].join(',')])
        expect({ body, shown: all.includes(form) }).toEqual({ body, shown: false })
    }
  }
})

test('a proof in JSON that comes back parsed is hidden', async () => {
  const proof = '{"pi_a":["12345678901234567890","99887766554433221100"],"protocol":"groth16"}'
  const it = service()
  it.transport = async () => reply(200, { success: true, data: { id: 'm-1', proof: JSON.parse(proof) } })
  const path = file('rows.ndjson', [row(1, { proof })])
  const { stdout, stderr } = await submit(`--from ${path}`, { service: it })
  expect(stdout).toContain('[redacted]')
  expect(stdout + stderr).not.toMatch(/1234567890|9988776655/)
})

test('a reader that goes away stops the run with 10, and what was in flight is on record', async () => {
  const home = freshFolder()
  const it = service()
  const line = words(5000)
  const { contextFor } = await import('../support/movecli.ts')
  const { runCommandLine } = await import('../../src/cli/run.ts')
  const { PipeClosed } = await import('../../src/runtime/sink.ts')
  const { env } = await import('./support.ts')
  const { context } = contextFor({ home, env, transport: it.transport })
  const stdout = { ...context.stdout, write: async () => Promise.reject(new PipeClosed()) }
  const code = await runCommandLine(`motion submit ${line}`.split(' ').filter(Boolean), {
    ...context,
    stdout,
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const sent = it.sent.length
  const again = await submit(line, { home, service: it })
  expect({ code, few: sent < 4000, again: again.code, all: it.sent.length }).toEqual({
    code: 10,
    few: true,
    again: 0,
    all: 5000,
  })
})

test('a terminal says that every row was applied, now or before', async () => {
  const [home, line, tty] = [freshFolder(), words(3), true]
  const first = await submit(line, { home, tty })
  const again = await submit(line, { home, tty })
  expect({
    code: first.code,
    stdout: first.stdout,
    said: first.stderr.includes('all 3 rows were applied\n'),
  }).toEqual({ code: 0, stdout: '', said: true })
  expect({ code: again.code, said: again.stderr.includes('all 3 rows were applied, before') }).toEqual({
    code: 0,
    said: true,
  })
})

test.each<[string, number]>([
  ['AUTH_DEVICE', 400],
  ['AUTH_003', 403],
  ['RATE_LIMITED', 400],
  ['AUTHX', 422],
])(
  "%s with %s speaks of the row: it is rejected, with the service's words, and the run goes on",
  async (code, status) => {
    const it = service(({ steps }) => (steps === 1002 ? { status, code } : 'applied'))
    const ran = await submit(words(4, '--concurrency 1'), { service: it })
    expect([ran.code, ...statuses(ran.said)]).toEqual([
      10,
      '1 applied',
      '2 rejected',
      '3 applied',
      '4 applied',
    ])
    expect(ran.said[1]).toEqual({ row: 2, id: null, status: 'rejected', code, message: 'no' })
    expect(it.sent.length).toBe(4)
  },
)

test('the words of a refusal are shown without the proof that was sent', async () => {
  const proof = String(row(1)['proof'])
  const it = service(() => ({ status: 400, code: 'MOTION_002', message: `bad ${proof}\nproof` }))
  const { said } = await submit(words(1), { service: it })
  expect((said[0] as { message?: string }).message).toBe('bad [redacted] proof')
})

test('of the words of a refusal 300 characters are shown', async () => {
  const messageOf = async (length: number) => {
    const it = service(() => ({ status: 400, code: 'MOTION_002', message: 'w'.repeat(length) }))
    return ((await submit(words(1), { service: it })).said[0] as { message?: string }).message
  }
  expect(await messageOf(300)).toBe('w'.repeat(300))
  expect((await messageOf(3000))?.length).toBeLessThanOrEqual(301)
})

test('rows that come one after the other stand below each other, whatever their ids', async () => {
  const list = [row(1, { id: 'd7' }), row(2, { id: 'day-27-of-january' }), row(3, { id: 'd3' })]
  const it = service(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return 'MOTION_002'
  })
  const words = `--from ${file('rows.ndjson', list)} --concurrency 1`
  const { stdout } = await submit(words, { service: it, tty: true, env: { NO_COLOR: '1' } })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBe(4)
  expect(new Set(lines.map((line) => line.search(/Status|rejected/))).size).toBe(1)
})
