/** --jq: real jq over whole results, digits kept. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, writeJson } from '../../../src/contract/lossless-json.ts'
import { MoveError } from '../../../src/errors.ts'
import { jq } from '../../../src/output/format/jq.ts'
import { one, rows, text } from '../../../src/output/view.ts'
import { emitted, listOf, sourceOf } from '../support.ts'

const through = async (expression: string, json: string, manner: Parameters<typeof emitted>[1] = {}) =>
  emitted(one(parseJson(json)), { jq: await jq(expression), ...manner })

test.each([
  '1.10',
  '100.0',
  '-0.0',
  '9007199254740993',
  '0.1234567890123456789',
  '12345678901234567890.5',
  '1e400',
  '1E5',
  '1.50e+03',
  '1.10E+2',
  '5E0',
  '123.456e-3',
  '0e5',
  '-0E-3',
  '1e-18',
  '10e1000',
  '-2.5e-12',
  '0.00000012',
  '0.0000000',
  '0.000000',
  `${'1'.repeat(1000)}.5`,
])('a filter that only selects keeps the digits of %s', async (numeral) => {
  const json = `{"data":[{"amount":${numeral}},{"amount":1}]}`
  expect((await through('.data[0].amount', json)).text).toBe(`${numeral}\n`)
  expect((await through('.', json)).text).toBe(`${json}\n`)
  expect((await through('.data|map(select(.amount!=1))', json)).text).toBe(`[{"amount":${numeral}}]\n`)
})

test("a filter that computes uses jq's own arithmetic", async () => {
  expect((await through('.a+0', '{"a":9007199254740993}')).text).toBe('9007199254740992\n')
  expect((await through('.a+1', '{"a":1.10}')).text).toBe('2.1\n')
})

test.each([
  '[1e0,1,12e-1,1.2,1.20,1]',
  '[1E-7,1e-7,0.0000001,0.00000010]',
  '[1e-18,0.000000000000000001,1E-18]',
  '[1.10E+2,110,110.0,1.100E+2,110.00000000,11e1]',
  '[10e5,1e6,1000000,1E+6,0.1e7]',
  '[0e1,0e0,0,0.0,0E0,0.0000000,-0e1,-0]',
])('spellings of one number in one answer stay each its own: %s', async (json) => {
  expect((await through('.', json)).text).toBe(`${json}\n`)
  expect((await through('.[]', json)).text).toBe(json.slice(1, -1).replaceAll(',', '\n') + '\n')
  expect((await through('reverse|{a:.}|.a|reverse', json)).text).toBe(`${json}\n`)
  expect((await through('map(select(. < 1e300))', json)).text).toBe(`${json}\n`)
})

test('any numerals come through a filter that only selects as they are', async () => {
  const numeral = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '10', '110', '123456789012345678901'),
      fc.constantFrom('', '.0', '.10', '.0000000', '.123456', '.000001'),
      fc.constantFrom('', 'e0', 'E0', 'e1', 'E+1', 'e-7', 'E-18', 'e20', 'E+300'),
    )
    .map((parts) => parts.join(''))
  const filter = await jq('{rows: [.[]]}')
  fc.assert(
    fc.property(fc.array(numeral, { maxLength: 12 }), (numerals) => {
      const { values } = filter(parseJson(`[${numerals.join(',')}]`))
      expect(writeJson(values[0])).toBe(`{"rows":[${numerals.join(',')}]}`)
    }),
  )
})

test('what was computed beside a number with an exponent is as jq has it', async () => {
  expect((await through('[.a, .a+0, (.a|tostring), .b*1e2, now>0]', '{"a":1.10e2,"b":1}')).text).toBe(
    '[1.10e2,110,"110",100,true]\n',
  )
})

test('a filter whose outcome hangs on the spelling itself gives what jq gives', async () => {
  const json = '{"a":1e2,"b":[7e0]}'
  expect((await through('if (.a|tostring|length) > 4 then .b else empty end', json)).text).toBe('')
  expect((await through('{(.a|tostring): .b}', json)).text).toBe('{"1E+2":[7]}\n')
})

test('each output value is one line, pretty for nobody', async () => {
  const { text } = await through('.[]', '[{"a":[1,2]},null,"x",1.10]', { isTTY: true })
  expect(text).toBe('{"a":[1,2]}\nnull\n"x"\n1.10\n')
})

test('texts are quoted where JSON was asked for by name, and bare otherwise', async () => {
  const json = '{"id":"a","name":"two\\nlines"}'
  expect((await through('.name', json)).text).toBe('"two\\nlines"\n')
  expect((await through('.name', json, { format: 'tsv', asked: false })).text).toBe('two\\nlines\n')
  expect((await through('[.id,.name]|@tsv', json, { format: 'tsv', asked: false })).text).toBe(
    'a\ttwo\\nlines\n',
  )
})

test('what would steer a terminal is made visible', async () => {
  const json = '{"name":"\\u001b[31m\\u202e"}'
  expect((await through('.name', json, { format: 'table', asked: false })).text).toBe('\\x1b[31m\\u{202e}\n')
  expect((await through('.name', json)).text).toBe('"\\u001b[31m\\u202e"\n')
})

test('secrets are redacted in what jq makes', async () => {
  const { createSecrets } = await import('../../../src/output/redact.ts')
  const secrets = createSecrets()
  secrets.add('swordfish-1')
  expect((await through('.a', '{"a":"swordfish-1"}', { secrets })).text).toBe('"[redacted]"\n')
})

test('of rows jq sees the array, chosen fields first', async () => {
  const list = () => listOf(['{"id":1,"x":2}', '{"id":3}'])
  expect((await emitted(list(), { jq: await jq('map(.id)') })).text).toBe('[1,3]\n')
  const fields = { fields: ['x', 'none'], jq: await jq('.') }
  expect(await emitted(list(), fields)).toMatchObject({
    text: '[{"x":2},{}]\n',
    notes: ['note: No record has none.'],
  })
})

test('an empty list is an array too, and a text its data', async () => {
  expect((await emitted(rows(sourceOf([]), [], 'none'), { jq: await jq('length') })).text).toBe('0\n')
  expect((await emitted(text('words', { a: 1 }), { jq: await jq('.a') })).text).toBe('1\n')
})

test('rows that finished with failures are filtered, and the failure is thrown', async () => {
  const partial = new MoveError('some failed', { code: 'CLI_PARTIAL', exit: 10 })
  async function* failing() {
    yield { id: 1 }
    throw partial
  }
  const filter = await jq('.[]')
  const texts: string[] = []
  const { emit } = await import('../../../src/output/emit.ts')
  const { createSecrets } = await import('../../../src/output/redact.ts')
  const manner = {
    format: 'json' as const,
    out: { isTTY: false, columns: 80, write: async (written: string) => void texts.push(written) },
    note: () => {},
    secrets: createSecrets(),
    color: 0 as const,
    actions: false,
    jq: filter,
  }
  await expect(emit(rows(failing(), [], ''), manner)).rejects.toBe(partial)
  expect(texts.join('')).toBe('{"id":1}\n')
})

test.each([
  ['.[', 'jq: syntax error, unexpected end of file, line 1, column 2'],
  ['', 'jq: Top-level program not given (try ".")'],
  ['nothing', 'jq: nothing/0 is not defined, line 1, column 1'],
  ['-r', 'jq: r/0 is not defined, line 1, column 3'],
  ['--version', 'jq: version/0 is not defined, line 1, column 4'],
  ['include "x"; .', 'jq: module not found: x'],
])('an expression that is wrong ends before anything else: %s', async (expression, message) => {
  await expect(jq(expression)).rejects.toMatchObject({
    message,
    fault: { code: 'CLI_USAGE', exit: 2, outcome: 'not_sent' },
  })
})

test('compiling runs nothing', async () => {
  expect(await jq('repeat(.)')).toBeTypeOf('function')
  expect(await jq('error("x")')).toBeTypeOf('function')
})

test.each([
  ['.a.b', 'jq: Cannot index number with string ("b")'],
  ['error("of my own")', 'jq: of my own'],
  ['.b,(.a|halt_error)', 'jq: 1.10'],
])(
  'an expression that does not fit the data is exit 2 and prints nothing: %s',
  async (expression, message) => {
    const failed = through(expression, '{"a":1.10,"b":2}')
    await expect(failed).rejects.toMatchObject({ message, fault: { code: 'CLI_USAGE', exit: 2 } })
  },
)

test('what debug says goes to the notes', async () => {
  expect((await through('debug|.a', '{"a":1}')).notes).toEqual(['["DEBUG:",{"a":1}]'])
})

test('half a surrogate pair becomes the replacement character, a text about one stays', async () => {
  expect((await through('.', '"\\ud800 x"')).text).toBe('"\ufffd x"\n')
  expect((await through('.', '"\\\\ud800 x"')).text).toBe('"\\\\ud800 x"\n')
})

test('nothing of the environment is seen', async () => {
  const { text } = await through('env', 'null')
  expect(JSON.parse(text)).not.toHaveProperty('HOSTNAME')
  expect(text).toContain('web_user')
})

test.each([
  ['memory', '"a"*([1000000000]|add)|length'],
  ['a stack', 'def f(x): 1+f(x+1); f(1)'],
  ['memory that it may reach', 'reduce range(100000) as $i (null;[.])'],
])('a filter that runs out of %s fails as one that does not fit, and says nothing else', async (_, words) => {
  const filter = await jq(words)
  const lines: unknown[] = []
  const { error } = console
  console.error = (...said: unknown[]) => void lines.push(said)
  try {
    expect(() => filter(parseJson('{"a":1}'))).toThrow(
      expect.objectContaining({
        message: 'jq: the filter needs more memory than jq has, or nests too deep',
        fault: expect.objectContaining({ code: 'CLI_USAGE', exit: 2 }),
      }),
    )
    // What is left of jq is not asked again: it may never answer.
    expect(() => filter(parseJson('{"a":1}'))).toThrow(MoveError)
    console.error('after it')
  } finally {
    console.error = error
  }
  expect(lines).toEqual([['after it']])
})
