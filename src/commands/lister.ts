/** The body that every list shares: gather the input, read page by page, hand over rows as they come. */
import { read } from '../client/client.ts'
import { readList, type Listing, type Paging } from '../client/pages.ts'
import type { OperationName } from '../contract/operations.ts'
import { usage } from '../errors.ts'
import { one, rows, type Column, type Result } from '../output/view.ts'
import { textFlag, type Body, type Given } from './command.ts'
import { isAcross } from './reading.ts'
import { paramsOf } from './reader.ts'
import { openSession } from './session.ts'
import type { Tools } from './tools.ts'

export type Lister = {
  /** Which operation, and its input but page and limit. Throws CLI_USAGE before anything is sent. */
  of: (given: Given, tools: Tools) => Promise<{ operation: OperationName; input: object }>
  /** Known fields, in the order and with the units that people read them in. */
  columns: Column[]
  /** Said on stderr where there is no row. */
  empty: string
  /** Rows on a page where no limit is sent, where api.md says. */
  usual?: number
}

/** A command's body for one list; with --all-profiles or --profiles, for several wallets. */
export function lister({ of, columns, empty, usual }: Lister): Body {
  const open = async (given: Given, tools: Tools): Promise<Listing> => {
    const paging = { ...pagingOf(given), ...(usual !== undefined && { usual }) }
    const params = paramsOf(given)
    const { operation, input } = await of(given, tools)
    const { sender } = await openSession(tools, operation, input)
    const { limit } = paging
    const fetch = async (page: number | undefined) =>
      (await read(operation, { ...input, page, limit }, sender, params)).data
    return readList(fetch, paging, tools.note)
  }
  return async (given, tools) => {
    const result = isAcross(given)
      ? await several(given, tools, columns, empty, async (own) => open(given, own))
      : await single(await open(given, tools), columns, empty, tools)
    const by = textFlag(given, 'sort')
    if (by === undefined || result.kind !== 'rows') return result
    const { sorted } = await import('./sort.ts')
    return { ...result, rows: sorted(result.rows, by, tools.note) }
  }
}

async function single(listing: Listing, columns: Column[], empty: string, tools: Tools): Promise<Result> {
  if (listing.rows) return rows(listing.rows, columns, empty)
  await tools.note(noList)
  return one(listing.data)
}

const noList = 'note: there is no list in the answer; it is shown as it came'

/** The first page of every wallet is there before the first row goes out, so that the columns fit them all. */
async function several(
  given: Given,
  tools: Tools,
  columns: Column[],
  empty: string,
  open: (own: Tools) => Promise<Listing>,
): Promise<Result> {
  const { across, acrossColumns, endAcross, failedRow, keeping, ofProfile } = await import('./across.ts')
  const wallets = await across(given, tools, open)
  const all = async function* () {
    for (const wallet of wallets) {
      const { profile, value } = wallet
      if (value && !value.rows) {
        await tools.note(`${profile}: ${noList}`)
        yield ofProfile(profile, value.data)
      }
      try {
        for await (const row of value?.rows ?? []) yield row === undefined ? row : ofProfile(profile, row)
      } catch (error) {
        keeping(wallet)(error)
      }
      delete wallet.value
      if (wallet.error) yield failedRow(wallet, wallet.error)
    }
    endAcross(wallets)
  }
  return rows(all(), acrossColumns(columns), empty)
}

/** --page, --limit, --all, --max-items. Throws CLI_USAGE. */
function pagingOf(given: Given): Paging {
  const [page, limit, most] = [count(given, 'page'), count(given, 'limit'), count(given, 'maxItems')]
  const all = given.flags['all'] === true
  if (all && page !== undefined)
    throw usage('--all starts at the first page: it does not go with --page.', 'Leave one of them out.')
  return {
    all: all || most !== undefined,
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    ...(most !== undefined && { most }),
  }
}

function count(given: Given, name: string): number | undefined {
  const text = textFlag(given, name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  const flag = name === 'maxItems' ? 'max-items' : name
  throw usage(`--${flag} is a whole number from 1.`, `For example --${flag} 50.`)
}
