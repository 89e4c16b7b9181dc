/** Every text in data may be changed, wherever it stands; what stays the same keeps its type and its digits. */
import { expect, test } from 'vitest'
import { parseJson, writeJson } from '../../src/contract/lossless-json.ts'
import { changedNames, mapTexts } from '../../src/contract/texts.ts'

const hide = (text: string) => text.replaceAll('s3cret', '[hidden]').replaceAll('4711', '[number]')
const changed = (json: string, change = hide) => writeJson(mapTexts(parseJson(json), change))

test.each([
  ['"a s3cret b"', '"a [hidden] b"'],
  ['[["s3cret"],{"a":{"b":"s3cret"}}]', '[["[hidden]"],{"a":{"b":"[hidden]"}}]'],
  ['{"s3cret":1.10}', '{"[hidden]":1.10}'],
  ['{"a":4711}', '{"a":"[number]"}'],
  ['[{"a":-14711.50}]', '[{"a":"-1[number].50"}]'],
  ['[1.10,null,true,false,"",{},[]]', '[1.10,null,true,false,"",{},[]]'],
])('%s', (json, shown) => expect(changed(json)).toBe(shown))

/** Finds the bytes of `ab` in a list of numbers. */
const hideBytes = (text: string) => text.replace(/\b97,98\b/, '[hidden]')
test.each([
  ['[1,97,98,2]', '["1,[hidden],2"]'],
  ['{"key":[7,97,98]}', '{"key":["7,[hidden]"]}'],
  ['{"0":97,"1":98}', '{"0":"[hidden]"}'],
  ['{"0":7,"1":97,"2":98}', '{"0":"7,[hidden]"}'],
  // No list of bytes.
  ['[97,98.5]', '[97,98.5]'],
  ['[97,"98"]', '[97,"98"]'],
  ['[-97,98]', '[-97,98]'],
  ['{"0":97,"2":98}', '{"0":97,"2":98}'],
  ['{"1":97,"2":98}', '{"1":97,"2":98}'],
  ['{"a":97,"b":98}', '{"a":97,"b":98}'],
])('bytes are looked at together: %s', (json, shown) => expect(changed(json, hideBytes)).toBe(shown))

test('names that become alike stay apart, in their order, and take no name that stands', () => {
  const one = () => '[x]'
  expect(changedNames(['a', 'b', 'c'], one)).toEqual(['[x]', '[x 2]', '[x 3]'])
  expect(changedNames(['[x 2]', 'a', '[x 3]', 'b'], (name) => (name.startsWith('[') ? name : '[x]'))).toEqual(
    ['[x 2]', '[x]', '[x 3]', '[x 4]'],
  )
  expect(changedNames(['a', 'b'], () => 'x')).toEqual(['x', 'x 2'])
  expect(changedNames(['a', 'b'], (name) => name)).toEqual(['a', 'b'])
})
