import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, writeJson } from '../../src/contract/lossless-json.ts'
import { cellText, flatten, picker, valueAt } from '../../src/output/fields.ts'

const flat = (json: string) => [...flatten(parseJson(json))].map(([name, value]) => [name, cellText(value)])

test('nested fields get dotted names, lists are cells of compact JSON, digits stay', () => {
  expect(flat('{"a":{"b":{"c":1.10}},"list":[1.0,{"x":null}],"empty":{},"none":null,"no":false}')).toEqual([
    ['a.b.c', '1.10'],
    ['list', '[1.0,{"x":null}]'],
    ['empty', '{}'],
    ['none', ''],
    ['no', 'false'],
  ])
})

test('what is no record is the field value', () => {
  expect(flat('12345678901234567890.5')).toEqual([['value', '12345678901234567890.5']])
})

test('a key with a dot that meets a nested field of its name is not lost', () => {
  expect(flat('{"a":{"b":1},"a.b":2}')).toEqual([
    ['a.b', '1'],
    ['a.b#2', '2'],
  ])
})

test('the key __proto__ is a key like any other', () => {
  const record = parseJson('{"__proto__":{"toString":1},"constructor":2}')
  expect(flat('{"__proto__":{"toString":1},"constructor":2}')).toEqual([
    ['__proto__.toString', '1'],
    ['constructor', '2'],
  ])
  expect(writeJson(picker(['__proto__.toString']).pick(record))).toBe('{"__proto__":{"toString":1}}')
  expect(valueAt(parseJson('{}'), 'constructor')).toBeUndefined()
})

test('chosen fields stay nested, in the order they were asked for, with their digits', () => {
  const record = parseJson('{"date":"2026-01-02","earnings":{"mft":1.10,"k_day":2},"steps":9007199254740993}')
  expect(writeJson(picker(['steps', 'earnings.mft']).pick(record))).toBe(
    '{"steps":9007199254740993,"earnings":{"mft":1.10}}',
  )
})

test('a field inside a chosen record adds nothing and leaves the data alone', () => {
  const record = parseJson('{"a":{"b":1,"c":2}}')
  expect(writeJson(picker(['a', 'a.b']).pick(record))).toBe('{"a":{"b":1,"c":2}}')
  expect(writeJson(picker(['a.b', 'a']).pick(record))).toBe('{"a":{"b":1,"c":2}}')
  expect(writeJson(record)).toBe('{"a":{"b":1,"c":2}}')
})

test('a key that holds dots is found', () => {
  const record = parseJson('{"networks.testnet.baseUrl":"x","a":{"b.c":1}}')
  expect(writeJson(picker(['networks.testnet.baseUrl', 'a.b.c']).pick(record))).toBe(
    '{"networks.testnet.baseUrl":"x","a":{"b.c":1}}',
  )
})

test('fields that no record has are named; without a record none is', () => {
  const chosen = picker(['a', 'b', 'c.d'])
  expect(chosen.missing()).toEqual([])
  chosen.pick(parseJson('{"a":1}'))
  chosen.pick(parseJson('{"b":null,"c":[]}'))
  expect(chosen.missing()).toEqual(['c.d'])
})

test('no leaf is lost, whatever the keys are', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', '__proto__', '', '.')
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 4 }),
    ),
  })).node
  fc.assert(
    fc.property(tree, (value) => {
      const json = JSON.stringify(value)
      expect(flatten(parseJson(json)).size).toBe(leaves(JSON.parse(json)))
    }),
  )
})

const leaves = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + leaves(inner), 0)
    : 1
