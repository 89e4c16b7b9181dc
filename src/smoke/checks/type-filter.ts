/** The type filter of a collection (section 4 of the API document). */
import type { Json } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import { nftTypes } from '../../contract/service.ts'
import type { Check } from '../check.ts'
import { mostCompared, openCollection, type NftCollection, type Walked } from '../collection-pages.ts'
import { fail, skip } from '../ends.ts'
import { difference, rowCounts, surplus, type Identity } from '../identity.ts'
import { judgeLastPage } from '../counted-rows.ts'
import { lookedAt, steadily, unevenLimit } from '../page-comparison.ts'

/** The rows of a type by pages of about half as many. */
async function comparePaged(
  { walk, nameOf }: NftCollection,
  { type, rows, total }: Walked & { type: string },
): Promise<void> {
  if (rows.length < 3 || rows.length >= mostCompared) return
  const limit = unevenLimit(rows.length, 2)
  const differing = difference(rows, (await walk({ type, limit })).rows, nameOf)
  // Where another number of rows is counted by now, they have come or gone meanwhile.
  if (differing !== undefined && (await walk({ type })).total === total)
    fail(`type=${type} with limit ${limit}: ${differing}`)
}

const typeOf = (row: Json): unknown => (isPlain(row) ? row['type'] : undefined)
const ofType = (rows: readonly Json[], type: string) => rows.filter((row) => typeOf(row) === type)

/**
 * Rows of a type that its list does not have though it ended: however long the list of all rows is, those seen there are
 * the fewest. Fields may depend on the query: where no row is known again, only their number counts.
 */
function leftOut(seen: readonly Json[], rows: readonly Json[], nameOf: Identity): number {
  if (rows.length >= mostCompared) return 0
  const lost = surplus(seen, rows, nameOf)
  return lost < seen.length ? lost : Math.max(0, seen.length - rows.length)
}

/** Each type by itself against all rows. */
async function compareTypes(collection: NftCollection, walked: Walked): Promise<string> {
  const { walk, nameOf } = collection
  const all = walked.rows
  // The fields of an NFT are not documented: `type` is believed only where each says one of the three.
  const typed = all.every((row) => nftTypes.some((type) => type === typeOf(row)))
  const filtered: (Walked & { type: string })[] = []
  for (const type of nftTypes) {
    const one = await walk({ type })
    const { rows, total } = one
    const other = rows.length - ofType(rows, type).length
    if (typed && other > 0) fail(`type=${type} gives ${other} rows of another type`)
    const lost = typed ? leftOut(ofType(all, type), rows, nameOf) : 0
    if (lost > 0) fail(`type=${type} leaves out ${lost} of its rows`)
    // A total like that of the whole list may count what was not filtered: the document says nothing of it.
    const expected = total !== undefined && total < (walked.total ?? 0) ? Math.min(total, mostCompared) : 0
    if (rows.length < expected)
      fail(`type=${type} counts ${total} rows, and ${rows.length} came before its pages ended`)
    if (total !== undefined && expected === mostCompared && total > rows.length)
      await judgeLastPage(collection, total, one.fullest, type)
    filtered.push({ ...one, type })
  }
  // Of one type, which costs two requests, and of those whose end is known by a repeated page alone.
  const most = Math.max(...filtered.map(({ rows }) => rows.length))
  const longest = filtered.find(({ rows }) => rows.length === most)
  for (const one of filtered)
    if (one === longest || one.repeated !== undefined) await comparePaged(collection, one)
  const rows = filtered.flatMap((one) => one.rows)
  const owned = rowCounts(all, nameOf)
  // Rows that say their type have been held against it. Equal ones beyond the first of a long list may be of any type.
  const isCounted = !typed && (all.length < mostCompared || [...owned.values()].every((count) => count === 1))
  const often = [...rowCounts(rows, nameOf)].filter(([row, count]) => count > (owned.get(row) ?? 1)).length
  if (isCounted && often > 0) fail(`${often} rows come with more than one type`)
  return `${rows.length} of ${all.length} rows${lookedAt(walked)}`
}

export const typeFilter: Check = {
  name: 'type-filter',
  suite: 'read',
  needs: ['key', 'address'],
  asserts: 'with type only equipment of that type comes, and all of it',
  section: '4 GET /nft/collection/{address}',
  run: async (ground) => {
    if (ground.broken.has('paging')) skip('see paging')
    const collection = await openCollection(ground)
    if (collection.first.length === 0) return skip('there are no rows')
    return steadily(collection, async (walked) => compareTypes(collection, walked))
  },
}
