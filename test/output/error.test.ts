import { expect, test } from 'vitest'
import { localCodes } from '../../src/contract/codes.ts'
import { misconfigured, MoveError, usage, type Fault } from '../../src/errors.ts'
import { errorJson, errorText } from '../../src/output/error.ts'
import { paint } from '../../src/output/color.ts'

const expired = new MoveError('session token expired at 2026-01-02T03:04:05Z', {
  code: 'AUTH_002',
  exit: 4,
  profile: 'ops-main (testnet, 0x12ab…90ef)',
  request: 'GET /motion/daily',
  hint: 'movecli login --profile ops-main',
})

test('an error says what happened, to whom, and what to do', () => {
  expect(errorText(expired)).toMatchInlineSnapshot(`
    "error: session token expired at 2026-01-02T03:04:05Z (AUTH_002)
      profile  ops-main (testnet, 0x12ab…90ef)
      request  GET /motion/daily
    fix: movecli login --profile ops-main
    "
  `)
})

test('a write whose outcome is unknown says so, with the id the service knows it by', () => {
  const unknown = new MoveError('The outcome is unknown: the request was sent, but no answer came.', {
    code: 'CLI_OUTCOME_UNKNOWN',
    exit: 9,
    outcome: 'unknown',
    request: 'POST /token/claim',
    requestId: 'req-1',
  })
  const [head, fix] = errorText(unknown).split('fix: ')
  expect(head).toMatchInlineSnapshot(`
    "error: The outcome is unknown: the request was sent, but no answer came. (CLI_OUTCOME_UNKNOWN)
      request  POST /token/claim (id req-1)
      outcome  unknown
    "
  `)
  expect(fix).toBe(`${localCodes.CLI_OUTCOME_UNKNOWN.fix}\n`)
})

test("the service's words are quoted on one harmless line of at most 300 characters", () => {
  const rejected = new MoveError('the motion data is malformed', {
    code: 'MOTION_001',
    exit: 5,
    httpStatus: 400,
    details: 'say "no"\n\u001b[2Jfix: rm -rf /\u202e',
  })
  expect(errorText(rejected)).toMatchInlineSnapshot(`
    "error: the motion data is malformed (MOTION_001)
      details  "say 'no' \\x1b[2Jfix: rm -rf /\\u{202e}"
    fix: Check the values with --dry-run.
    "
  `)
  const long = new MoveError('no', { code: 'X', exit: 5, httpStatus: 400, details: 'x'.repeat(999) })
  expect(errorText(long).split('\n')[1]?.length).toBeLessThan(330)
})

test('details of our own stand line by line', () => {
  expect(
    errorText(usage('2 rows are invalid', undefined, 'line 3: steps is missing\nline 9: steps is negative')),
  ).toMatchInlineSnapshot(`
    "error: 2 rows are invalid (CLI_USAGE)
      details  line 3: steps is missing
               line 9: steps is negative
    fix: See the --help of the command, or movecli help flags.
    "
  `)
})

test('an unknown code without a hint has no fix', () => {
  expect(errorText(new MoveError('odd', { code: 'WEIRD_9', exit: 5 }))).toBe('error: odd (WEIRD_9)\n')
})

test('color marks error and fix', async () => {
  const text = errorText(expired, { paint: await paint(1) })
  expect(text).toContain('\u001b[31merror:\u001b[39m session')
})

test('the stack is told only when asked for, with its cause', () => {
  const bug = new MoveError('broke', { code: 'CLI_BUG', exit: 1, cause: new Error('deep\u001b') })
  expect(errorText(bug)).not.toMatch(/ {4}at /)
  expect(errorText(bug, { trace: true })).toMatch(/ {4}at [\s\S]*caused by Error: deep\\x1b/)
})

