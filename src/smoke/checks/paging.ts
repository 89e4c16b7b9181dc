/**
 * Page sizes, and pages that neither repeat nor lose. Only the collection of an address documents
 * them (sections 4 and 8 of the API document).
 */
import { defaultPageSize } from '../../contract/service.ts'
import type { Check } from '../check.ts'
import {
  mostCompared,
  openCollection,
  repeatText,
  type NftCollection,
  type Walked,
} from '../collection-pages.ts'
import { fail, Failed, skip } from '../ends.ts'
import { difference, surplus } from '../identity.ts'
import { judgeLargePages, judgeLastPage } from '../counted-rows.ts'
import { lookedAt, steadily, unevenLimit } from '../page-comparison.ts'
import type { Need, SmokeContext } from '../smoke-context.ts'

const collectionSection = '4 GET /nft/collection/{address}'
const needs: readonly Need[] = ['key', 'address']

/** Compares the rows by pages of two sizes: they must be the same, and as many as the service counts. */
async function comparePages(
  collection: NftCollection,
  walked: Walked,
  ground: SmokeContext,
): Promise<string> {
  const wide = walked.rows
  await judgeDefault(collection, walked, ground)
  if (wide.length < 2) return skip('there are fewer than two rows')
  const limit = unevenLimit(wide.length, 4)
  const narrow = await collection.walk({ limit })
  await judgeTotal(collection, walked, narrow)
  const differing = difference(wide, narrow.rows, collection.nameOf)
  if (differing === undefined) {
    if (walked.total === narrow.total) await judgeLargePages(collection, walked)
    return `${wide.length} rows, with limit ${limit} the same${lookedAt(walked)}`
  }
  const why = [walked, narrow].flatMap(({ repeated }) =>
    repeated === undefined ? [] : `; ${repeatText(repeated)}`,
  )
  return fail(
    `with limit ${limit} ${narrow.rows.length} rows came, without it ${wide.length}: ${differing}${why.at(0) ?? ''}`,
  )
}

/** Where no page is asked for, the first one comes. A list may have changed since: what differs is asked for once more. */
async function judgeDefault(
  { first, nameOf, page }: NftCollection,
  { start }: Walked,
  { departed }: SmokeContext,
): Promise<void> {
  if (departed.has('nft.collectionOf') || difference(start, first, nameOf) === undefined) return
  const differing = difference(start, await page({}), nameOf)
  if (differing !== undefined)
    fail(`without page other rows came than those of page 1, the documented default: ${differing}`)
}

/** A total below the rows that come is wrong; one that depends on the limit counts something else, such as pages. */
async function judgeTotal(collection: NftCollection, { rows, total }: Walked, narrow: Walked): Promise<void> {
  if (total === undefined || total !== narrow.total) return
  const came = Math.max(rows.length, narrow.rows.length)
  // Two limits may come to as many pages: by single rows no other count is the same.
  if (came > total && ((await collection.read({ limit: 1 })).totals.rows ?? total) === total)
    fail(`the service counts ${total} rows, and its pages give ${came}`)
  // A limit may be capped, so what came of one is asked for.
  if (came >= mostCompared && came < total) await judgeLastPage(collection, total, narrow.fullest)
}

export const paging: Check[] = [
  {
    name: 'page-size',
    suite: 'read',
    needs,
    asserts: `without limit a page has ${defaultPageSize} rows where there are so many, with limit at most as many as asked for`,
    section: `8, ${collectionSection}`,
    run: async (ground) => {
      const { first, nameOf, page } = await openCollection(ground)
      const usual = first.length
      if (usual > defaultPageSize) {
        ground.departed.add('nft.collectionOf')
        fail(`without limit a page has ${usual} rows`)
      }
      if (usual < 2) return skip('there are fewer than two rows')
      // A page beyond the last may be the last one again: only what it adds counts.
      if (usual < defaultPageSize && surplus(await page({ page: 2 }), first, nameOf) > 0)
        fail(
          `without limit a page has ${usual} rows though there are more; ${defaultPageSize} are documented`,
        )
      const { length: asked } = await page({ limit: usual - 1 })
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
    run: async (ground) => {
      try {
        const collection = await openCollection(ground)
        return await steadily(collection, async (walked) => comparePages(collection, walked, ground))
      } catch (error) {
        if (error instanceof Failed) ground.broken.add('paging')
        throw error
      }
    },
  },
]
