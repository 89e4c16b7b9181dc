/** The body that every reading command shares: gather the input, read, say what departs, hand over data and view. */
import { read, type Answer } from '../client/client.ts'
import type { Pair } from '../client/compose.ts'
import type { Json } from '../contract/digits.ts'
import { operationOf, type InputOf, type OperationName, type ResultOf } from '../contract/operations.ts'
import { MoveError, usage } from '../errors.ts'
import { one, type Column, type Result, type View } from '../output/view.ts'
import type { Body, Given } from '../runtime/command.ts'
import { isAcross } from './read-flags.ts'
import { openSession, type Session } from '../session/session.ts'
import { shaped } from '../contract/coerce-record.ts'
import type { Tools } from '../runtime/services.ts'

export type Reader<Input, Data> = {
  /** What was given, in the service's terms. Throws CLI_USAGE before anything is sent. */
  input?: (given: Given, tools: Tools) => Promise<Input>
  /** What a person sees; without it the fields stand one below the other. */
  view?: (data: Data, session: Session, given: Given) => View
  /** The same for several wallets, one in a row; without it, the fields as they come. */
  columns?: (given: Given) => Column[]
  /** More to say once the answer is here. */
  after?: (data: Data, input: Input, tools: Tools, session: Session) => Promise<void>
  /** What is handed over where it is not the answer itself. */
  made?: (data: Data, session: Session, tools: Tools) => Promise<Json>
}

/** A command's body for one reading operation; with --all-profiles or --profiles, for several wallets. */
type Readers = { [K in OperationName]: Reader<InputOf<K>, ResultOf<K>> }
export const reader = <K extends OperationName>(name: K, shape: Readers[K]): Body =>
  bodyOf(name, shape as unknown as Reader<object, unknown>)

type Outcome = { made: Json; data: unknown; session: Session }

function bodyOf(name: OperationName, shape: Reader<object, unknown>): Body {
  const { input, view, after, made, columns } = shape
  const outcome = async (given: Given, tools: Tools): Promise<Outcome> => {
    const params = paramsOf(given, name)
    const wanted = input ? await input(given, tools) : {}
    const session = await openSession(tools, name, wanted)
    const answer = await read(name, wanted, session.sender, params)
    await sayDepartures(answer, tools)
    const data = shaped(operationOf(name).result, answer.data)
    await after?.(data, wanted, tools, session)
    return { data, session, made: made ? await made(data, session, tools) : answer.data }
  }
  return async (given, tools) => {
    if (isAcross(given))
      return several(given, tools, columns?.(given) ?? [], async (own) => (await outcome(given, own)).made)
    const { made: result, data, session } = await outcome(given, tools)
    return one(result, view && (() => view(data, session, given)))
  }
}

async function several(
  given: Given,
  tools: Tools,
  columns: Column[],
  work: (own: Tools) => Promise<Json>,
): Promise<Result> {
  const { across } = await import('../session/profiles.ts')
  const { acrossColumns, endAcross, failedRow, ofProfile } = await import('./profile-rows.ts')
  const wallets = await across(given, tools, work)
  const rows = async function* () {
    for (const wallet of wallets)
      yield wallet.error ? failedRow(wallet, wallet.error) : ofProfile(wallet.profile, wallet.value ?? null)
    endAcross(wallets)
  }
  return { kind: 'rows', rows: rows(), columns: acrossColumns(columns), empty: 'no profile' }
}

/** `--param key=value`, as given, in order. Throws CLI_USAGE for one without `=`, and for one that is a flag of the operation's command. */
export const paramsOf = ({ flags }: Given, name?: OperationName): Pair[] =>
  ((flags['param'] as string[] | undefined) ?? []).map((text) => {
    const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? []
    if (key === undefined || value === undefined)
      throw usage('--param is written key=value.', 'For example --param lang=en.')
    if (name !== undefined && isDocumented(name, key))
      throw usage(`The parameter ${key} has a flag of its own.`, `Give it with --${key}.`)
    return [key, value]
  })

const isDocumented = (name: OperationName, key: string): boolean => {
  const { input } = operationOf(name)
  return Object.hasOwn(input, key) && input[key]?.in === 'query'
}

/** Names once what is not as documented (docs/service.md §2). Throws with --strict, exit 8. */
export async function sayDepartures({ departures }: Answer, tools: Tools): Promise<void> {
  if (departures.length === 0) return
  const list = departures
    .map(({ path, expected, found }) => `${path} (${expected} is documented, ${found} came)`)
    .join(', ')
  if (tools.globals['strict'] === true) {
    throw new MoveError(`The record is not as documented: ${list}.`, {
      code: 'CLI_UNEXPECTED_RESPONSE',
      exit: 8,
      outcome: 'rejected',
      hint: 'Leave out --strict to see it all the same.',
    })
  }
  await tools.note(`note: the record is not as documented: ${list}`)
}
