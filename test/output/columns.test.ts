/** Which fields of a list are columns, in which order, in a table and in CSV; and rows in the order of a field. */
import { describe, expect, test } from 'vitest'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import { moveError } from '../../src/errors.ts'
import { fieldNames } from '../../src/output/fields.ts'
import { sorted } from '../../src/output/sort-rows.ts'
import { one, rows, text, prose, titled, type Column } from '../../src/output/view.ts'
import { emitted, listOf, sourceOf } from './support.ts'

const csv = async (items: string[], columns: Column[], more: Parameters<typeof emitted>[1] = {}) =>
  (await emitted(listOf(items, columns), { format: 'csv', ...more })).text
const table = async (items: string[], columns: Column[], more: Parameters<typeof emitted>[1] = {}) =>
  (await emitted(listOf(items, columns), { format: 'table', ...more })).text

describe('a column that', () => {
  const id: Column = { field: 'id', title: 'Id' }

  test('is rare comes last: in CSV always, in a table where the first page has it', async () => {
    const columns: Column[] = [{ field: 'note', title: 'Note', rare: true }, id]
    expect(await csv(['{"id":1,"x":2}'], columns)).toBe('id,x,note\n1,2,\n')
    expect(await csv(['{"note":"n","id":1,"x":2}'], columns)).toBe('id,x,note\n1,2,n\n')
    expect(await table(['{"id":"1","x":"2"}'], columns)).toBe('Id  x\n1   2\n')
    expect(await table(['{"note":"n","id":"1","x":"2"}'], columns)).toBe('Id  x  Note\n1   2  n\n')
  })

  test('is hidden stands in CSV, also where the list is empty, and in no table', async () => {
    const columns: Column[] = [
      id,
      { field: 'key', title: 'Key', hidden: true },
      { field: 'x', title: 'X', guess: true },
    ]
    expect(await csv([], columns)).toBe('id,key\n')
    expect(await csv(['{"id":1,"key":"k"}'], columns)).toBe('id,key\n1,k\n')
    expect(await table(['{"id":"1","key":"k","x":"2","y":"3"}'], columns)).toBe('Id  X  y\n1   2  3\n')
  })

  test('is deep stands in CSV where --fields names it, is missed in none, and is whole in JSON', async () => {
    const columns: Column[] = [id, { field: 'body', title: 'Body', deep: true }]
    const row = '{"id":1,"body":{"a":1,"b":[2]}}'
    expect(await csv([row], columns)).toBe('id\n1\n')
    expect(await csv([row], columns, { fields: ['body'] })).toBe('body.a,body.b\n1,[2]\n')
    expect(await csv([row], columns, { format: 'ndjson' })).toBe(`${row}\n`)
    const many = Array.from({ length: 201 }, () => '{"id":1}')
    const late = await emitted(listOf([...many, row], columns), { format: 'csv' })
    expect([late.failed, late.notes]).toEqual([undefined, []])
  })

  test('is whole is one cell whatever lies in it, on the first page or after it', async () => {
    const columns: Column[] = [id, { field: 'data', title: 'Data', whole: true }]
    expect(await csv(['{"id":1,"data":{"a":1.10,"b":{"c":2}}}'], columns)).toBe(
      'id,data\n1,"{""a"":1.10,""b"":{""c"":2}}"\n',
    )
    expect(await csv(['{"id":1}'], columns)).toBe('id,data\n1,\n')
    const many = Array.from({ length: 201 }, () => '{"id":1}')
    const late = await emitted(listOf([...many, '{"id":2,"data":{"a":{"b":1.10}}}'], columns), {
      format: 'csv',
    })
    expect(late.text.trimEnd().split('\n').at(-1)).toBe('2,"{""a"":{""b"":1.10}}"')
    expect(late.failed).toBeUndefined()
  })

  test('is a guess is there where the page has it or a part of it, and its other parts stand with it', async () => {
    const columns: Column[] = [id, { field: 'earnings', title: 'Earned', guess: true }]
    expect(await csv(['{"x":1,"id":2,"earnings":{"mft":1.10,"k":2}}'], columns)).toBe(
      'id,earnings.mft,earnings.k,x\n2,1.10,2,1\n',
    )
    expect(await csv(['{"x":1,"id":2}'], columns)).toBe('id,x\n2,1\n')
    expect(await table(['{"x":"1","id":"2"}'], columns)).toBe('Id  x\n2   1\n')
  })

  test('is declared stands in CSV also where no record has it, and its words are for people alone', async () => {
    const columns: Column[] = [
      id,
      { field: 'km', title: 'Distance', show: (value) => `${writeJson(value)} km` },
    ]
    expect(await csv(['{"id":1}'], columns)).toBe('id,km\n1,\n')
    expect(await csv(['{"id":1,"km":1.10}'], columns)).toBe('id,km\n1,1.10\n')
    expect(await table(['{"id":1,"km":1.10}', '{"id":2,"km":null}'], columns)).toBe(
      'Id  Distance\n 1   1.10 km\n 2         –\n',
    )
  })
})

