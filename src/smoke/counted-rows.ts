/** Rows of a long list beyond those that are compared, by the service's own count of them: a few pages stand for the rest. */
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { mostCompared, type NftCollection, type Page, type Walked } from './collection-pages.ts'
import { fail } from './ends.ts'
import { haveIds } from './identity.ts'

/** Rows of a large page. The greatest limit is not documented: fewer may come, or none. */
const largePage = 100

/** A list that counts other rows than before has changed meanwhile. */
const isChanged = ({ totals }: Page, total: number): boolean => (totals.rows ?? total) !== total

/** The last page by the total has the rows that are left for it. `size`: rows that a page may have. */
export async function judgeLastPage(
  { read }: NftCollection,
  total: number,
  size: number,
  type?: string,
): Promise<void> {
  let limit = size
  while (limit > 1 && total % limit === 0) limit--
  if (limit < 2) return
  const [number, rest] = [Math.ceil(total / limit), total % limit]
  const last = await read({ limit, page: number, ...(type !== undefined && { type }) })
  if (isChanged(last, total) || last.rows.length === rest) return
  const which = type === undefined ? '' : `type=${type}: `
  fail(
    `${which}the service counts ${total} rows, so page ${number} with limit ${limit} is the last with ${rest}; it has ${last.rows.length}`,
  )
}

/** The first of the large pages and one in the middle: as many rows as the total has there, and none of them twice. */
export async function judgeLargePages({ read }: NftCollection, { rows, total = 0 }: Walked): Promise<void> {
  if (rows.length < mostCompared || total <= rows.length) return
  const limit = Math.min(total, largePage)
  const head = await read({ limit, page: 1 })
  const size = head.rows.length
  if (size < 2 || size > limit || isChanged(head, total)) return
  const number = Math.floor(Math.ceil(total / size) / 2) + 1
  const middle = number === 1 ? { rows: [], totals: {} } : await read({ limit, page: number })
  if (isChanged(middle, total)) return
  const expected = number === 1 ? 0 : Math.min(size, total - (number - 1) * size)
  if (middle.rows.length !== expected)
    fail(
      `the service counts ${total} rows, so page ${number} with limit ${limit} has ${expected}; it has ${middle.rows.length}`,
    )
  if (!haveIds(rows)) return
  const often = repeatsIn(head.rows) + repeatsIn(middle.rows)
  if (often > 0) fail(`with limit ${limit} ${often} rows come more than once on a page`)
  // Rows that moved on from the first page while the other was read are gone from it.
  const both = sharedBy(head.rows, middle.rows)
  const still = both.length > 0 ? sharedBy((await read({ limit, page: 1 })).rows, both) : []
  if (still.length > 0)
    fail(`with limit ${limit} ${still.length} rows of page 1 come on page ${number} again`)
}

const textsOf = (rows: readonly Json[]): Set<string> => new Set(rows.map((row) => writeJson(row)))

/** Rows that are there once more: other tokens may have the same id, in another contract, so that the whole row counts. */
const repeatsIn = (rows: readonly Json[]): number => rows.length - textsOf(rows).size

function sharedBy(these: readonly Json[], those: readonly Json[]): Json[] {
  const there = textsOf(these)
  return those.filter((row) => there.has(writeJson(row)))
}
