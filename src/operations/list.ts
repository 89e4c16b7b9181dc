/** The body that every list shares: gather the input, read page by page, hand over rows as they come. */
import { sendRead, type Sender } from '../client/client.ts'
import { noListNote, readList, type Listing, type ListRows } from '../client/list-pages.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { one, rows, type Column, type Result } from '../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../runtime/command.ts'
import { pagingOf, type PagingValues } from './paging-flags.ts'
import { wantsSeveralProfiles, type ReadingValues } from './read-flags.ts'
import { paramsOf } from './read.ts'
import type { ProfileTools } from '../session/profiles.ts'
import { openSession, type Session } from '../session/session.ts'
import type { SenderTools } from '../session/command-sender.ts'
import type { Part, Tools } from '../runtime/services.ts'

export type ListValues = ReadingValues & PagingValues & { readonly sort?: string | undefined }

export type ListSpec<V extends object> = {
  /** Which operation, and its input but page and limit. Throws CLI_USAGE before anything is sent. */
  of: (given: ParsedArgs<V>, tools: Tools) => Promise<{ operation: OperationName; input: object }>
  /** Known fields, in the order and with the units that people read them in. */
  columns: Column[]
  /** Said on stderr where there is no row. */
  empty: string
  /** Rows on a page where no limit is sent, where that is documented (docs/service.md §8). */
  defaultLimit?: number
}

/** A command's body for one list; with --all-profiles or --profiles, for several wallets. */
export function listCommand<V extends ListValues>({
  of,
  columns,
  empty,
  defaultLimit,
}: ListSpec<V>): CommandHandler<V> {
  const open = async (given: ParsedArgs<V>, tools: Tools): Promise<Listing> => {
    const paging = { ...pagingOf(given), ...(defaultLimit !== undefined && { defaultLimit }) }
    const { operation, input } = await of(given, tools)
    const params = paramsOf(given, operation)
    if (paging.all) await savingMemory()
    const session = await openSession(tools, operationOf(operation), input)
    const pages = pagesOf(tools, session)
    const fetch = async (page: number | undefined) => {
      const asked = { ...input, page, limit: paging.limit }
      return (await sendRead(operation, asked, await pages.sender(), params)).data
    }
    const listing = await readList(fetch, paging, tools.note)
    return listing.rows ? { ...listing, rows: ending(listing.rows, pages.end) } : listing
  }
  return async (given, tools) => {
    const result = wantsSeveralProfiles(given.flags)
      ? await listSeveral(given, tools, columns, empty, async (own) => open(given, own))
      : await oneListing(await open(given, tools), columns, empty, tools)
    const by = given.flags.sort
    if (by === undefined || result.kind !== 'rows') return result
    const { sorted } = await import('../output/sort-rows.ts')
    return { ...result, rows: sorted(result.rows, by, tools.note) }
  }
}

/** Pages leave much behind: collected early, a list of 100,000 rows takes hardly more memory than one of 1,000. */
async function savingMemory(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8')
  for (const flag of ['--semi-space-growth-factor=1', '--optimize-for-size']) setFlagsFromString(flag)
}

/** The first page is sent like any read. Those after it wait for the hourly limit and take turns on up to eight connections. */
function pagesOf(tools: SenderTools, session: Session) {
  let asked = 0
  let many: Promise<{ sender: Sender; end: () => Promise<void> }> | undefined
  return {
    sender: async (): Promise<Sender> => {
      if (asked++ === 0) return session.sender
      many ??= import('../session/throttled-sender.ts').then(async ({ senderForPages }) =>
        senderForPages(tools, session),
      )
      return (await many).sender
    },
    end: async (): Promise<void> => (await many)?.end(),
  }
}

async function* ending(rows: ListRows, end: () => Promise<void>): ListRows {
  try {
    yield* rows
  } finally {
    await end()
  }
}

async function oneListing(
  listing: Listing,
  columns: Column[],
  empty: string,
  tools: Part<'note'>,
): Promise<Result> {
  if (listing.rows) return rows(listing.rows, columns, empty)
  await tools.note(noListNote)
  return one(listing.data)
}

/** The first page of every wallet is there before the first row goes out, so that the columns fit them all. */
async function listSeveral(
  given: ParsedArgs<ReadingValues>,
  tools: ProfileTools,
  columns: Column[],
  empty: string,
  open: (own: Tools) => Promise<Listing>,
): Promise<Result> {
  const { forEachProfile, captureError } = await import('../session/profiles.ts')
  const { withProfileColumn, throwIfFailed, failedRow, withProfileField } = await import('./profile-rows.ts')
  const results = await forEachProfile(given.flags, tools, open)
  const all = async function* () {
    for (const result of results) {
      const { profile, value } = result
      if (value && !value.rows) {
        await tools.note(`${profile}: ${noListNote}`)
        yield withProfileField(profile, value.data)
      }
      try {
        for await (const row of value?.rows ?? [])
          yield row === undefined ? row : withProfileField(profile, row)
      } catch (error) {
        captureError(result)(error)
      }
      delete result.value
      if (result.error) yield failedRow(result, result.error)
    }
    throwIfFailed(results)
  }
  return rows(all(), withProfileColumn(columns), empty)
}
