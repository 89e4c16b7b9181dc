/** Reads a list page by page, whatever shape it comes in, and knows when to stop. Holds one page at a time. */
import type { Json } from '../contract/lossless-json.ts'
import { moveError, MoveError } from '../errors.ts'
import { Incomplete } from './incomplete.ts'
import { listAt, pathToList, totalsOf, type PageTotals } from './list-envelope.ts'
import { pageComparer } from './same-page.ts'

export type Paging = {
  /** The page asked for; none is sent where none is given, unless all are read. */
  page?: number
  limit?: number
  /** Page after page, from `page` or 1. */
  all: boolean
  /** Most rows to hand out. */
  most?: number
  /** Rows on a page where no limit is sent, where the document says. */
  defaultLimit?: number
}

/** A pause in the rows: the next page is about to be asked for, and what came may go out. */
export const pageBreak = undefined
export type ListRows = AsyncGenerator<Json | typeof pageBreak>

/** The first page's data as it came and, where a list is in it, its rows and those of the pages after it. */
export type Listing = { data: Json; rows?: ListRows }

/** Said where there are no rows. */
export const noListNote = 'note: The answer has no list and is shown unchanged.'

/** A page's data. `page` is undefined where none is to be sent. Throws MoveError. */
export type FetchPage = (page: number | undefined) => Promise<Json>

/** Rows on a page where nothing says how many it may have (docs/service.md §8). */
const usualRows = 20

/**
 * Asks for the first page. Reading on asks for the others: until one that is empty, repeated, or shorter than another, and
 * never for more than totals allow, but one: after a full last page, since totals may count something else. Throws Incomplete
 * where rows may be missing, after the rows that came; a later page without a list throws.
 */
export async function readList(
  fetch: FetchPage,
  paging: Paging,
  note: (text: string) => Promise<void>,
): Promise<Listing> {
  const first = paging.page ?? (paging.all ? 1 : undefined)
  const data = await fetch(first)
  const path = pathToList(data)
  if (!path) return { data }
  return { data, rows: rowsOfPages({ fetch, paging, note, path }, data) }
}

type Walk = { fetch: FetchPage; paging: Paging; note: (text: string) => Promise<void>; path: string[] }

async function* rowsOfPages({ fetch, paging, note, path }: Walk, first: Json): ListRows {
  const { most = Infinity, all } = paging
  const from = paging.page ?? 1
  const isRepeated = pageComparer()
  let data: Json | undefined = first
  let given = 0
  let seen: PagesRead | undefined
  /** The page before said that there are more. */
  let promised = false
  /** Totals named a full page the last, or a first page is short: the next one shows whether it is the last. */
  let presumedLast: number | undefined
  let counted: number | undefined
  const end = () => {
    if (counted !== undefined && given < counted) throw cutShort(given, counted)
  }
  for (let page = from; ; page++) {
    const rows = listAt(data, path)
    if (presumedLast !== undefined && !rows?.length) return end()
    if (!rows) throw listless(page)
    const { size, ...said } = totalsOf(data, path)
    const totals = { ...(size !== undefined && { size }), ...(presumedLast === undefined && said) }
    data = undefined
    if (all && (await isRepeated(rows))) {
      if (page - 1 === presumedLast) return end()
      throw repeated(page)
    }
    for (const row of rows) {
      if (given >= most) return
      given += 1
      yield row
    }
    if (given >= most) return
    seen = see(seen, page, rows.length)
    const count = from === 1 ? totals.rows : undefined
    const isWhole = count !== undefined && given >= count
    if (promised && rows.length === 0 && totals.more !== false && !isWhole)
      throw brokenPromise(page, 'is empty')
    promised = all && (totals.more === true || (totals.pages ?? 0) > page)
    if (!all || isLast(seen, totals, paging)) {
      counted = all && totals.more === false ? undefined : count
      if (!all) return count === undefined || given >= count ? undefined : note(partOf(given, count))
      const isKnown = presumedLast !== undefined || totals.more === false
      if (isKnown || isSurelyLast(seen, { ...totals, isWhole: given === count }, paging)) return end()
      presumedLast = page
      promised = false
    }
    yield pageBreak
    try {
      data = await fetch(page + 1)
    } catch (error) {
      if (presumedLast !== undefined && isBeyond(error)) return end()
      if (!isBeyond(error) || totals.pages !== undefined || (count !== undefined && given < count))
        throw error
      if (promised && !isWhole) throw brokenPromise(page + 1, `is refused (${error.fault.code})`)
      if (count === undefined) await pastTheEnd(error, page + 1, note)
      return
    }
  }
}

