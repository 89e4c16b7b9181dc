/** Reads a list page by page, whatever shape it comes in, and knows when to stop. Holds one page at a time. */
import { writeJson, type Json } from '../contract/digits.ts'
import { MoveError } from '../errors.ts'
import { listAt, pathToList, totalsOf, type Totals } from './list.ts'

export type Paging = {
  /** The page asked for; none is sent where none is given, unless all are read. */
  page?: number
  limit?: number
  /** Page after page, from `page` or 1. */
  all: boolean
  /** Most rows to hand out. */
  most?: number
  /** Rows on a page where no limit is sent, where the document says. */
  usual?: number
}

/** A pause in the rows: the next page is about to be asked for, and what came may go out. */
export const pause = undefined
export type Rows = AsyncGenerator<Json | typeof pause>

/** The first page's data as it came and, where a list is in it, its rows and those of the pages after it. */
export type Listing = { data: Json; rows?: Rows }

/** A page's data. `page` is undefined where none is to be sent. Throws MoveError. */
export type FetchPage = (page: number | undefined) => Promise<Json>

/** The fewest rows a page that a service may cap silently: fewer are a short page for certain (api.md §8). */
const leastCap = 20

/**
 * Asks for the first page. Reading on asks for the others: until a short, empty or repeated page, and never for more than
 * totals allow. `note` is told where rows may be missing; a later page without a list throws, for its rows are lost.
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
  return { data, rows: walk({ fetch, paging, note, path }, data) }
}

type Walk = { fetch: FetchPage; paging: Paging; note: (text: string) => Promise<void>; path: string[] }

async function* walk({ fetch, paging, note, path }: Walk, first: Json): Rows {
  const { most = Infinity, all } = paging
  const from = paging.page ?? 1
  let data: Json | undefined = first
  let digest: string | undefined
  let given = 0
  let seen: Seen | undefined
  for (let page = from; ; page++) {
    const rows = listAt(data, path)
    if (!rows) throw listless(page)
    const totals = totalsOf(data, path)
    data = undefined
    const now = all ? await digestOf(rows) : undefined
    if (all && rows.length > 0 && now === digest) {
      await note(repeated(page))
      return
    }
    digest = now
    for (const row of rows) {
      if (given >= most) return
      given += 1
      yield row
    }
    if (given >= most) return
    seen = see(seen, page, from, rows.length)
    if (!all || isLast(seen, totals, paging)) {
      const count = from === 1 ? totals.rows : undefined
      if (count !== undefined && given < count)
        await note(all ? cutShort(given, count) : partOf(given, count))
      return
    }
    yield pause
    data = await fetch(page + 1)
  }
}

/** What the pages so far were like. `before`: rows that this page and those before it stand for. */
type Seen = { page: number; first: boolean; rows: number; fullest: number; before: number }

const see = (seen: Seen | undefined, page: number, from: number, rows: number): Seen => ({
  page,
  first: !seen,
  rows,
  fullest: Math.max(seen?.fullest ?? 0, rows),
  before: (seen?.before ?? (from - 1) * rows) + rows,
})

/** Empty, the last that totals allow, or short. */
function isLast({ page, first, rows, fullest, before }: Seen, totals: Totals, paging: Paging): boolean {
  if (rows === 0) return true
  if (totals.pages !== undefined && page >= totals.pages) return true
  // A total below the rows of one page counts something else.
  const count = totals.rows !== undefined && totals.rows >= rows ? totals.rows : undefined
  if (count !== undefined && (before >= count || page * fullest >= count)) return true
  if (!first) return rows < fullest
  // Totals know better than a limit that the service may have capped.
  if (count !== undefined || totals.pages !== undefined) return false
  const asked = paging.limit ?? paging.usual ?? 0
  const said = totals.size === paging.limit ? undefined : totals.size
  return rows < (said ?? Math.min(asked, leastCap))
}

const partOf = (given: number, all: number) => `note: ${given} of ${all} rows; --all reads every page`
const cutShort = (given: number, all: number) =>
  `note: the service counts ${all} rows, and ${given} came before its pages ended`
const repeated = (page: number) =>
  `note: page ${page} repeats the page before it, so no more were asked for; rows may be missing`

const listless = (page: number): MoveError =>
  new MoveError(`Page ${page} has no list where the page before it has one: rows are missing.`, {
    code: 'CLI_UNEXPECTED_RESPONSE',
    exit: 8,
    outcome: 'rejected',
    hint: 'Try again in a few minutes, or read one page at a time with --page.',
  })

/** The page as 32 bytes: what is remembered of it. */
async function digestOf(rows: Json[]): Promise<string> {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(writeJson(rows)).digest('base64')
}
