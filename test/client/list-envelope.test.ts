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
  ['{"errors":[],"nfts":[{"id":1}]}', 'nfts'],
  ['{"errors":[],"nfts":["n1"]}', 'errors'],
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
  ['{"items":[],"total":53,"meta":{"total":9}}', 'items', { rows: 53 }],
  ['{"items":[1,2],"count":3}', 'items', { rows: 3 }],
  ['{"items":[1,2],"count":2}', 'items', {}],
  ['{"items":[1],"total":53,"count":40}', 'items', { rows: 53 }],
  ['{"items":[],"has_more":true,"next":null}', 'items', { more: true }],
  ['{"items":[],"has_more":false,"next":null}', 'items', { more: false }],
  ['{"items":[],"total":999999999999999}', 'items', { rows: 999_999_999_999_999 }],
  ['{"items":[],"total":1000000000000000}', 'items', {}],
  ['[1]', '', {}],
])('the totals of %s are understood', (json, at, totals) =>
  expect(totalsOf(parseJson(json), at === '' ? [] : at.split('.'))).toEqual(totals),
)

test.each([
  ['rows', ['total', 'totalCount', 'total_items', 'totalRecords', 'total-results']],
  ['pages', ['totalPages', 'pages', 'page_count', 'lastPage']],
  ['size', ['limit', 'per_page', 'pageSize']],
])('how many %s there are is understood by each usual name', (what, names) => {
  for (const name of names)
    expect({ name, totals: totalsOf(parseJson(`{"items":[],"${name}":7}`), ['items']) }).toEqual({
      name,
      totals: { [what]: 7 },
    })
})

test('whether another page follows is understood by each usual name', () => {
  for (const name of [
    'hasMore',
    'has_next',
    'hasNextPage',
    'next',
    'nextPage',
    'next_cursor',
    'nextPageToken',
  ])
    for (const [value, more] of [
      ['true', true],
      ['"x"', true],
      ['2', true],
      ['false', false],
      ['null', false],
      ['""', false],
    ])
      expect({
        name,
        value,
        totals: totalsOf(parseJson(`{"items":[],"${name}":${value}}`), ['items']),
      }).toEqual({ name, value, totals: { more } })
})