/** What the pages so far were like: rows of the last, of the fullest, of all. */
type PagesRead = { page: number; first: boolean; rows: number; fullest: number; all: number }

const see = (seen: PagesRead | undefined, page: number, rows: number): PagesRead => ({
  page,
  first: !seen,
  rows,
  fullest: Math.max(seen?.fullest ?? 0, rows),
  all: (seen?.all ?? 0) + rows,
})

/** Empty, the last that totals allow, or short. */
function isLast({ page, first, rows, fullest, all }: PagesRead, totals: PageTotals, paging: Paging): boolean {
  if (rows === 0) return true
  if (totals.pages !== undefined) return page >= totals.pages
  if (totals.more !== undefined) return !totals.more
  // A total below the rows that came counts something else.
  const count = totals.rows !== undefined && totals.rows >= all ? totals.rows : undefined
  if (count !== undefined && page * fullest >= count) return true
  // Totals know better than a limit that the service may have capped.
  if (first && (count !== undefined || totals.pages !== undefined)) return false
  return isShort({ page, first, rows, fullest, all }, totals, paging)
}

/** Fewer rows than a page may have, as far as is known. */
function isShort({ first, rows, fullest }: PagesRead, totals: PageTotals, paging: Paging): boolean {
  if (!first) return rows < fullest
  const asked = paging.limit ?? paging.defaultLimit ?? usualRows
  return rows < (pageSize(totals, paging) ?? Math.min(asked, usualRows))
}

/** The size of a page by the service's own word, where that does not only repeat the limit. */
const pageSize = ({ size }: PageTotals, { limit }: Paging): number | undefined =>
  size === limit ? undefined : size

/**
 * Need the page behind it not be asked for? A first page that is short proves nothing by itself: the service may have
 * capped its limit at any number.
 */
function isSurelyLast(seen: PagesRead, totals: PageTotals & { isWhole: boolean }, paging: Paging): boolean {
  if (seen.rows === 0) return true
  if (!isShort(seen, totals, paging)) return false
  const isSaid = totals.isWhole || totals.pages !== undefined || pageSize(totals, paging) !== undefined
  return !seen.first || isSaid
}

/** The service itself, and nobody in front of it, refuses a page: many do so beyond the last one. */
const isBeyond = (error: unknown): error is MoveError =>
  error instanceof MoveError &&
  [400, 404].includes(error.fault.httpStatus ?? 0) &&
  error.fault.code !== 'CLI_UNEXPECTED_RESPONSE'

/** Nothing says how many rows there are: a 404 is how a missing page is called, a 400 may be a limit to pages. */
async function pastTheEnd(
  { fault }: MoveError,
  page: number,
  note: (text: string) => Promise<void>,
): Promise<void> {
  if (fault.httpStatus !== 404)
    throw new Incomplete(
      `The service refused page ${page} (${fault.code}), so no more were read; rows may be missing.`,
      'If the pages before it are the whole list, give their number of rows: --max-items.',
    )
  await note(`note: The service has no page ${page} (${fault.code}), so page ${page - 1} counts as the last.`)
}

const partOf = (given: number, all: number) => `note: ${given} of ${all} rows. --all reads every page.`
const cutShort = (given: number, all: number) =>
  new Incomplete(
    `The service counts ${all} rows, but only ${given} came before its pages ended.`,
    'Run it again. If the count includes rows that a filter leaves out, these are all.',
  )
const brokenPromise = (page: number, what: string) =>
  new Incomplete(
    `The service announced more rows, but page ${page} ${what}; rows may be missing.`,
    'Run it again, or read one page at a time with --page.',
  )
const repeated = (page: number) =>
  new Incomplete(
    `Page ${page} repeats the page before it, so no more were read; rows may be missing.`,
    'If the first page is the whole list, leave out --all.',
    true,
  )

const listless = (page: number): MoveError =>
  moveError('CLI_UNEXPECTED_RESPONSE', {
    message: `Page ${page} has no list, unlike the page before it; rows are missing.`,
    outcome: 'rejected',
    hint: 'Try again in a few minutes, or read one page at a time with --page.',
  })
