import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { machineDisk } from '../../../src/disk/disk.ts'
import { freshFolder } from '../../support/movecli.ts'
import { file, ndjson, row, rows, service, statuses, submit } from '../support.ts'

const csv = 'proof,steps,id,distance,duration\n"p,1",5000,a,5.2km,31m\n"p ""2""",6000,b,800m,1h02m\n'
const sentOfCsv = [
  { steps: 5000, distance: 5.2, duration: 1860, proof: 'p,1' },
  { steps: 6000, distance: 0.8, duration: 3720, proof: 'p "2"' },
]

test.each([
  ['plain CSV', csv],
  ['CSV with CRLF and empty lines', csv.replaceAll('\n', '\r\n\r\n')],
  ['CSV with a byte-order mark', `\ufeff${csv}`],
  ['CSV in UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le')],
  ['CSV in UTF-16, the other way round', Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()],
  ['CSV without a final line break', csv.trimEnd()],
])('%s is read, with its quotes and units', async (_, content) => {
  const it = service()
  const { code, said } = await submit(`--from ${file('rows.csv', content)} --concurrency 1`, { service: it })
  expect({ code, ids: said.map(({ id }) => id), sent: it.sent }).toEqual({
    code: 0,
    ids: ['a', 'b'],
    sent: sentOfCsv,
  })
})

test.each([
  ['plain NDJSON', (text: string) => text],
  [
    'NDJSON with CRLF, empty lines and a byte-order mark',
    (text: string) => `\ufeff${text.replaceAll('\n', '\r\n\r\n')}`,
  ],
  ['NDJSON in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['NDJSON without a final line break', (text: string) => text.trimEnd()],
])('%s is read', async (_, written) => {
  const it = service()
  const text = ndjson([row(1, { id: 7 }), row(2, { distance: '800m', duration: null })])
  const { code, said } = await submit(`--from ${file('rows.ndjson', written(text))} --concurrency 1`, {
    service: it,
  })
  expect({ code, ids: said.map(({ id }) => id), sent: it.sent }).toEqual({
    code: 0,
    ids: ['7', null],
    sent: [row(1), { ...row(2), distance: 0.8, duration: undefined }],
  })
})

test('numbers keep their digits, and an exponent is written out', async () => {
  const bodies: string[] = []
  const { transport } = service()
  const text =
    '{"steps":12345678901234567890,"distance":5.20,"duration":1e-05}\n{"steps":2,"distance":1.5e3}\n'
  await submit(`--from ${file('rows.ndjson', text)} --concurrency 1`, {
    transport: async (request) => {
      bodies.push(Buffer.from(request.body ?? []).toString())
      return transport(request)
    },
  })
  expect(bodies).toEqual([
    '{"steps":12345678901234567890,"distance":5.20,"duration":0.00001}',
    '{"steps":2,"distance":1500}',
  ])
})

test('a missing device_id is the one of the flag, else of the environment', async () => {
  const it = service()
  const path = file('rows.ndjson', [row(1), row(2, { device_id: 'own' })])
  await submit(`--from ${path} --concurrency 1 --run a --device-id flag`, {
    service: it,
    env: { MOVECLI_DEVICE_ID: 'env' },
  })
  await submit(`--from ${path} --concurrency 1 --run b --resubmit`, {
    service: it,
    env: { MOVECLI_DEVICE_ID: 'env' },
  })
  expect(it.sent.map(({ device_id }) => device_id)).toEqual(['flag', 'own', 'env', 'own'])
})

test.each([
  ['{ is NDJSON', ndjson(rows(2))],
  ['anything else is CSV', 'steps,distance\n1,2\n3,4\n'],
])('on standard input a first character %s', async (_, stdin) => {
  const home = freshFolder()
  const it = service()
  const { code } = await submit('--from -', { service: it, stdin, home })
  const left = readdirSync(join(home, '.local/state/movecli/journal')).filter((name) =>
    name.startsWith('input'),
  )
  expect({ code, sent: it.sent.length, left }).toEqual({ code: 0, sent: 2, left: [] })
})

test('a JSON array on standard input is refused with what to write', async () => {
  const it = service()
  const { code, stderr } = await submit('--from -', { service: it, stdin: `\n${JSON.stringify(rows(2))}\n` })
  expect({ code, sent: it.sent.length }).toEqual({ code: 2, sent: 0 })
  expect(stderr).toContain('The input is a JSON array.')
  expect(stderr).toContain('Write a row a line, as motion import does without --json.')
})

test('a long standard input comes in many parts, and a character may be cut between them', async () => {
  const it = service()
  const bytes = Buffer.from(ndjson(Array.from({ length: 300 }, (_, n) => row(n, { id: `ü${n}` }))))
  const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) =>
    bytes.subarray(n * 7, n * 7 + 7),
  )
  const { said } = await submit('--from -', { service: it, stdin: Readable.from(parts) })
  expect({ sent: it.sent.length, last: said.some(({ id }) => id === 'ü299') }).toEqual({
    sent: 300,
    last: true,
  })
})