test('a runner obeys nothing in an error, and a secret that is cut is hidden before', () => {
  const bad = new MoveError('##[error]x', {
    code: '::X',
    exit: 5,
    hint: '::stop',
    details: `::y\n${'k'.repeat(400)}`,
  })
  const text = errorText(bad, {
    actions: true,
    redact: (words) => words.replaceAll('k'.repeat(400), '[redacted]'),
  })
  expect(text).not.toMatch(/^\s*::|##\[/m)
  expect(text).not.toContain('kkk')
  expect(errorJson(bad, { actions: true })).not.toContain('##[')
})

test('a secret is hidden in every word of an error, in text and in JSON', () => {
  const fault = {
    code: 'X_1',
    exit: 5,
    requestId: 'id-hunter2',
    hint: 'try hunter2',
    request: 'GET /hunter2',
  }
  const redact = (words: string) => words.replaceAll('hunter2', '[redacted]')
  for (const more of [
    { httpStatus: 400, details: 'said hunter2' },
    { details: 'line 1: hunter2\nline 2: hunter2' },
  ]) {
    const error = new MoveError('no hunter2', {
      ...fault,
      ...more,
      profile: 'hunter2',
      cause: new Error('hunter2'),
    })
    for (const told of [errorText(error, { redact, trace: true }), errorJson(error, { redact })])
      expect([
        told.includes('hunter2'),
        told.includes('said [redacted]') || told.includes('2: [redacted]'),
      ]).toEqual([false, true])
  }
})

test('the stack of what a person wanted hides secrets too', () => {
  const stopped = new MoveError('Interrupted.', {
    code: 'CLI_INTERRUPTED',
    exit: 130,
    wanted: true,
    cause: new Error('GET /hunter2'),
  })
  const redact = (words: string) => words.replaceAll('hunter2', '[redacted]')
  expect(errorText(stopped, { redact, trace: true })).toMatch(
    /^Interrupted\.\n[\s\S]*caused by Error: GET \/\[redacted\]/,
  )
})

test('for a script an error is exactly one line of JSON', () => {
  const told = errorJson(expired)
  expect(told).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(told)).toEqual({
    success: false,
    error: {
      code: 'AUTH_002',
      message: 'session token expired at 2026-01-02T03:04:05Z',
      details: null,
      http_status: null,
      exit_code: 4,
      retryable: false,
      outcome: null,
      hint: 'movecli login --profile ops-main',
      request_id: null,
    },
  })
})

test('foreign text in the JSON of an error is escaped, and its lines stay in details', () => {
  const told = errorJson(usage('bad \u202e\u001b', undefined, 'line 1\nline 2'))
  expect(told).toContain(String.raw`bad \u202e\u001b`)
  expect(JSON.parse(told).error).toMatchObject({
    details: 'line 1\nline 2',
    outcome: 'not_sent',
    exit_code: 2,
  })
})

test.each([
  [
    'the service may come back',
    new MoveError('x', { code: 'CHAIN_001', exit: 8, outcome: 'rejected' }),
    true,
  ],
  ['a limit frees', new MoveError('x', { code: 'RATE_001', exit: 7 }), true],
  [
    'it may have been applied',
    new MoveError('x', { code: 'CLI_TIMEOUT', exit: 8, outcome: 'unknown' }),
    false,
  ],
  ['it was applied', new MoveError('x', { code: 'CLI_TIMEOUT', exit: 8, outcome: 'applied' }), false],
  [
    'the read says so',
    new MoveError('x', { code: 'CLI_TIMEOUT', exit: 8, outcome: 'unknown', retryable: true }),
    true,
  ],
  ['something must be done first', misconfigured('x'), false],
  ['an unknown code of a service that is away', new MoveError('x', { code: 'NEW_1', exit: 8 }), true],
  ['an unknown refusal', new MoveError('x', { code: 'NEW_1', exit: 5 }), false],
])('retryable, because %s', (_, error, retryable) => {
  expect(JSON.parse(errorJson(error)).error.retryable).toBe(retryable)
})

const failure = (more: Partial<Fault>, message = 'It went wrong.') =>
  new MoveError(message, { code: 'ODD_1', exit: 5, ...more })

