/** The body that every reading command shares: gather the input, read, say what departs, hand over data and view. */
import { sendRead, type ServiceResponse } from '../client/client.ts'
import type { Pair } from '../client/compose.ts'
import type { Json } from '../contract/lossless-json.ts'
import { operationOf, type InputOf, type OperationName, type ResultOf } from '../contract/operations.ts'
import { moveError, usage } from '../errors.ts'
import { one, type Column, type Result, type View } from '../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../runtime/command.ts'
import { wantsSeveralProfiles, type ParamValues, type ReadingValues } from './read-flags.ts'
import type { ProfileTools } from '../session/profiles.ts'
import { openSession, type Session } from '../session/session.ts'
import { coerceRecord } from '../contract/coerce-record.ts'
import type { Part, Tools } from '../runtime/services.ts'

export type ReadSpec<Input, Data, V extends object> = {
  /** What was given, in the service's terms. Throws CLI_USAGE before anything is sent. */
  input?: (given: ParsedArgs<V>, tools: Tools) => Promise<Input>
  /** What a person sees; without it the fields stand one below the other. */
  view?: (data: Data, session: Session, given: ParsedArgs<V>) => View
  /** What a person sees of several wallets, each in a row; without it, the fields as they come. */
  columns?: (given: ParsedArgs<V>) => Column[]
  /** More to say once the answer is here. */
  after?: (data: Data, input: Input, tools: Tools, session: Session) => Promise<void>
  /** What is handed over where it is not the answer itself. */
  made?: (data: Data, session: Session, tools: Tools) => Promise<Json>
}

/** A command's body for one reading operation; with --all-profiles or --profiles, for several wallets. */
type ReadSpecs<V extends object> = { [K in OperationName]: ReadSpec<InputOf<K>, ResultOf<K>, V> }
export const readCommand = <K extends OperationName, V extends ReadingValues = ReadingValues>(
  name: K,
  shape: ReadSpecs<V>[K],
): CommandHandler<V> => readHandler(name, shape as unknown as ReadSpec<object, unknown, V>)

type ReadOutcome = { made: Json; data: unknown; session: Session }

function readHandler<V extends ReadingValues>(
  name: OperationName,
  shape: ReadSpec<object, unknown, V>,
): CommandHandler<V> {
  const { input, view, after, made, columns } = shape
  const outcome = async (given: ParsedArgs<V>, tools: Tools): Promise<ReadOutcome> => {
    const params = paramsOf(given, name)
    const wanted = input ? await input(given, tools) : {}
    const session = await openSession(tools, operationOf(name), wanted)
    const answer = await sendRead(name, wanted, session.sender, params)
    await noteViolations(answer, tools)
    const data = coerceRecord(operationOf(name).result, answer.data)
    await after?.(data, wanted, tools, session)
    return { data, session, made: made ? await made(data, session, tools) : answer.data }
  }
  return async (given, tools) => {
    if (wantsSeveralProfiles(given.flags))
      return readSeveral(
        given,
        tools,
        columns?.(given) ?? [],
        async (own) => (await outcome(given, own)).made,
      )
    const { made: result, data, session } = await outcome(given, tools)
    return one(result, view && (() => view(data, session, given)))
  }
}

async function readSeveral(
  given: ParsedArgs<ReadingValues>,
  tools: ProfileTools,
  columns: Column[],
  work: (own: Tools) => Promise<Json>,
): Promise<Result> {
  const { forEachProfile } = await import('../session/profiles.ts')
  const { withProfileColumn, throwIfFailed, failedRow, withProfileField } = await import('./profile-rows.ts')
  const wallets = await forEachProfile(given.flags, tools, work)
  const rows = async function* () {
    for (const wallet of wallets)
      yield wallet.error
        ? failedRow(wallet, wallet.error)
        : withProfileField(wallet.profile, wallet.value ?? null)
    throwIfFailed(wallets)
  }
  return { kind: 'rows', rows: rows(), columns: withProfileColumn(columns), empty: 'no profile' }
}

/**
 * `--param key=value`, as given, in order. Throws CLI_USAGE for one without `=`, and for one
 * that is a flag of the operation's command.
 */
export const paramsOf = ({ flags }: ParsedArgs<ParamValues>, name?: OperationName): Pair[] =>
  (flags.param ?? []).map((text) => {
    const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? []
    if (key === undefined || value === undefined)
      throw usage('--param must be key=value.', 'For example --param lang=en.')
    if (name !== undefined && isDocumented(name, key))
      throw usage(`The parameter ${key} has its own flag.`, `Use --${key}.`)
    return [key, value]
  })

const isDocumented = (name: OperationName, key: string): boolean => {
  const { input } = operationOf(name)
  return Object.hasOwn(input, key) && input[key]?.in === 'query'
}

/** Names once what is not as documented (docs/service.md §2). Throws with --strict, exit 8. */
export async function noteViolations(
  { violations }: ServiceResponse,
  tools: Part<'globals' | 'note'>,
): Promise<void> {
  if (violations.length === 0) return
  const list = violations
    .map(({ path, expected, found }) => `${path} (${expected} is documented, ${found} came)`)
    .join(', ')
  if (tools.globals['strict'] === true) {
    throw moveError('CLI_UNEXPECTED_RESPONSE', {
      message: `The record is not as documented: ${list}.`,
      outcome: 'rejected',
      hint: 'Leave out --strict to see it anyway.',
    })
  }
  await tools.note(`note: The record is not as documented: ${list}.`)
}