test.each([
  ['no JSON object', '{"steps":1}\n[]\n', 'line 2 is not a JSON object'],
  ['broken JSON', '{"steps":1}\n{"steps":\n', 'line 2 is not a JSON object'],
  ['a field named twice', '{"steps":1,"steps":2}\n', 'line 1 names a field twice'],
  ['a foreign field', '{"steps":1,"stpes":2}\n', 'line 1: stpes is not a field of a row'],
  ['a prototype', '{"steps":1,"__proto__":{}}\n', 'line 1'],
  ['a fraction of a step', '{"steps":1.5}\n', 'line 1: steps must be a whole number'],
  ['a negative distance', '\n{"distance":-1}\n', 'line 2: distance must be a number of kilometers'],
  ['a duration that is none', '{"duration":"soon"}\n', 'line 1: duration must be a number of seconds'],
  ['a boolean', '{"steps":true}\n', 'line 1: steps must be a whole number'],
  ['an empty proof', '{"steps":1,"proof":" "}\n', 'line 1: proof must be text'],
  ['a proof that is a number', '{"steps":1,"proof":5}\n', 'line 1: proof must be text'],
  ['an empty id', '{"steps":1,"id":""}\n', 'line 1: id must be one line of text'],
  ['an id of two lines', '{"steps":1,"id":"a\\nb"}\n', 'line 1: id must be one line of text'],
  ['nothing to send', '{"id":"a"}\n', 'line 1: steps is missing'],
  [
    'equal rows',
    '{"steps":1,"distance":5.20}\n{"distance":5.2,"steps":1}\n',
    'line 2 is a duplicate of line 1',
  ],
  [
    'equal motions with a proof each',
    '{"steps":1,"proof":"one"}\n{"steps":1,"proof":"two"}\n',
    'line 2 is a duplicate of line 1 (proofs are not compared); give each row its own id if you mean both',
  ],
  [
    'an id twice',
    '\n{"steps":1,"id":"a"}\n\n{"steps":2,"id":"a"}\n',
    'line 4: id was used before, by line 2',
  ],
])('%s is an error with its line, and nothing is sent', async (_, text, told) => {
  const it = service()
  const { code, stdout, stderr } = await submit(`--from ${file('rows.ndjson', text)} --json`, { service: it })
  const { error } = JSON.parse(stderr) as { error: { details: string; code: string } }
  expect({ code, stdout, sent: it.sent.length, named: error.code }).toEqual({
    code: 2,
    stdout: '',
    sent: 0,
    named: 'CLI_USAGE',
  })
  expect(error.details).toContain(told)
})

test.each([
  ['a foreign column', 'steps,foo\n1,2\n', 'line 1', 'foo'],
  ['a column twice', 'steps,steps\n1,2\n', 'line 1', 'steps'],
  ['no columns at all', '', '', 'empty'],
  ['an open quote', 'steps,proof\n1,a\n2,"b\n3,c\n', 'line', 'quote'],
  ['text behind a quote', 'steps,proof\n1,a\n2,"b"c\n', 'line 3', 'quote'],
])('CSV with %s is refused whole', async (_, text, details, told) => {
  const it = service()
  const { code, stderr } = await submit(`--from ${file('rows.csv', text)} --skip-invalid --json`, {
    service: it,
  })
  const { error } = JSON.parse(stderr) as { error: { message: string; details: string | null } }
  expect({ code, sent: it.sent.length }).toEqual({ code: 2, sent: 0 })
  expect(error.details ?? '').toContain(details)
  expect(error.message).toContain(told)
})