test('chosen fields stand in their order, each once, with their titles and nothing beside them', async () => {
  const columns: Column[] = [
    { field: 'id', title: 'Id' },
    { field: 'note', title: 'Note', rare: true },
    { field: 'key', title: 'Key', hidden: true },
  ]
  const row = '{"id":"1","note":"n","key":"k","e":{"a":"x","b":"y"}}'
  const fields = ['key', 'e', 'e.a', 'id', 'key']
  expect(await csv([row], columns, { fields })).toBe('key,e.a,e.b,id\nk,x,y,1\n')
  expect(await table([row], columns, { fields })).toBe('Key  e.a  e.b  Id\nk    x    y    1\n')
})

test('a CSV row without any value is a line all the same, and no fields are no line', async () => {
  expect(await csv(['{"a":null}', '{"a":""}'], [])).toBe('a\n""\n""\n')
  expect(await csv(['{}', '{}'], [])).toBe('')
  expect(await csv(['{"a":"x"}'], [], { noHeader: true })).toBe('x\n')
  expect(await csv(['{"a":"x"}'], [], { noHeader: true, format: 'tsv' })).toBe('x\n')
})

test('names of fields are told apart by commas, blanks around them are none of theirs', () => {
  expect(fieldNames(' a, b.c ,,d')).toEqual(['a', 'b.c', 'd'])
  for (const none of ['', ' ', ',', ' , ']) expect(() => fieldNames(none)).toThrow('--fields names no field.')
})

const inOrder = async (items: string[], by: string) => {
  const notes: string[] = []
  const out: string[] = []
  for await (const row of sorted(sourceOf(items.map(parseJson)), by, async (text) => void notes.push(text)))
    out.push(writeJson((row as { v?: Json }).v ?? null))
  return { out, notes }
}
const valued = (...values: string[]) => values.map((value) => `{"v":${value}}`)

