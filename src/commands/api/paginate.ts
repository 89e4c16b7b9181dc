/** Every page of a list by raw calls, as one list. */
import { sendReadRequest } from '../../client/client.ts'
import type { Composed, Pair } from '../../client/compose.ts'
import { noListNote, readList } from '../../client/list-pages.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { usage } from '../../errors.ts'
import { rows, type Result } from '../../output/view.ts'
import type { Session } from '../../session/session.ts'
import type { Part } from '../../runtime/services.ts'
import { answered } from './render-response.ts'

/** The rows of the pages from the one given, or 1; an answer without a list as it came, with a note. */
export async function everyPage(
  make: (page: number | undefined) => Composed,
  params: Pair[],
  { sender }: Session,
  tools: Part<'globals' | 'note', 'stdout'>,
): Promise<Result> {
  const number = (name: string) => {
    const [, value] = params.findLast(([key]) => key === name) ?? []
    if (value === undefined) return undefined
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
    throw usage(`--param ${name} must be a whole number, 1 or greater.`, `For example --param ${name}=1.`)
  }
  const [page, limit] = [number('page'), number('limit')]
  const paging = { all: true, ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }
  let last = { data: null as Json, status: 200, headers: new Map<string, string>(), violations: [] }
  const listing = await readList(
    async (at) => (last = { ...(await sendReadRequest(make(at), sender)), violations: [] }).data,
    paging,
    tools.note,
  )
  if (listing.rows) return { ...rows(listing.rows, [], 'no rows'), defaultFormat: 'json' }
  await tools.note(noListNote)
  return answered(last, {}, tools)
}