test('an empty pipe is exit 2, and the program before it is named', async () => {
  const { code, stderr } = await submit('--from - --json', { stdin: '' })
  expect({ code, error: (JSON.parse(stderr) as { error: object }).error }).toMatchObject({
    code: 2,
    error: {
      message: 'Nothing came on standard input.',
      hint: 'Where a program writes to it, run that alone to see why it wrote nothing.',
    },
  })
})

test('the line of a CSV row is where it begins, cells of several lines included', async () => {
  const text = 'id,steps,proof\r\na,1,"x\r\ny"\r\nb,two,z\r\nc,3\r\n'
  const { stderr } = await submit(`--from ${file('rows.csv', text)} --json`)
  const { error } = JSON.parse(stderr) as { error: { details: string } }
  expect(error.details).toBe(
    'line 4: steps must be a whole number, 0 or more\nline 5 has 2 cells where the header has 3',
  )
})

test('no value is quoted in what is said of a bad row: it may be a proof in the wrong column', async () => {
  const text = 'steps,proof\nsecret-proof-in-the-wrong-place,5\n'
  const { stdout, stderr } = await submit(`--from ${file('rows.csv', text)} --skip-invalid`)
  expect(stdout + stderr).not.toContain('secret-proof')
})

test('--skip-invalid sends the good rows, reports the others and ends with 10', async () => {
  const it = service()
  const path = file('rows.ndjson', [row(1), { steps: -1 }, row(2), row(1), { id: 'x', foo: 1 }])
  const { code, said } = await submit(`--from ${path} --skip-invalid`, { service: it })
  expect({ code, sent: it.sent.length, said: statuses(said) }).toEqual({
    code: 10,
    sent: 2,
    said: ['1 applied', '2 invalid', '3 applied', '4 invalid', '5 invalid'],
  })
})

test.each([
  ['a name that says nothing', 'rows.txt', '{}', 'Cannot tell the format'],
  ['bytes that are no text', 'rows.csv', Buffer.from([0x73, 0xff, 0xfe, 0x0a]), 'not text in UTF-8'],
])('%s is exit 2', async (_, name, content, told) => {
  const { code, stderr } = await submit(`--from ${file(name, content)}`)
  expect({ code, told: stderr.includes(told) }).toEqual({ code: 2, told: true })
})

test('a missing file, a folder and flags that do not go together are exit 2', async () => {
  const folder = freshFolder()
  const path = file('rows.ndjson', rows(1), folder)
  const codes = await Promise.all(
    [
      `--from ${folder}/none.csv`,
      `--from ${folder}`,
      `--from ${path} --steps 5`,
      `--from ${path} --shard 3/2`,
      `--from ${path} --concurrency 0`,
      `--from ${path} --run ../x`,
      `--from ${path} --skip-applied --resubmit`,
      `--from ${path} --summary ${folder}/none/x.json`,
      `--plan`,
    ].map(async (words) => (await submit(words)).code),
  )
  expect(codes).toEqual(codes.map(() => 2))
})

test.each<[string, (before: Buffer) => Buffer | string, number]>([
  ['other rows', () => ndjson(rows(3000, 50_000)), 10],
  [
    'bytes that are no UTF-8',
    (before) => Buffer.concat([before.subarray(0, 300_000), Buffer.alloc(99_999, 0xff)]),
    10,
  ],
  ['the same rows in reverse', () => ndjson(rows(3000).toReversed()), 10],
  ['half of it', (before) => before.subarray(0, before.length >> 1), 10],
  ['the same again', (before) => before, 0],
])(
  'an input that is written over with %s while it is sent ends with what is true',
  async (_, change, exit) => {
    const path = file('rows.ndjson', rows(3000))
    const it = service((__, nth) => {
      if (nth === 10) writeFileSync(path, change(readFileSync(path)))
      return 'applied'
    })
    const summary = join(path, '../summary.json')
    const { code, said } = await submit(`--from ${path} --concurrency 1 --summary ${summary}`, {
      service: it,
    })
    const sum = JSON.parse(readFileSync(summary, 'utf8')) as Record<string, number>
    expect({ code, exit: sum['exit'] }).toEqual({ code: exit, exit })
    expect(it.sent.every(({ steps }) => Number(steps) <= 4000)).toBe(true)
    expect(new Set(it.sent.map(({ steps }) => steps)).size).toBe(it.sent.length)
    expect({ applied: sum['applied'], said: said.length }).toEqual({
      applied: it.sent.length,
      said: 3000 - sum['left']!,
    })
    expect(sum['left']).toBeGreaterThanOrEqual(0)
  },
)

