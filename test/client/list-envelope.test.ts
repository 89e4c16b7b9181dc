/** Where rows are found and what totals are understood. */
import { expect, test } from 'vitest'
import { pathsToLists, pathToList, rowsAt, totalsOf } from '../../src/client/list-envelope.ts'
import { parseJson } from '../../src/contract/lossless-json.ts'

const path = (json: string) => pathToList(parseJson(json))?.join('.')

test.each([
  ['[1]', ''],
  ['{"items":[]}', 'items'],
  ['{"a":{"b":[]},"list":[]}', 'list'],
  ['{"data":{"results":[]}}', 'data.results'],
  ['{"collection":{"total":53,"equipment":[]}}', 'collection.equipment'],
  ['{"tags":[],"results":[],"items":[]}', 'items'],
  ['{"tags":[],"results":[],"data":[]}', 'data'],
  ['{"b":{"tags":[]},"a":{"items":[]}}', 'a.items'],
  ['{"b":{"x":[]},"a":{"y":[]}}', 'b.x'],
  ['{"types":["shoes","apparel"],"nfts":[{"id":1}]}', 'nfts'],
  ['{"types":["shoes","apparel"],"nfts":[]}', 'nfts'],
  ['{"ids":["n1","n2"],"count":2}', 'ids'],
  ['{"items":["n1"],"owners":[{"id":1}]}', 'items'],
])('the list of %s is at "%s"', (json, at) => expect(path(json)).toBe(at))

test.each(['{"a":{"b":{"c":[]}}}', '{}', 'null', '"text"', '1.10'])('there is no list in %s', (json) =>
  expect(path(json)).toBeUndefined(),
)

test.each([
  ['{"facets":[{"type":"shoes"}],"words":["a"],"nfts":[{"id":1}]}', ['facets', 'nfts']],
  ['{"owners":[{"id":1}],"items":[{"id":1}]}', ['items']],
  ['[1]', ['']],
  ['{}', []],
])('what may be the list of %s is told', (json, paths) =>
  expect(pathsToLists(parseJson(json)).map((keys) => keys.join('.'))).toEqual(paths),
)

test('a page without the list has no rows', () => {
  expect(rowsAt(parseJson('{"items":{"a":1},"tags":[1]}'), ['items'])).toEqual([])
  expect(rowsAt(null, ['items'])).toEqual([])
})

test.each([
  ['{"items":[],"total":53}', 'items', { rows: 53 }],
  ['{"items":[],"totalCount":53,"per_page":20}', 'items', { rows: 53, size: 20 }],
  ['{"list":[],"page":1,"total_pages":3}', 'list', { pages: 3 }],
  ['{"items":[],"meta":{"total":53,"last_page":3}}', 'items', { rows: 53, pages: 3 }],
  ['{"collection":{"total":53,"equipment":[]},"total":9}', 'collection.equipment', { rows: 53 }],
  ['{"items":[],"total":"many","pages":-1,"limit":1.5}', 'items', {}],
  ['{"items":[],"total":5.20}', 'items', {}],
  ['[1]', '', {}],
])('the totals of %s are understood', (json, at, totals) =>
  expect(totalsOf(parseJson(json), at === '' ? [] : at.split('.'))).toEqual(totals),
)
