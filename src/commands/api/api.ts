/**
 * A raw call: a GET is a read, every other method a write; on a path that the contract knows it is
 * that operation. Its line is in ./index.ts.
 */
import { sendReadRequest, type ServiceResponse } from '../../client/client.ts'
import { composeRaw, type Composed } from '../../client/compose.ts'
import { nearest } from '../../config/nearest.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { operationOf, type OperationName } from '../../contract/operations.ts'
import { usage } from '../../errors.ts'
import { isPlain } from '../../contract/plain.ts'
import { bodyGiven } from '../../operations/request-body.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { paramsOf, noteViolations } from '../../operations/read.ts'
import { openSession, type Session, type SessionNeed } from '../../session/session.ts'
import type { Part } from '../../runtime/services.ts'
import { performWrite } from '../../operations/write.ts'
import { answered } from './render-response.ts'
import { sendSignIn } from './login.ts'
import { everyPage } from './paginate.ts'
import { operationAt, operationLike, placeOf } from './path.ts'
import type { ApiValues } from './flags.ts'
import type { InputTools } from '../../runtime/input-files.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Where the contract does not know whether a path needs a session, it is taken to. */
const careful = (method: string): SessionNeed => ({
  session: 'user',
  kind: method === 'GET' ? 'read' : 'write',
})

export const run: CommandHandler<ApiValues> = async (given, tools) => {
  const { method, text } = callOf(given.args)
  const { path, query } = placeOf(text)
  const known = operationAt(method, path)
  if (known?.values['address'] !== undefined) await checkedAddress(known.values['address'])
  const params = [...query, ...paramsOf(given)]
  const like = known || method === 'GET' ? undefined : operationLike(path)
  const body = method === 'GET' ? noBody(given) : await bodyFor(known?.name, given, tools)
  refuseOdd(method, given)
  const session = await openSession(
    tools,
    known ? operationOf(known.name) : careful(method),
    Object.fromEntries(params),
  )
  const make = (page?: number): Composed => ({
    ...(known && { operation: operationOf(known.name) }),
    ...(like && { like }),
    ...composeRaw(method, path, paged(params, page), body, session.sender.target),
  })
  if (given.flags.paginate === true)
    return { ...(await everyPage(make, params, session, tools)), sentNothing: true }
  const result = (answer: ServiceResponse) => answered(answer, given.flags, tools)
  if (method === 'GET') return { ...result(await readIt(make(), session, tools)), sentNothing: true }
  if (known?.name === 'auth.login' && tools.context.agent)
    throw usage('Agents do not sign in.', 'A person does: movecli login.')
  if (known?.name === 'auth.login') return sendSignIn(make(), session, tools, result)
  return performWrite(tools, session, make(), { done: `applied: ${method} ${path} was accepted`, result })
}

/** A path alone is read. Throws CLI_USAGE for a method alone. */
function callOf([first = '', second]: readonly string[]): { method: string; text: string } {
  if (second !== undefined) return { method: methodOf(first), text: second }
  if (methods.includes(first.toUpperCase()))
    throw usage('<path> is required.', `For example movecli api ${first.toUpperCase()} /motion/daily.`)
  return { method: 'GET', text: first }
}

function methodOf(typed: string): string {
  const method = typed.toUpperCase()
  if (methods.includes(method)) return method
  const near = /^[A-Z]{1,10}$/.test(method) ? nearest(method, methods) : undefined
  throw usage(
    'The first of two arguments of api is a method: GET, POST, PUT, PATCH or DELETE.',
    near ? `Did you mean ${near}?` : 'For example movecli api GET /motion/daily.',
  )
}

const checkedAddress = async (address: string) =>
  (await import('../../wallet/address.ts')).checkAddress(address)

/** The page that is asked for takes the place of one that was given. */
const paged = (params: [string, string][], page: number | undefined): [string, string][] =>
  page === undefined ? params : [...params.filter(([name]) => name !== 'page'), ['page', String(page)]]

function noBody({ flags }: ParsedArgs<ApiValues>): undefined {
  if ((['rawField', 'field', 'input'] as const).every((name) => flags[name] === undefined)) return undefined
  throw usage(
    'A GET has no body.',
    'Give the method, for example movecli api POST /path, or use --param key=value for query parameters.',
  )
}

function refuseOdd(method: string, { flags }: ParsedArgs<ApiValues>): void {
  if (flags.paginate !== true) return
  if (method !== 'GET') throw usage('--paginate works with GET only.', 'Remove --paginate.')
  if (flags.include === true)
    throw usage('-i and --paginate cannot be used together.', 'Use only one of them.')
}

/** What is sent: to a path that a command knows, what that command would send. */
async function bodyFor(
  name: OperationName | undefined,
  given: ParsedArgs<ApiValues>,
  tools: InputTools,
): Promise<Json | undefined> {
  const body = await bodyGiven(given, tools)
  if (name === undefined) return body
  if (body === undefined && name === 'token.claim') return {}
  if (body === undefined)
    throw usage('There is nothing to send.', 'Give fields with -f and -F, or the whole body with --input.')
  if (!isPlain(body)) throw usage('The body must be a JSON object.', 'For example {"level":2}.')
  return body
}

async function readIt(
  request: Composed,
  { sender }: Session,
  tools: Part<'globals' | 'note'>,
): Promise<ServiceResponse> {
  const answer = await sendReadRequest(request, sender)
  await noteViolations(answer, tools)
  return answer
}
