/**
 * The collection of an address page by page: its rows, what tells them apart, and where
 * paging goes wrong (docs/service.md §4, §8).
 */
import { Incomplete } from '../client/incomplete.ts'
import { readList } from '../client/list-pages.ts'
import { pathsToLists, rowsAt, totalsOf, type PageTotals } from '../client/list-envelope.ts'
import { digits, type Json } from '../contract/lossless-json.ts'
import { defaultPageSize } from '../contract/service.ts'
import type { CheckedResponse } from './checked-response.ts'
import { ownsNone } from './checks/envelope.ts'
import { fail, skip } from './ends.ts'
import { identityOf, surplus, type Identity } from './identity.ts'
import { ask } from './requests.ts'
import { soundData } from './response.ts'
import type { SmokeContext } from './smoke-context.ts'

/** Rows that are compared, at most: the beginning of a long list tells as much. */
export const mostCompared = 60

export type PageQuery = { type?: string; limit?: number; page?: number }

/** A page's rows, and what it says about how many there are. */
export type Page = { rows: Json[]; totals: PageTotals }

/**
 * Rows of a list, and how many the service says there are. `start`: its page 1. `fullest`: the most rows that came on a
 * page. `repeated`: the page that gave the page before it again, which ended the list.
 */
export type Walked = { rows: Json[]; start: Json[]; fullest: number; total?: number; repeated?: number }

export type NftCollection = {
  /** The first page without a limit. */
  first: readonly Json[]
  nameOf: Identity
  page: (query: PageQuery) => Promise<Json[]>
  /** One page, with what it says about how many rows there are. */
  read: (query: PageQuery) => Promise<Page>
  /** The rows that page after page gives, the first 60. Throws Failed for what paging itself notices. */
  walk: (query: PageQuery) => Promise<Walked>
}

/** A collection whose first page was asked for twice, to learn what rows are known by. */
export async function openCollection(ground: SmokeContext): Promise<NftCollection> {
  const data = await fetchData(ground, {})
  const path = await pathToRows(ground, data)
  const fetch = async (query: PageQuery) => readPage(await fetchData(ground, query), path)
  const { rows: first } = readPage(data, path)
  const nameOf = identityOf(first, (await fetch({})).rows)
  return {
    first,
    nameOf,
    page: async (query) => (await fetch(query)).rows,
    read: fetch,
    walk: async (query) => walk(ground, query, { first, nameOf, fetch }),
  }
}

/** The data of a page; empty where there is no page of that number, or nothing at all. */
async function fetchData(ground: SmokeContext, query: PageQuery): Promise<Json> {
  const seen = await ask(ground, 'nft.collectionOf', { address: ground.address, ...query })
  return ownsNone(seen) || isNoPage(seen, query) ? [] : soundData(seen, ground)
}

/** Where the rows are. The form of the answer is not documented: of several lists it is the one that a limit shortens. */
async function pathToRows(ground: SmokeContext, data: Json): Promise<string[]> {
  const paths = pathsToLists(data)
  const [only] = paths
  if (!only) return skip('there is no list in the answer; its form is not documented')
  if (paths.length === 1) return only
  const one = await fetchData(ground, { limit: 1 })
  const [shortened, ...more] = paths.filter((path) => rowsAt(data, path).length !== rowsAt(one, path).length)
  if (!shortened || more.length > 0 || rowsAt(one, shortened).length !== 1)
    return skip('there are several lists in the answer; its form is not documented')
  return shortened
}

/** A page without the list of the first one is empty: how that is written is not documented. */
function readPage(data: Json, path: readonly string[]): Page {
  const [rows, totals] = [rowsAt(data, path), totalsOf(data, path)]
  const { rows: said, ...others } = totals
  // A total that is the count of its page says nothing of those that follow.
  return { rows, totals: said === rows.length ? others : totals }
}

/**
 * How a page behind the last one is answered is not documented, nor the greatest limit: refused it is as empty as an empty
 * one.
 */
const isNoPage = ({ status, body }: CheckedResponse, { page: number = 1, limit = 0 }: PageQuery): boolean =>
  (number > 1 || limit >= mostCompared) &&
  status >= 400 &&
  status < 500 &&
  ![401, 403, 429].includes(status) &&
  body?.['success'] === false

async function walk(
  ground: SmokeContext,
  query: PageQuery,
  {
    first,
    nameOf,
    fetch,
  }: Pick<NftCollection, 'first' | 'nameOf'> & { fetch: (query: PageQuery) => Promise<Page> },
): Promise<Walked> {
  const { limit } = query
  let fullest = 0
  let start: Json[] | undefined
  let total: number | undefined
  let before: readonly Json[] = []
  let repeated: number | undefined
  const fetchOne = async (number: number = 1) => {
    const { rows, totals } = await fetch({ ...query, page: number })
    judgeSize(rows.length, number, limit, ground)
    fullest = Math.max(fullest, rows.length)
    start ??= rows
    total ??= totals.rows
    const isSame = rows.length > 0 && isSamePage(before, rows, nameOf)
    if (isSame) {
      if (areAlike(first, nameOf) || areAlike(rows, nameOf))
        skip('rows are equal, so that pages cannot be told apart')
      repeated = number
    }
    before = rows
    return { items: isSame ? [] : rows, ...writtenTotals(totals) }
  }
  const paging = {
    all: true,
    most: mostCompared,
    defaultLimit: defaultPageSize,
    ...(limit !== undefined && { limit }),
  }
  const read = await readList(fetchOne, paging, async () => {})
  const rows: Json[] = []
  try {
    for await (const row of read.rows ?? []) if (row !== undefined) rows.push(row)
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    // A total beside a filtered list may count what was not filtered: the document says nothing of it.
    if (query.type === undefined)
      fail(repeated === undefined ? error.message : `${repeatText(repeated)}, and the service announced more`)
  }
  return {
    rows,
    start: start ?? [],
    fullest,
    ...(total !== undefined && { total }),
    ...(repeated !== undefined && { repeated }),
  }
}

function judgeSize(
  count: number,
  number: number,
  limit: number | undefined,
  { departed }: SmokeContext,
): void {
  if (limit !== undefined && count > limit) fail(`page ${number} with limit ${limit} has ${count} rows`)
  if (limit === undefined && count > defaultPageSize && !departed.has('nft.collectionOf'))
    fail(`page ${number} without limit has ${count} rows; ${defaultPageSize} are documented`)
}

/** `page 3 repeats the page before it`. */
export const repeatText = (page: number): string => `page ${page} repeats the page before it`

const isSamePage = (before: readonly Json[], rows: readonly Json[], nameOf: Identity): boolean =>
  before.length === rows.length && surplus(rows, before, nameOf) === 0

/** Do at least two rows come to each name? Two such pages may be the same and yet not be one. */
const areAlike = (rows: readonly Json[], nameOf: Identity): boolean =>
  rows.length > 1 && new Set(rows.map(nameOf)).size * 2 <= rows.length

/** Totals as a service would write them. */
const writtenTotals = ({ rows, pages, size, more }: PageTotals): Record<string, Json> => ({
  ...(rows !== undefined && { total: digits(rows) }),
  ...(pages !== undefined && { pages: digits(pages) }),
  ...(size !== undefined && { limit: digits(size) }),
  ...(more !== undefined && { has_more: more }),
})
