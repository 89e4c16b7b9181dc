/** Lists: pages that neither repeat nor lose, page sizes, the type filter. Only the collection of an address documents them (sections 4 and 8 of the API document). */
import { Incomplete } from '../../client/incomplete.ts'
import { readList } from '../../client/list-pages.ts'
import { pathToList, rowsAt, totalsOf } from '../../client/list-envelope.ts'
import { digits, writeJson, type Json } from '../../contract/lossless-json.ts'
import { defaultPageSize, nftTypes } from '../../contract/service.ts'
import { ask } from '../requests.ts'
import { fail, Failed, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import type { Need } from '../smoke-context.ts'
import type { SmokeContext } from '../smoke-context.ts'
import { identityOf, type Identity } from '../identity.ts'
import { isPlain } from '../../contract/plain.ts'
import { soundData } from '../response.ts'
import type { CheckedResponse } from '../checked-response.ts'
import { ownsNone } from './envelope.ts'

const collectionSection = '4 GET /nft/collection/{address}'
const needs: readonly Need[] = ['key', 'address']
/** Rows that are compared, at most: the beginning of a long list tells as much. */
const mostCompared = 60
const rowsOf = (data: Json): Json[] => rowsAt(data, pathToList(data) ?? [])

type Query = { type?: string; limit?: number; page?: number }

async function fetchPage(ground: SmokeContext, query: Query): Promise<Json> {
  const seen = await ask(ground, 'nft.collectionOf', { address: ground.address, ...query })
  if (ownsNone(seen) || isPastTheEnd(seen, query)) return []
  const data = soundData(seen, ground)
  if (!pathToList(data)) skip('there is no list in the answer; its form is not documented')
  return data
}

/** How a page behind the last one is answered is not documented: refused it is as empty as an empty one. */
const isPastTheEnd = ({ status, body }: CheckedResponse, { page: number = 1 }: Query): boolean =>
  number > 1 && (status === 404 || status === 400) && body?.['success'] === false

type Heed = 'all' | 'repeats'

/** Rows of a list, and how many the service says there are. */
type Walked = { rows: Json[]; total?: number }

/** The rows that page after page gives, the first `most`; what paging itself notices is a failure. */
async function readPages(ground: SmokeContext, query: Query, heed: Heed = 'all'): Promise<Walked> {
  const { limit } = query
  let total: number | undefined
  let last: readonly Json[] = []
  const fetch = async (number: number | undefined) => {
    const data = await fetchPage(ground, { ...query, ...(number !== undefined && { page: number }) })
    last = rowsOf(data)
    const count = last.length
    if (limit !== undefined && count > limit) fail(`page ${number} with limit ${limit} has ${count} rows`)
    if (limit === undefined && count > defaultPageSize && !ground.departed.has('nft.collectionOf'))
      fail(`page ${number} without limit has ${count} rows; ${defaultPageSize} are documented`)
    const { rows: said, pages, size, more } = totalsOf(data, pathToList(data) ?? [])
    // A total that is the count of its page says nothing of those that follow.
    const counts = said === count ? undefined : said
    total ??= counts
    return {
      items: rowsOf(data),
      ...(counts !== undefined && { total: digits(counts) }),
      ...(pages !== undefined && { pages: digits(pages) }),
      ...(size !== undefined && { limit: digits(size) }),
      ...(more !== undefined && { has_more: more }),
    }
  }
  const paging = {
    all: true,
    most: mostCompared,
    usual: defaultPageSize,
    // How a page beyond the last is refused is not documented, so none is asked for without need.
    trusting: true,
    ...(limit !== undefined && { limit }),
  }
  const { rows } = await readList(fetch, paging, async () => {})
  const all: Json[] = []
  try {
    for await (const row of rows ?? []) if (row !== undefined) all.push(row)
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    if (error.repeats && areEqual(last))
      skip('the rows of a page are equal, so that pages cannot be told apart')
    // A total beside a filtered list may count what was not filtered: the document says nothing of it.
    if (heed === 'all' || error.repeats) fail(error.message)
  }
  return { rows: all, ...(total !== undefined && { total }) }
}

const areEqual = (rows: readonly Json[]): boolean =>
  rows.length > 1 && new Set(rows.map((row) => writeJson(row))).size === 1

/** `; the first 60 of 150 looked at`, where there are or may be more. */
const lookedAt = ({ rows, total = 0 }: Walked): string =>
  rows.length < mostCompared
    ? ''
    : `; the first ${rows.length}${total > rows.length ? ` of ${total}` : ''} looked at`

/** The identity of this list's rows, by its first page asked for twice. */
async function identity(ground: SmokeContext): Promise<Identity> {
  const once = rowsOf(await fetchPage(ground, {}))
  return identityOf(once, rowsOf(await fetchPage(ground, {})))
}

/**
 * A limit for about so many pages, of which the last is not full: how a page behind the last one is answered is not
 * documented, and behind a full one it may have to be asked for.
 */
function unevenLimit(count: number, pages: number): number {
  const least = Math.max(1, Math.floor(count / pages))
  for (let limit = least; limit < count; limit++) if (count % limit !== 0) return limit
  return least
}

/** How often each row is there. */
function rowCounts(rows: readonly Json[], nameOf: Identity): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of rows.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Rows that `these` has more of than `those`. */
function surplus(these: readonly Json[], those: readonly Json[], nameOf: Identity): number {
  const there = rowCounts(those, nameOf)
  let more = 0
  for (const [name, count] of rowCounts(these, nameOf)) more += Math.max(0, count - (there.get(name) ?? 0))
  return more
}

/** `3 are lost, 0 are other or repeated ones` of `these` in `those`; nothing where they are the same. */
function difference(these: readonly Json[], those: readonly Json[], nameOf: Identity): string | undefined {
  const [lost, more] = [surplus(these, those, nameOf), surplus(those, these, nameOf)]
  return lost > 0 || more > 0 ? `${lost} are lost, ${more} are other or repeated ones` : undefined
}

/** The same rows by pages of two sizes. A list that changes meanwhile is read once more. */
async function compared(ground: SmokeContext, before?: Walked): Promise<string> {
  const walked = before ?? (await readPages(ground, {}))
  const wide = walked.rows
  if (wide.length < 2) return skip('there are fewer than two rows')
  const nameOf = await identity(ground)
  const limit = unevenLimit(wide.length, 4)
  const { rows: narrow } = await readPages(ground, { limit })
  const differing = difference(wide, narrow, nameOf)
  if (differing === undefined) return `${wide.length} rows, with limit ${limit} the same${lookedAt(walked)}`
  const now = before ? walked : await readPages(ground, {})
  if (difference(wide, now.rows, nameOf) !== undefined) return compared(ground, now)
  return fail(`with limit ${limit} ${narrow.length} rows came, without it ${wide.length}: ${differing}`)
}

/** The rows of a type by pages of about half as many: of one type, which costs two requests. */
async function comparePaged(ground: SmokeContext, type: string, rows: readonly Json[], nameOf: Identity) {
  if (rows.length < 3 || rows.length >= mostCompared) return
  const limit = unevenLimit(rows.length, 2)
  const { rows: paged } = await readPages(ground, { type, limit }, 'repeats')
  const differing = difference(rows, paged, nameOf)
  if (differing !== undefined) fail(`type=${type} with limit ${limit}: ${differing}`)
}

const typeOf = (row: Json): unknown => (isPlain(row) ? row['type'] : undefined)
const ofType = (rows: readonly Json[], type: string) => rows.filter((row) => typeOf(row) === type)

export const lists: Check[] = [
  {
    name: 'page-size',
    suite: 'read',
    needs,
    asserts: `without limit a page has ${defaultPageSize} rows where there are so many, with limit at most as many as asked for`,
    section: `8, ${collectionSection}`,
    run: async (ground) => {
      const usual = rowsOf(await fetchPage(ground, {})).length
      if (usual > defaultPageSize) {
        ground.departed.add('nft.collectionOf')
        fail(`without limit a page has ${usual} rows`)
      }
      if (usual < 2) return skip('there are fewer than two rows')
      if (usual < defaultPageSize && rowsOf(await fetchPage(ground, { page: 2 })).length > 0)
        fail(
          `without limit a page has ${usual} rows though there are more; ${defaultPageSize} are documented`,
        )
      const asked = rowsOf(await fetchPage(ground, { limit: usual - 1 })).length
      if (asked > usual - 1) fail(`with limit ${usual - 1} a page has ${asked} rows`)
      return `${usual} rows`
    },
  },
  {
    name: 'paging',
    suite: 'read',
    needs,
    asserts: 'page after page gives each row once, whatever the limit',
    section: collectionSection,
    run: async (ground) =>
      compared(ground).catch((error: unknown) => {
        if (error instanceof Failed) ground.broken.add('paging')
        throw error
      }),
  },
  {
    name: 'type-filter',
    suite: 'read',
    needs,
    asserts: 'with type only equipment of that type comes, and all of it',
    section: collectionSection,
    run: async (ground) => {
      if (ground.broken.has('paging')) skip('see paging')
      const walked = await readPages(ground, {})
      const all = walked.rows
      if (all.length === 0) return skip('there are no rows')
      // The fields of an NFT are not documented: `type` is believed only where each says one of the three.
      const typed = all.every((row) => nftTypes.some((type) => type === typeOf(row)))
      const filtered: Json[] = []
      let most: { type: string; rows: readonly Json[] } = { type: '', rows: [] }
      const nameOf = await identity(ground)
      for (const type of nftTypes) {
        const { rows, total } = await readPages(ground, { type }, 'repeats')
        const other = rows.length - ofType(rows, type).length
        if (typed && other > 0) fail(`type=${type} gives ${other} rows of another type`)
        const short = ofType(all, type).length - rows.length
        if (typed && all.length < mostCompared && short > 0)
          fail(`type=${type} leaves out ${short} of its rows`)
        // A total like that of the whole list may count what was not filtered: the document says nothing of it.
        const expected =
          total !== undefined && total < (walked.total ?? 0) ? Math.min(total, mostCompared) : 0
        if (rows.length < expected)
          fail(`type=${type} counts ${total} rows, and ${rows.length} came before its pages ended`)
        filtered.push(...rows)
        if (rows.length > most.rows.length) most = { type, rows }
      }
      await comparePaged(ground, most.type, most.rows, nameOf)
      const owned = rowCounts(all, nameOf)
      const often = [...rowCounts(filtered, nameOf)].filter(
        ([row, count]) => count > (owned.get(row) ?? 1),
      ).length
      if (often > 0) fail(`${often} rows come with more than one type`)
      return `${filtered.length} of ${all.length} rows${lookedAt(walked)}`
    },
  },
]