test('a disk that is full under way ends with 10, not with 3, and says what was sent', async () => {
  const home = freshFolder()
  let full = false
  const it = service((_, nth) => {
    full ||= nth === 100
    return 'applied'
  })
  const write = (...given: Parameters<typeof machineDisk.write>) => {
    if (full) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    return machineDisk.write(...given)
  }
  const path = file('rows.ndjson', rows(300))
  const disk = { ...machineDisk, write }
  const { code, stderr } = await submit(`--from ${path}`, { home, service: it, disk })
  expect([code, /\d+ applied/.test(stderr)]).toEqual([10, true])
  expect((await submit(`--from ${path} --retry-unknown`, { home, service: it })).code).toBe(0)
})

test.each([
  ['rows.jsonl', ndjson(rows(2))],
  ['ROWS.NDJSON', ndjson(rows(2))],
  ['Rows.CSV', 'steps\r1001\r1002\r'],
  ['-', `\n \t${ndjson(rows(2))}`],
  ['-', '\n\nsteps\n1001\n1002\n'],
])('%s is read by its name or its first character: %#', async (name, text) => {
  const it = service()
  const from = name === '-' ? '-' : file(name, text)
  const { code } = await submit(`--from ${from}`, { service: it, stdin: text })
  expect({ code, steps: it.sent.map(({ steps }) => steps).toSorted() }).toEqual({
    code: 0,
    steps: [1001, 1002],
  })
})

test('a line of more than 1 MB is no row, and what is behind a longer one is not looked for', async () => {
  const padded = (length: number) => `{"steps":1${' '.repeat(length - 11)}}\n`
  const megabyte = 1024 * 1024
  const detailsOf = async (length: number) => {
    const text = `${padded(length)}{"steps":2}\n`
    const { code, stderr } = await submit(`--from ${file('rows.ndjson', text)} --plan --json`)
    const { error } = code === 0 ? { error: null } : (JSON.parse(stderr) as { error: { details: string } })
    return [code, error?.details]
  }
  expect(await detailsOf(megabyte)).toEqual([0, undefined])
  expect(await detailsOf(megabyte + 1)).toEqual([2, 'line 1 is longer than 1 MB'])
  expect(await detailsOf(megabyte + 100_000)).toEqual([2, 'line 1'])
})