describe('rows are sorted', () => {
  test.each([
    [
      'by every digit',
      ['9007199254740994', '9007199254740992', '9007199254740993'],
      ['9007199254740992', '9007199254740993', '9007199254740994'],
    ],
    ['by value, not by letters', ['10', '9', '-1', '-2', '0.5'], ['-2', '-1', '0.5', '9', '10']],
    ['by value, however it is written', ['1e2', '99.50', '0.10e1'], ['0.10e1', '99.50', '1e2']],
    ['by value beyond all digits', ['1e400', '1', '-1e400'], ['-1e400', '1', '1e400']],
    ['with numbers before texts', ['"a"', '2', '"1"', '1'], ['1', '2', '"1"', '"a"']],
    ['by their letters', ['"b"', '"B"', '"a"', '"10"', '"9"'], ['"10"', '"9"', '"B"', '"a"', '"b"']],
    ['as they came where values are equal', ['1.0', '1', '1.00'], ['1.0', '1', '1.00']],
  ])('%s', async (_, given, up) => {
    expect((await inOrder(valued(...given), 'v')).out).toEqual(up)
    const areEqual = up.every((value) => Number(value) === 1)
    expect((await inOrder(valued(...given), '-v')).out).toEqual(areEqual ? up : up.toReversed())
  })

  test('with those last that have no value, in either direction', async () => {
    const items = ['{}', '{"v":1}', '{"v":null}', '{"v":2}']
    expect((await inOrder(items, 'v')).out).toEqual(['1', '2', 'null', 'null'])
    expect((await inOrder(items, '-v')).out).toEqual(['2', '1', 'null', 'null'])
    expect((await inOrder(items, 'v')).notes).toEqual([])
  })

  test('by a field of a record inside, and with a word where no record has it', async () => {
    const nested = ['{"v":{"x":2}}', '{"v":{"x":1}}']
    expect((await inOrder(nested, 'v.x')).out).toEqual(['{"x":1}', '{"x":2}'])
    expect(await inOrder(nested, '-v.y')).toEqual({
      out: ['{"x":2}', '{"x":1}'],
      notes: ['note: No record has v.y. The order is unchanged.'],
    })
    expect(await inOrder([], 'v.y')).toEqual({ out: [], notes: [] })
  })

  test('not without the name of a field', async () => {
    for (const by of ['', '-'])
      await expect(inOrder(valued('1'), by)).rejects.toThrow('--sort needs the name of a field.')
  })

  test('up to a hundred thousand, pauses not counted, and no more', async () => {
    let read = 0
    async function* endless() {
      yield undefined
      for (const row = {}; ; read++) yield row
    }
    const reading = async () => {
      for await (const _ of sorted(endless(), 'v', async () => {})) throw new Error('was sorted')
    }
    await expect(reading()).rejects.toMatchObject({ fault: { exit: 2, code: 'CLI_USAGE' } })
    expect(read).toBe(100_000)
  })

  test('and handed on before a failure that leaves them whole, but not before another one', async () => {
    const partial = moveError('CLI_PARTIAL', { message: 'some may be missing' })
    const broken = moveError('CLI_UNAVAILABLE', { message: 'gone' })
    for (const [error, out] of [
      [partial, ['1', '2']],
      [broken, []],
    ] as const) {
      const seen: string[] = []
      async function* failing() {
        yield* valued('2', '1').map(parseJson)
        throw error
      }
      const reading = async () => {
        for await (const row of sorted(failing(), 'v', async () => {}))
          seen.push(writeJson((row as { v: Json }).v))
      }
      await expect(reading()).rejects.toBe(error)
      expect(seen).toEqual(out)
    }
  })
})