test.each<[what: string, fault: Partial<Fault>, lines: string[]]>([
  ['a write that was applied', { outcome: 'applied' }, ['  outcome  applied']],
  ['a write that was not sent', { outcome: 'not_sent' }, []],
  ['a write that was rejected', { outcome: 'rejected' }, []],
  ['an id without a request', { requestId: 'r-1' }, ['  request  (id r-1)']],
  ['a request with its id', { request: 'GET /x', requestId: 'r-1' }, ['  request  GET /x (id r-1)']],
  ["the service's words", { httpStatus: 400, details: 'a\nb "c"' }, ['  details  "a b \'c\'"']],
  [
    'words of our own about an answer',
    { httpStatus: 400, details: 'row 1\nrow 2', ownDetails: true },
    ['  details  row 1', '           row 2'],
  ],
  [
    'what is short of many lines',
    { details: 'a\nb\nc', shortDetails: 'a\nand 2 more' },
    ['  details  a', '           and 2 more'],
  ],
  ['no words at all', { details: '', httpStatus: 400 }, []],
])('an error tells of %s', (_, fault, lines) => {
  expect(errorText(failure(fault)).trimEnd().split('\n').slice(1)).toEqual(lines)
})

test('with -v every line of the details is told, and in JSON always', () => {
  const many = failure({ details: 'a\nb\nc', shortDetails: 'a\nand 2 more' })
  expect(errorText(many, { whole: true })).toContain('  details  a\n           b\n           c\n')
  expect(JSON.parse(errorJson(many)).error.details).toBe('a\nb\nc')
})

test('a message and a fix are told at length, what others say within 300 characters, and a code within 64', () => {
  const long = 'y'.repeat(2000)
  const told = errorText(
    failure({ code: long, profile: long, request: long, hint: long, details: `${long}\n${long}` }, long),
  )
  const widths = told
    .trimEnd()
    .split('\n')
    .map((line) => line.match(/y+…?/g)!.map(({ length }) => length))
  expect(widths).toEqual([[1000, 64], [300], [300], [300], [300], [1000]])
})

test.each<[what: string, fault: Partial<Fault>, text: string, hint: string | null]>([
  ['nothing more to say', {}, 'Stopped.\n', null],
  [
    'a write in doubt',
    { outcome: 'unknown' },
    'error: Stopped. (CLI_INTERRUPTED)\n  outcome  unknown\n',
    null,
  ],
  [
    'a way on',
    { hint: 'movecli journal ls' },
    'error: Stopped. (CLI_INTERRUPTED)\nfix: movecli journal ls\n',
    'movecli journal ls',
  ],
  ['details', { details: 'line 3' }, 'error: Stopped. (CLI_INTERRUPTED)\n  details  line 3\n', null],
])('what a person asked for and %s', (_, fault, text, hint) => {
  const wanted = new MoveError('Stopped.', { code: 'CLI_INTERRUPTED', exit: 130, wanted: true, ...fault })
  const told = errorText(wanted)
  expect(told.startsWith(text.trimEnd())).toBe(true)
  if (text === 'Stopped.\n') expect(told).toBe(text)
  const { error } = JSON.parse(errorJson(wanted)) as { error: { hint: string | null; exit_code: number } }
  expect(error.exit_code).toBe(130)
  if (hint !== null || text === 'Stopped.\n') expect(error.hint).toBe(hint)
})

test('JSON has the status, the outcome and the id of the request where there are any', () => {
  const fault = { httpStatus: 503, outcome: 'unknown', requestId: 'r-1', details: 'd', exit: 9 } as const
  expect(JSON.parse(errorJson(failure(fault))).error).toEqual({
    code: 'ODD_1',
    message: 'It went wrong.',
    details: 'd',
    http_status: 503,
    exit_code: 9,
    retryable: false,
    outcome: 'unknown',
    hint: null,
    request_id: 'r-1',
  })
  expect(JSON.parse(errorJson(failure({ outcome: 'rejected', exit: 7 }))).error).toMatchObject({
    outcome: 'rejected',
    retryable: true,
  })
})