test('after five seconds of silence stderr says that rows are awaited, and not once some came', async () => {
  const turn = async () => new Promise((resolve) => setImmediate(resolve))
  for (const silent of [true, false]) {
    const stdin = new Readable({ read: () => {} })
    let pass: (() => void) | undefined
    const sleep = async (ms: number, signal?: AbortSignal) => {
      if (ms !== 5000) return
      await new Promise<void>((resolve, reject) => {
        pass = resolve
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const running = submit('--from -', { stdin, sleep })
    await expect.poll(() => pass, { timeout: 20_000, interval: 1 }).toBeDefined()
    if (silent) pass?.()
    await turn()
    stdin.push(ndjson(rows(1)))
    await turn()
    pass?.()
    stdin.push(null)
    const { code, stderr } = await running
    expect({ code, said: stderr.includes('Waiting for rows of motion on standard input.') }).toEqual({
      code: 0,
      said: silent,
    })
  }
})

test('cells may have spaces around them, and an empty one gives no value', async () => {
  const it = service()
  const text = ' steps , distance,duration,device_id,proof \n 1001 , , 60 ,, p \n1002,3.2,,\t d \t,q\n'
  const { code } = await submit(`--from ${file('rows.csv', text)} --concurrency 1`, { service: it })
  expect({ code, sent: it.sent }).toEqual({
    code: 0,
    sent: [
      { steps: 1001, duration: 60, proof: 'p' },
      { steps: 1002, distance: 3.2, proof: 'q', device_id: 'd' },
    ],
  })
})

test('a row of a long CSV is one row, whatever is read at once', async () => {
  const lines = Array.from({ length: 501 }, (_, n) => `${n}`)
  const { stdout } = await submit(`--from ${file('rows.csv', ['steps', ...lines].join('\n'))} --plan --json`)
  expect(JSON.parse(stdout)).toMatchObject({ rows: 501, left: 501, invalid: 0 })
})

const wordOf = (length: number) => 'x'.repeat(length)
test.each([
  ['id', { id: wordOf(256) }, { id: wordOf(257) }, 'must be one line of text, at most 256 characters'],
  ['date', { date: wordOf(256) }, { date: wordOf(257) }, 'must be one line of text, at most 256 characters'],
  ['source', { source: null }, { source: 'a\tb' }, 'must be one line of text, at most 256 characters'],
  [
    'interval',
    { interval: '2026-01-31T06:30:00Z/2026-01-31T07:41:00Z' },
    { interval: '2026-01-31T06:30:00Z' },
    'must be two instants from 2000 on and 31 days apart at most, such as 2026-01-31T06:30:00Z/2026-01-31T07:41:00Z',
  ],
  ['proof', { proof: wordOf(256 * 1024) }, { proof: wordOf(256 * 1024 + 1) }, 'must be text'],
  ['device_id', { device_id: ' d ' }, { device_id: '  ' }, 'must be text'],
])(
  'a row whose %s is too long or no text is named by its line and id, and is not sent',
  async (field, good, bad, reason) => {
    const it = service()
    const list = [
      { steps: 1, id: 'good', ...good },
      { steps: 2, id: 'bad', ...bad },
    ]
    const { code, said } = await submit(`--from ${file('rows.ndjson', list)} --skip-invalid`, { service: it })
    expect({ code, steps: it.sent.map(({ steps }) => steps) }).toEqual({ code: 10, steps: [1] })
    expect(said.find(({ status }) => status === 'invalid')).toEqual({
      row: 2,
      id: field === 'id' ? wordOf(257) : 'bad',
      status: 'invalid',
      code: 'CLI_USAGE',
      message: `${field} ${reason}.`,
      data: { field, reason },
    })
  },
)

test('of many bad rows twenty have their reason, a thousand their line, and the others are counted', async () => {
  const detailsOf = async (count: number) => {
    const path = file(
      'rows.ndjson',
      Array.from({ length: count }, () => ({ steps: -1 })),
    )
    const { code, stderr } = await submit(`--from ${path} --json`)
    const { error } = JSON.parse(stderr) as { error: { message: string; details: string } }
    expect({ code, message: error.message }).toEqual({
      code: 2,
      message: `${count} ${count === 1 ? 'row is' : 'rows are'} invalid; nothing was sent.`,
    })
    return error.details.split('\n')
  }
  const reason = (line: number) => `line ${line}: steps must be a whole number, 0 or more`
  const twenty = Array.from({ length: 20 }, (_, n) => reason(n + 1))
  const lines = (to: number) => `lines ${Array.from({ length: to - 20 }, (_, n) => n + 21).join(', ')}`
  expect(await detailsOf(1)).toEqual([reason(1)])
  expect(await detailsOf(22)).toEqual([...twenty, lines(22)])
  expect(await detailsOf(1003)).toEqual([...twenty, `${lines(1000)} and 3 more`])
})

test('a flag of a single motion beside --from is named, and nothing is sent', async () => {
  const it = service()
  const path = file('rows.ndjson', rows(1))
  for (const flag of ['steps', 'distance', 'duration', 'proof', 'proof-file']) {
    const { code, stderr } = await submit(`--from ${path} --${flag} 5`, { service: it })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`--${flag} and --from cannot be used together.`) as string,
    })
  }
  expect(it.sent).toEqual([])
})