describe('how a result is written', () => {
  async function* late() {
    for (let id = 0; id < 201; id++) yield { id }
    yield { id: 1, other: 2 }
  }

  test('fields that came too late are exit 10, but a note where the command goes on and ends by itself', async () => {
    const alone = await emitted(rows(late(), [], ''), { format: 'csv' })
    expect([alone.fault?.exit, alone.notes]).toEqual([10, []])
    const going = await emitted({ ...rows(late(), [], ''), until: Promise.resolve() }, { format: 'csv' })
    expect([going.fault, going.notes]).toEqual([
      undefined,
      ['note: Fields that first came after the header are left out: other.'],
    ])
  })

  test('in its own format where none was asked for', async () => {
    const result = { ...listOf(['{"a":1}']), defaultFormat: 'ndjson' as const }
    expect((await emitted(result, { format: 'tsv', asked: false })).text).toBe('{"a":1}\n')
    expect((await emitted({ ...listOf(['{"a":1}']), defaultFormat: 'ndjson' }, { format: 'tsv' })).text).toBe(
      'a\n1\n',
    )
  })

  test('prose is for a terminal alone, other words for a pipe too', async () => {
    const data = { a: 'x' }
    const shown = async (result: ReturnType<typeof text>, format: 'table' | 'tsv', asked = false) =>
      (await emitted(result, { format, asked })).text
    expect(await shown(prose('words', data), 'table')).toBe('words\n')
    expect(await shown(prose('words', data), 'tsv')).toBe('a\nx\n')
    expect(await shown(text('words', data), 'tsv')).toBe('words\n')
    expect(await shown(text('words', data), 'tsv', true)).toBe('a\nx\n')
  })

  test('a list in one record has its fields chosen row by row', async () => {
    const list = () => one(parseJson('[{"a":1,"b":2},{"a":3}]'))
    expect((await emitted(list(), { fields: ['a'] })).text).toBe('[{"a":1},{"a":3}]\n')
    expect(await emitted(list(), { fields: ['b', 'c'] })).toMatchObject({
      text: '[{"b":2},{}]\n',
      notes: ['note: No record has c.'],
    })
    const jq = (data: Json) => ({ values: [data], said: [] })
    expect((await emitted(list(), { fields: ['a'], jq })).text).toBe('[{"a":1},{"a":3}]\n')
  })

  test('what is said of an empty list may hang on how it came to be empty', async () => {
    let why = 'not yet'
    async function* none(): AsyncGenerator<Json> {
      yield* []
      why = 'all were skipped'
    }
    const { text: shown, notes } = await emitted(
      rows(none(), [], () => why),
      { format: 'table' },
    )
    expect({ shown, notes }).toEqual({ shown: '', notes: ['all were skipped'] })
  })

  test('messages are lines of JSON in every format, secrets in their texts hidden and their names kept', async () => {
    const { createSecrets } = await import('../../src/output/redact.ts')
    const secrets = createSecrets()
    secrets.add('k-93hf7ah2')
    async function* messages(): AsyncGenerator<Json> {
      yield { id: 1, text: 'is k-93hf7ah2', 'k-93hf7ah2': ['\u001b', 'k-93hf7ah2'] }
      yield { id: 2 }
    }
    for (const format of ['table', 'csv', 'json'] as const) {
      const { writes } = await emitted(
        { kind: 'messages', messages: messages() },
        { format, secrets, isTTY: true },
      )
      expect(writes).toEqual([
        '{"id":1,"text":"is [redacted]","k-93hf7ah2":["\\u001b","[redacted]"]}\n',
        '{"id":2}\n',
      ])
    }
  })

  const whole = (all: Json[]): Json => ({ all, count: all.length })
  test.each([
    [
      'leaves its rows whole',
      moveError('CLI_PARTIAL', { message: 'some failed' }),
      '{"all":[{"a":1}],"count":1}\n',
    ],
    ['does not', moveError('CLI_UNAVAILABLE', { message: 'gone' }), ''],
  ])('a filter of rows whose source fails is handed them where the failure %s', async (_, error, shown) => {
    const { emit } = await import('../../src/output/emit.ts')
    const { createSecrets } = await import('../../src/output/redact.ts')
    async function* failing(): AsyncGenerator<Json | undefined> {
      yield { a: 1 }
      yield undefined
      throw error
    }
    const said: string[] = []
    const notes: string[] = []
    const emitting = emit(
      { kind: 'rows', rows: failing(), columns: [], empty: '', whole },
      {
        format: 'json',
        asked: true,
        jq: (data) => ({ values: [data], said: ['["DEBUG:","\u001b"]'] }),
        note: (line) => void notes.push(line),
        secrets: createSecrets(),
        color: 0,
        actions: false,
        out: { isTTY: false, columns: 80, write: async (line) => void said.push(line) },
      },
    )
    await expect(emitting).rejects.toBe(error)
    expect([said.join(''), notes]).toEqual([shown, shown === '' ? [] : ['["DEBUG:","\\x1b"]']])
  })

  test('a record of ours is read by its titles, its data stay as they are', async () => {
    const facts = {
      kyc_status: 'none',
      base_url: 'x',
      api_key: true,
      is_new: false,
      names: ['a', 'b'],
      none: null,
    }
    const result = () => titled(facts, { kyc_status: 'not begun' })
    expect((await emitted(result(), { format: 'table' })).text).toBe(
      'KYC status  not begun\nBase URL    x\nAPI key     yes\nIs new      no\nNames       a, b\nNone        –\n',
    )
    expect(JSON.parse((await emitted(result(), {})).text)).toEqual(facts)
  })
})
